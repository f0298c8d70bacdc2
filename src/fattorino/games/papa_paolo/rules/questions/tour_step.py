"""A tour, step by step: where it goes, and where pizzas are delivered."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import delivery, district
from fattorino.games.papa_paolo.rules.question import Question
from fattorino.games.papa_paolo.state import Event, Phase, Rule, Stage
from fattorino.kernel.game import Reason
from fattorino.kernel.guide import Taught
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def side_crossed(square: int, there: int, side: int) -> int:
    """The side between two squares, as a bit: a square keeps its east and its south side."""
    if side == 1:
        return 1 << 2 * square
    if side == 2:
        return 1 << (2 * square + 1)
    return 1 << 2 * there if side == 3 else 1 << (2 * there + 1)


@jit
def check_road(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids going this way, or a pizza here, or Rule.OK."""
    square = int(state.tour_at)
    if action == s.END_TOUR:
        return Rule.OK
    if action == s.DROP:  # the tour ends by itself when distance or stock is used up
        return Rule.OK if district.unserved(state, seat, square) > 0 else Rule.PP_DELIVER_7
    if action < s.STEP or action > s.DROP:
        return Rule.PP_DELIVER_4
    cell = t.beside(int(state.cell[seat, square]), action - s.STEP)
    there = NONE if cell == NONE else int(state.at[seat, cell])
    if there == NONE or not t.has(int(state.joined[seat, square]), there):
        return Rule.PP_DELIVER_4
    if t.has(int(state.shops[seat]), there):
        return Rule.PP_DELIVER_5
    if state.distance_left == 0:
        return Rule.PP_DELIVER_2
    if int(state.crossed) & side_crossed(square, there, action - s.STEP):
        return Rule.PP_DELIVER_6
    if state.no_revisit and t.has(int(state.visited), there):
        return Rule.PP_DELIVER_6
    return Rule.OK


@jit(inline=True)
def list_roads(state: State, seat: Seat, actions: Any) -> int:
    """Steps, a drop, and the end of the tour, which is always possible (PP-DELIVER-9)."""
    n = 0
    square = int(state.tour_at)
    if state.distance_left > 0:
        ways = int(state.joined[seat, square]) & ~int(state.shops[seat])
        if state.no_revisit:
            ways &= ~int(state.visited)
        for side in range(s.N_SIDES):
            if t.has(int(state.roads[seat, square]), side):
                cell = t.beside(int(state.cell[seat, square]), side)
                there = NONE if cell == NONE else int(state.at[seat, cell])
                if there != NONE and t.has(ways, there):
                    if int(state.crossed) & side_crossed(square, there, side) == 0:
                        actions[n] = s.STEP + side
                        n += 1
    if district.unserved(state, seat, square) > 0:
        actions[n] = s.DROP
        n += 1
    actions[n] = s.END_TOUR
    return n + 1


