"""Help beside the board: the goal, the status, what is missing for an action, warnings of futile ones."""

from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.lessons import matters, shows
from fattorino.games.ghost_town.squares import is_flight_in_vain, known_there
from fattorino.games.ghost_town.story import moment, places, retell, starts_turn
from fattorino.games.ghost_town.words import icon_name, own_cards, prompt, score_breakdown
from fattorino.kernel.guide import Fact, Guide, Missing, Summary
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat, namespace

BARRIER = f"card-{s.CARDS[s.Card.BARRIER]}"  # the card in the hand

# -- the status ------------------------------------------------------------------------------------------


def summary(view: Any, seat: Seat) -> Summary:
    """The viewer's goal, the progress towards the end, the turn order."""
    turn, limit = int(view.turn), int(view.turn_limit)
    building = view.phase == s.Phase.BUILD and not view.over
    return Summary(
        goal=goal(view, seat),
        end=_("{limit} turns").format(limit=limit)
        if building
        else _("Turn {turn} of {limit}").format(turn=turn, limit=limit),
        share=1.0 if view.over else max(turn - 1, 0) / limit,
        scores=score_breakdown(view),
        order=order(view),
        have=have(view, seat),
        end_tells=_(
            "In each turn everybody does one thing. After turn {limit} nobody delivers any more."
        ).format(limit=limit),
    )


def goal(view: Any, seat: Seat) -> str:
    """The viewer's current goal."""
    if 0 <= seat < view.n:
        return own_goal(view, seat)
    if view.over:
        if not view.n_out:
            return _("Nobody has won.")
        return ngettext("{n} deliverer has won.", "{n} deliverers have won.", int(view.n_out))
    if seat != view.n:
        return _("Each deliverer looks for a pizza, then for the house with the same sign.")
    if view.phase == s.Phase.BUILD:
        return _("Build a town: pizzas, houses, ghosts and walls for the deliverers to find.")
    if view.gm_can_win:
        return _("You win if nobody finds a pizza and its house in time.")
    return _("You know the map. The deliverers look for a pizza and the house with the same sign.")


def own_goal(view: Any, seat: Seat) -> str:
    """A deliverer's current goal."""
    carried = int(view.carried[seat])
    if view.place[seat] > 0:
        words = _("You delivered the {icon} pizza and won.")
        if not view.over:
            words = _("You delivered the {icon} pizza and won; the others play on.")
        return words.format(icon=icon_name(carried))
    if view.over:
        return _("The game is over; you have not delivered.")
    if carried != NONE:
        return _("You carry the {icon} pizza: find the {icon} house.").format(icon=icon_name(carried))
    return _("Find a pizza, then the house with the same sign.")


def order(view: Any) -> list[Seat]:
    """The seats in the order of their next turns; in the last turn, only those still to come."""
    if view.over:
        return []
    n, mover = int(view.n), int(view.seat)
    if view.phase == s.Phase.BUILD:
        return [n, *range(n)]
    asked = [mover] if mover == n else []
    first = int(view.by[view.n_records]) if asked else mover
    coming = [k % n for k in range(first, first + n) if k < n or view.turn < view.turn_limit]
    return asked + [k for k in coming if view.place[k] == 0]


def have(view: Any, seat: Seat) -> list[Fact]:
    """A deliverer's resources."""
    if view.over or not 0 <= seat < view.n or view.place[seat] > 0:
        return []
    carried, found = int(view.carried[seat]), []
    if carried != NONE:
        words = _("{icon} pizza").format(icon=icon_name(carried))
        tells = _("The pizza you carry: only the {icon} house takes it.").format(icon=icon_name(carried))
        found.append(Fact(s.ICONS[carried], words, tells))
    if view.monkey_of == seat:
        tells = _("The Monkey comes along: after a move it points at every pizza on the squares around.")
        found.append(Fact("monkey", _("the Monkey"), tells))
    cards = ngettext("{n} card", "{n} cards", len(own_cards(view, seat)))
    tells = _("Psychic cards: play one instead of a move. An attack that hits a ghost brings another.")
    return [*found, Fact("card", cards, tells)]


# -- what is not possible now ----------------------------------------------------------------------------


def missing(view: Any, seat: Seat) -> list[Missing]:
    """Why no card can be played now."""
    if view.over or view.seat != seat or not 0 <= seat < view.n:
        return []
    cards = own_cards(view, seat)
    if view.phase == s.Phase.EXTRA and cards:
        words = _("You are back at your start: move or attack now. Your cards are yours again next turn.")
        return [Missing(_("Play a card"), words)]
    if view.phase != s.Phase.ACT:
        return []
    if not cards:
        return [Missing(_("Play a card"), _("You hold no cards: an attack that hits a ghost brings one."))]
    return []


def unavailable(view: Any, seat: Seat, target: str) -> str:
    """What is being asked, and what would make the clicked thing available."""
    if view.over:
        return _("The game is over.")
    if not 0 <= seat <= view.n:
        return _("You are watching; the deliverers decide.")
    if seat != view.seat:
        if seat < view.n and view.place[seat] > 0:
            return _("You have delivered and won; the others play on.")
        return prompt(view, seat)
    if view.phase == s.Phase.BARRIER:
        return _("First answer the question: use the Anti-Ghost Barrier, or keep it and stay where you are.")
    if view.phase == s.Phase.EXTRA and target.startswith("card-"):
        return missing(view, seat)[0].reason if own_cards(view, seat) else prompt(view, seat)
    if target == BARRIER:
        return _("It waits: when a ghost stops your Move, you are asked whether to use it.")
    if target.startswith("card-"):
        return _("You do not hold this card: an attack that hits a ghost brings a new one.")
    if view.phase in (s.Phase.ACT, s.Phase.EXTRA):
        return _("This is your sheet: take a pencil to note something. Arrows move you, stars attack.")
    return prompt(view, seat)


# -- futile actions --------------------------------------------------------------------------------------


def declines(view: Any, action: int) -> bool:
    """Keeping the Barrier leaves everything as it is."""
    return action == s.BARRIER_KEEP


def warning(view: Any, action: int) -> str:
    """A warning before an action known to be futile: into a wall, off the map, at no ghost."""
    seat = int(view.seat)
    if action >= s.BACK_TO_START or view.phase not in (s.Phase.ACT, s.Phase.EXTRA) or not 0 <= seat < view.n:
        return ""
    numbers = namespace(view)
    if action >= s.ROOK_TELEPORT:
        if is_flight_in_vain(numbers, seat, s.direction_of(action)):
            return _("The town ends there: you would stay here and spend the card. Play it all the same?")
        return ""
    fact, clear = known_there(numbers, seat, action)
    if s.ATTACK <= action < s.HOP_STEP:
        if fact == "wall":
            return _("A wall is known there, and no ghost stands on a wall. Attack all the same?")
        if clear and not view.crow:
            return _("You know that no ghost is there. Attack all the same?")
    elif fact == "wall" and action < s.ATTACK:
        return _("A wall is known there: you would stay here and spend the turn. Move all the same?")
    elif fact == "wall":
        return _("A wall is known there: you would stay here and spend the card. Play it all the same?")
    return ""


GUIDE = Guide(
    summary, starts_turn, retell, moment, places, missing, unavailable, matters, shows, declines, warning
)
