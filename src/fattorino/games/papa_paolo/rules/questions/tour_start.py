"""A delivery: from which pizzeria the next tour starts, or no more."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import delivery, district
from fattorino.games.papa_paolo.rules.question import Question
from fattorino.games.papa_paolo.state import Event, Phase, Rule, Stage
from fattorino.kernel.game import Reason
from fattorino.kernel.guide import Taught
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def check_tour(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids a tour from this cell, or Rule.OK."""
    if action == s.END_DELIVERY:
        return Rule.OK
    if action < s.CELL or action >= s.ROT:
        return Rule.PP_DELIVER_3
    square = int(state.at[seat, action - s.CELL])
    if square == NONE or not t.has(district.stocked(state, seat), square):
        return Rule.PP_DELIVER_3
    exits = int(state.joined[seat, square])
    return Rule.OK if district.serves(state, seat, exits, int(state.distance)) else Rule.PP_DELIVER_3


@jit(inline=True)
def list_tours(state: State, seat: Seat, actions: Any) -> int:
    """PP-DELIVER-10, PP-DELIVER-11: any pizzeria that can serve somebody, or no more tours."""
    n = 0
    shops = district.stocked(state, seat)
    square = 0
    while shops >> square:
        exits = int(state.joined[seat, square])
        if t.has(shops, square) and district.serves(state, seat, exits, int(state.distance)):
            n = district.insert(actions, n, s.CELL + int(state.cell[seat, square]))
        square += 1
    actions[n] = s.END_DELIVERY
    return n + 1


@jit(inline=True)
def apply_tour(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """Begin a tour with full distance, or stop; returns whether the delivery is over."""
    if action == s.END_DELIVERY:
        return delivery.end(state, seat, log)
    square = int(state.at[seat, action - s.CELL])
    state.tour_from = square
    state.tour_at = square
    state.tours_left = int(state.tours_left) - 1
    state.distance_left = state.distance
    state.crossed = 0
    state.visited = 0
    state.phase = Phase.ROAD
    tell(log, Event.TOUR, seat, EVERYONE, action - s.CELL)
    return False


@jit
def best_start(view: State, seat: Seat, plan: Any) -> int:
    """Where the best tour starts, or no more tours."""
    shop = opinion.best_tour(view, seat, plan, int(view.pizzas_left), int(view.distance))[2]
    return s.END_DELIVERY if shop == NONE else s.CELL + int(view.cell[seat, shop])


def terms_tour(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """What the best tour delivers."""
    if action == s.END_DELIVERY:
        return [(_("nothing more can be delivered"), 1.0)]
    best = opinion.best_tour(view, seat, plan, int(view.pizzas_left), int(view.distance))
    return [(_("the best tour starts there"), float(best[0]))]


def label_tour(view: Any, cell: int) -> str:
    """A pizzeria, and what is there."""
    square = int(view.at[int(view.seat), cell])
    stock = int(view.pizzas[int(view.seat), square]) if square != NONE else 0
    text = _("Start a tour at the pizzeria {cell} ({pizzas})")
    return text.format(cell=t.cell_name(cell), pizzas=names.pizzas_word(stock))


def label_stop(view: Any, place: int) -> str:
    """Ending the delivery, and what that gives up."""
    if view.phase != Phase.TOUR:
        return _("Stop delivering")
    return _("Stop delivering: give up {tours} and {pizzas}").format(
        tours=names.tours_word(int(view.tours_left)), pizzas=names.pizzas_word(int(view.pizzas_left))
    )


def prompt_tour(view: Any) -> str:
    """The tours and pizzas left in a delivery."""
    text = _("Choose a pizzeria to start from: {tours} and {pizzas} left. What is not used is lost.")
    if view.stage == Stage.DELIVER:
        text = _(
            "Choose a pizzeria to start from: {tours} of {steps} and {pizzas} left. What is not used is lost."
        )
    return text.format(
        tours=names.tours_word(int(view.tours_left)),
        pizzas=names.pizzas_word(int(view.pizzas_left)),
        steps=names.steps_word(int(view.distance)),
    )


def matters_tour(view: Any, seat: Seat, actions: Any) -> list[Taught]:
    """The limits of this kind of delivery, and of all deliveries."""
    limit = "PP-DELIVER-2" if view.stage == Stage.DELIVER else "PP-EXPRESS-1"
    return [Taught(rule, "pp-district") for rule in (limit, "PP-DELIVER-3", "PP-DELIVER-11")]


def why_tour(view: Any, seat: Seat, action: int) -> str:
    """What is missing for a tour from this square."""
    if check_tour(view, seat, action) == Rule.OK:
        return ""
    square = int(view.at[seat, action - s.CELL])
    if not district.is_shop(view, seat, square):
        return _("A tour starts at one of your pizzerias.")
    if view.pizzas[seat, square] == 0:
        return _("This pizzeria has no pizzas.")
    if view.stage != Stage.DELIVER:
        return _("No road leads from here to a house without a pizza.")
    return ngettext(
        "No house without a pizza is within {n} step of here.",
        "No house without a pizza is within {n} steps of here.",
        int(view.distance),
    )


def starts(view: Any, seat: Seat) -> list[int]:
    """The actions that start a tour, one for each pizzeria."""
    squares = range(int(view.n_squares[seat]))
    return [s.CELL + int(view.cell[seat, k]) for k in squares if district.is_shop(view, seat, k)]


def warn_tour(view: Any, seat: Seat, action: int) -> str:
    """A warning if ending the delivery would leave reachable houses unserved."""
    left = any(check_tour(view, seat, start) == Rule.OK for start in starts(view, seat))
    if action != s.END_DELIVERY or not left:
        return ""
    pizzas = names.pizzas_word(int(view.pizzas_left))
    return _("Houses still wait within reach: give up {pizzas}?").format(pizzas=pizzas)


ASK_TOUR = Question(
    Phase.TOUR,
    check_tour,
    apply_tour,
    list_tours,
    prompt=prompt_tour,
    labels={"CELL": label_tour, "END_DELIVERY": label_stop},
    terms=terms_tour,
    matters=matters_tour,
    why=why_tour,
    looked_for=starts,
    warning=warn_tour,
)