@jit(inline=True)
def apply_road(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """Apply a step, a drop or the end of the tour; returns whether the whole delivery is over."""
    square = int(state.tour_at)
    if action < s.DROP:  # PP-DELIVER-4: each tile entered counts, served or not (PP-DELIVER-5)
        side = action - s.STEP
        cell = t.beside(int(state.cell[seat, square]), side)
        there = int(state.at[seat, cell])
        state.crossed = int(state.crossed) | side_crossed(square, there, side)
        state.visited = int(state.visited) | 1 << there
        state.tour_at = there
        state.distance_left = int(state.distance_left) - 1
        tell(log, Event.WENT, seat, EVERYONE, cell, int(state.distance_left))
        return False
    if action == s.DROP:
        drop(state, seat, square)
        cell = int(state.cell[seat, square])
        tell(log, Event.DROPPED, seat, EVERYONE, cell, int(state.piece[seat, square]), int(state.pizzas_left))
        if state.pizzas_left > 0 and state.pizzas[seat, int(state.tour_from)] > 0:
            return False  # PP-DELIVER-9: otherwise the tour ends by itself
    tell(log, Event.TOUR_ENDED, seat, EVERYONE)
    state.tour_from = NONE
    state.tour_at = NONE
    state.phase = Phase.TOUR
    if state.tours_left > 0 and state.pizzas_left > 0:
        return False
    return delivery.end(state, seat, log)


@jit
def drop(state: State, seat: Seat, square: int) -> None:
    """PP-DELIVER-7, PP-DELIVER-8, PP-DELIVER-12: move a pizza from the starting pizzeria to this tile."""
    source = int(state.tour_from)
    state.pizzas[seat, source] = int(state.pizzas[seat, source]) - 1
    state.room[seat] = int(state.room[seat]) + 1
    state.pizzas[seat, square] = int(state.pizzas[seat, square]) + 1
    state.pizzas_left = int(state.pizzas_left) - 1
    if district.unserved(state, seat, square) == 0:  # PP-XP-1, PP-XP-4: completed once and for all
        state.hungry[seat] = int(state.hungry[seat]) & ~(1 << square)
        colour = t.colour_of(int(state.piece[seat, square]))
        state.gained[seat, colour] = int(state.gained[seat, colour]) + 1


@jit
def carried(view: State, seat: Seat) -> int:
    """The pizzas that this tour can still deliver."""
    return min(int(view.pizzas_left), int(view.pizzas[seat, int(view.tour_from)]))


@jit
def best_road(view: State, seat: Seat, plan: Any) -> int:
    """Deliver here what the best way on does not need, then follow it."""
    square = int(view.tour_at)
    visited, steps, budget = int(view.visited) | 1 << square, int(view.distance_left), carried(view, seat)
    _worth, squares, first = opinion.best_route(view, seat, plan, square, visited, steps, budget)
    if plan[opinion.NEED, square] > 0:
        if opinion.allot(view, seat, plan, squares, budget, square)[1] > 0:
            return s.DROP
    if first == NONE:
        return s.END_TOUR
    for side in range(s.N_SIDES):
        there = t.beside(int(view.cell[seat, square]), side)
        if there != NONE and view.at[seat, there] == first:
            return s.STEP + side
    return s.END_TOUR


def terms_road(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """What the best way on still delivers."""
    if action == s.END_TOUR:
        return [(_("nothing more can be delivered"), 1.0)]
    square = int(view.tour_at)
    if action == s.DROP:
        return [(_("a house here waits for a pizza"), float(plan[opinion.NEED, square]))]
    to = int(view.at[seat, t.beside(int(view.cell[seat, square]), action - s.STEP)])
    visited, steps = int(view.visited) | 1 << square | 1 << to, int(view.distance_left) - 1
    worth = opinion.best_route(view, seat, plan, to, visited, steps, carried(view, seat))[0]
    return [(_("most houses can be served on that way"), float(worth))] if worth > 0 else []


def prompt_road(view: Any) -> str:
    """The courier's choices here, and the remaining steps and pizzas."""
    seat = int(view.seat)
    drops = check_road(view, seat, s.DROP) == Rule.OK
    drives = any(check_road(view, seat, s.STEP + side) == Rule.OK for side in range(s.N_SIDES))
    if drops and not drives:
        text = _("Deliver here: {pizzas} left.")
    elif view.stage != Stage.DELIVER:
        text = _("Drive on: {pizzas} left, any distance.")
        if drops:
            text = _("Drive on or deliver: {pizzas} left, any distance.")
    else:
        text = _("Drive on: {pizzas} and {steps} left.")
        if drops:
            text = _("Drive on or deliver: {pizzas} and {steps} left.")
    pizzas, steps = names.pizzas_word(carried(view, seat)), names.steps_word(int(view.distance_left))
    return text.format(pizzas=pizzas, steps=steps)


def matters_road(view: Any, seat: Seat, actions: Any) -> list[Taught]:
    """The rules for delivering or else for moving on; no road is used twice."""
    here = f"cell-{int(view.cell[seat, int(view.tour_at)])}"
    step = "PP-DELIVER-7" if s.DROP in actions else "PP-DELIVER-4"
    return [Taught(step, here), Taught("PP-DELIVER-6", here)]


def why_road(view: Any, seat: Seat, action: int) -> str:
    """Why the courier cannot go there, or deliver here."""
    return {
        Rule.PP_DELIVER_2: _("The distance of this tour is used up."),
        Rule.PP_DELIVER_4: _("No road leads there."),
        Rule.PP_DELIVER_5: _("A tour does not pass through a pizzeria."),
        Rule.PP_DELIVER_6: _("A tour does not turn back on its road."),
        Rule.PP_DELIVER_7: _("All houses here have their pizza."),
    }.get(check_road(view, seat, action), "")


def too_far(view: Any, seat: Seat) -> list[int]:
    """The directions that the remaining distance does not allow."""
    steps = range(s.STEP, s.STEP + s.N_SIDES)
    return [step for step in steps if check_road(view, seat, step) == Rule.PP_DELIVER_2]


def warn_road(view: Any, seat: Seat, action: int) -> str:
    """A warning if the tour would end with an unserved house on its square."""
    waits = action == s.END_TOUR and check_road(view, seat, s.DROP) == Rule.OK
    return _("A house still waits here for its pizza: end the tour?") if waits else ""


ASK_ROAD = Question(
    Phase.ROAD,
    check_road,
    apply_road,
    list_roads,
    prompt=prompt_road,
    labels={
        "STEP": lambda view, side: _("Drive {direction}").format(direction=names.side_name(side)),
        "DROP": lambda view, place: _("Deliver a pizza here"),
        "END_TOUR": lambda view, place: _("End this tour"),
    },
    terms=terms_road,
    matters=matters_road,
    why=why_road,
    looked_for=too_far,
    warning=warn_road,
)
