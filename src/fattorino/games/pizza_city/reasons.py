"""Why greedy prefers an action: how it changes the terms of the evaluation, in words, for a hint."""

from typing import Any

import numpy as np

from fattorino.games.pizza_city import greedy as g, state as s
from fattorino.games.pizza_city.city import lay
from fattorino.games.pizza_city.route import deliveries
from fattorino.games.pizza_city.rules import apply, legal
from fattorino.games.pizza_city.words import team_name
from fattorino.kernel.game import Reason
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import Seat, new_log


def reasons(view: Any, seat: Seat, actions: Any, action: int) -> list[Reason]:
    """The effect of a City's card or token on both bikes, or the outcome of a Bike's turn."""
    team = s.team_of(int(view.turn) % s.N_CHAIRS)
    if view.phase == s.Phase.DROP or view.phase < s.Phase.BIKE_MAIN:
        team = 1 - team if view.phase == s.Phase.DROP else team
        likely = held(view, team), held(view, 1 - team)
        then = laid(view, seat, action)
        before, after = streets(view, team, *likely), streets(then, team, *likely)
        change = [b - a for a, b in zip(before, after, strict=True)]
        return token_words(*change) if view.phase == s.Phase.DROP else city_words(view, then, team, *change)
    others = held(view, 1 - team)
    end = ridden(view, seat, action)
    before, after = turn_terms(view, team, others), turn_terms(end, team, others)
    pizzas = int(end.score[team]) - int(view.score[team])
    return bike_words([b - a for a, b in zip(before, after, strict=True)], pizzas)


def held(view: Any, team: int) -> Any:
    """The probability that a Bike holds each Move card, from what a seat knows."""
    likely = np.zeros(s.N_MOVES + 1, np.float64)
    g.expect(view, team, likely)
    return likely


def scratch() -> tuple[Any, Any]:
    """Two rows for greedy to write into: where each Move card leads, and a second one after it."""
    return np.zeros(s.N_MOVES + 1, np.int64), np.zeros(s.N_MOVES + 1, np.int64)


# -- the City ----------------------------------------------------------------------------------------------


def laid(view: Any, seat: Seat, action: int) -> Any:
    """The streets after a City's choice; a card is laid where greedy would lay it."""
    state = np.array([view], s.STATE)[0]
    if action < s.PLACE:
        options = np.zeros(s.NUM_ACTIONS, np.int16)
        state.phase = s.Phase.CITY_PLACE
        state.chosen = action - s.CITY_CARD
        action = int(g.greedy(state, seat, options, legal(state, options), 0))
    if action < s.CORNER:
        lay(state, int(state.chosen), action - s.PLACE)
    else:
        state.tokens = int(state.tokens) | (1 << (action - s.CORNER))
    return state


def streets(state: Any, team: int, own: Any, others: Any) -> list[float]:
    """The two terms of a City's outlook: its partner's prospects, and the other bike's."""
    return list(g.street_terms(state, team, own, others, *scratch()))


def city_words(view: Any, then: Any, team: int, mine: float, theirs: float) -> list[Reason]:
    """What a City's card changes for the bikes: tokens that come into or out of reach of one Move card."""
    own = _("it opens ways for your bike") if mine > 0 else _("it closes ways for your bike")
    gained = sorted(set(deliveries(then, team)) - set(deliveries(view, team)))
    if mine > 0 and gained:
        own = _("your bike can then end on {corners} with one card").format(corners=corner_names(gained))
    other = _("it closes ways for the other bike") if theirs > 0 else _("it opens ways for the other bike")
    lost = sorted(set(deliveries(view, 1 - team)) - set(deliveries(then, 1 - team)))
    if theirs > 0 and lost:
        other = _("{team} can no longer end on {corners} with one card")
        if int(view.score[1 - team]) == int(view.goal) - 1:
            other = _("{team} can no longer win on {corners} with one card")
        other = other.format(team=team_name(1 - team), corners=corner_names(lost))
    return [(own, mine), (other, theirs)]


def corner_names(corners: list[int]) -> str:
    """Corners in a sentence."""
    return ", ".join(s.corner_name(corner) for corner in corners)


def token_words(mine: float, theirs: float) -> list[Reason]:
    """What a drop-off token changes for the two bikes."""
    near = _("your bike is near it"), _("your bike is far from it")
    far = _("the other bike is far from it"), _("the other bike is near it")
    return [(near[mine <= 0], mine), (far[theirs <= 0], theirs)]


# -- the Bike ----------------------------------------------------------------------------------------------


def ridden(view: Any, seat: Seat, action: int) -> Any:
    """The end of a turn that begins with an action and continues as greedy would, before its draw."""
    state = np.array([view], s.STATE)[0]
    options, log = np.zeros(s.NUM_ACTIONS, np.int16), new_log()
    for _step in range(g.DEPTH):
        if action == s.END and state.phase == s.Phase.BIKE_MAIN:
            break
        log[0, 0] = 0
        apply(state, action, log)
        if state.over:
            break
        n = legal(state, options)
        action = int(options[0]) if n == 1 else int(g.greedy(state, seat, options, n, 0))
    return state


def turn_terms(state: Any, team: int, others: Any) -> list[float]:
    """The terms of a Bike's turn: pizzas, Flair, its own prospects, the other bike's."""
    return list(g.turn_terms(state, team, np.zeros(s.N_MOVES + 1, np.float64), others, *scratch()))


def bike_words(change: list[float], pizzas: int) -> list[Reason]:
    """What a Bike's turn leads to."""
    delivered, flair, mine, theirs = change
    ready = _("it uses Flair cards up"), _("it readies Flair cards")
    near = _("the next delivery is further away then"), _("the next delivery comes nearer")
    worse = _("the other bike stands better then"), _("the other bike stands worse then")
    found = [(ready[flair > 0], flair), (near[mine > 0], mine), (worse[theirs > 0], theirs)]
    if delivered:
        found.append((ngettext("it delivers a pizza", "it delivers {n} pizzas", pizzas), delivered))
    return found
