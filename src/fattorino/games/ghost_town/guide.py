"""What the Ghost Town tells beside its rules: the goal, turns as sentences, why not, what to learn when."""

from collections.abc import Sequence
from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.sentences import near_words
from fattorino.games.ghost_town.sheet import last_sheet
from fattorino.games.ghost_town.squares import is_flight_in_vain, known_there
from fattorino.games.ghost_town.words import (
    action_name,
    card_name,
    direction_name,
    icon_name,
    prompt,
    score_breakdown,
    seat_name,
)
from fattorino.kernel.guide import Guide, Missing, Moment, Summary, Taught
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat, namespace

Told = tuple[int, int, int, int, int]  # an event: kind, seat, three numbers
BARRIER = f"card-{s.CARDS[s.Card.BARRIER]}"  # the card in the hand

# -- where the game stands -------------------------------------------------------------------------------


def summary(view: Any, seat: Seat) -> Summary:
    """The goal of a viewer, how near the end is, who comes next."""
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
    )


def goal(view: Any, seat: Seat) -> str:
    """What a viewer is after just now."""
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
    """What a deliverer is after just now."""
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
    """Who comes now and after that, each once; nobody comes twice in the last turn."""
    if view.over:
        return []
    n, mover = int(view.n), int(view.seat)
    if view.phase == s.Phase.BUILD:
        return [n, *range(n)]
    asked = [mover] if mover == n else []
    first = int(view.by[view.n_records]) if asked else mover
    coming = [k % n for k in range(first, first + n) if k < n or view.turn < view.turn_limit]
    return asked + [k for k in coming if view.place[k] == 0]


def have(view: Any, seat: Seat) -> list[tuple[str, str]]:
    """What a deliverer has to work with."""
    if not 0 <= seat < view.n or view.place[seat] > 0:
        return []
    carried = int(view.carried[seat])
    pizza = [(s.ICONS[carried], _("{icon} pizza").format(icon=icon_name(carried)))] if carried != NONE else []
    monkey = [("monkey", _("the Monkey"))] if view.monkey_of == seat else []
    return [*pizza, *monkey, ("card", ngettext("{n} card", "{n} cards", len(own_cards(view, seat))))]


def own_cards(view: Any, seat: Seat) -> list[int]:
    """The kinds of the cards in a hand, each as often as it is there."""
    return [s.kind_of(card) for card in range(s.N_CARDS) if view.card_at[card] == seat]


# -- what happened ---------------------------------------------------------------------------------------


def starts_turn(event: Any) -> bool:
    """A line of the story is one announced action; Back-to-Start and what follows it are one."""
    return bool(event[0] == s.Event.ANNOUNCED and event[4] == 0)


def retell(events: Sequence[Any], viewer: Seat) -> str:
    """The turn of a deliverer, or the building of the town, in one sentence."""
    told = [(e[0], e[1], e[3], e[4], e[5]) for e in (list(map(int, event)) for event in events)]
    announced = [a for kind, _seat, a, _b, _c in told if kind == s.Event.ANNOUNCED]
    if not announced:
        return retell_building(told)
    clauses = [words for step in told if (words := clause(step, viewer))]
    if any(kind == s.Event.REPORTED and a == s.Report.BARRIER_USED for kind, _seat, a, _b, _c in told):
        clauses.remove(_("nothing was there"))
    head = did(announced, seat_name(told[0][1], viewer))
    if not clauses:
        return _("{did}.").format(did=head)
    return _("{did}: {clauses}.").format(did=head, clauses="; ".join(clauses))


def retell_building(told: Sequence[Told]) -> str:
    """How far the town is built."""
    tiles = ngettext(
        "The game master laid {n} tile.",
        "The game master laid {n} tiles.",
        sum(kind in (s.Event.PLACED, s.Event.PLACED_UNSEEN) for kind, *_rest in told),
    )
    if not any(kind == s.Event.REBUILD for kind, *_rest in told):
        return tiles
    return _("{tiles} No square was left for a tile, and building started again.").format(tiles=tiles)


def did(announced: list[int], who: str) -> str:
    """What a deliverer announced; after Back-to-Start also the second action."""
    action = announced[-1]
    back = announced[0] == s.BACK_TO_START
    if action == NONE:
        return _("{who} began").format(who=who)
    if action == s.BACK_TO_START:
        return _("{who} flew back to the start").format(who=who)
    if action >= s.HOP_STEP:
        return _("{who} played {card}").format(who=who, card=action_name(action))
    if action < s.ATTACK:
        words = _("{who} went {direction}")
        if back:
            words = _("{who} flew back to the start and went {direction}")
    else:
        words = _("{who} attacked {direction}")
        if back:
            words = _("{who} flew back to the start and attacked {direction}")
    return words.format(who=who, direction=direction_name(action % s.STRAIGHT))


def clause(step: Told, viewer: Seat) -> str:
    """What an event adds to the sentence of its turn, or ''."""
    kind, seat, a, b, c = step
    if kind == s.Event.SURROUNDINGS:
        return near_words(a, b, c)
    if kind == s.Event.DREW:
        return _("you drew {card}").format(card=card_name(a))
    if kind == s.Event.SHUFFLED:
        return ngettext("the used card became the new deck", "{n} used cards became the new deck", a)
    if kind == s.Event.OUT:
        return _("delivered as number {place}").format(place=a)
    if kind == s.Event.ENDED:
        return _("the game is over")
    if kind != s.Event.REPORTED or (a == s.Report.CARD_DRAWN and seat == viewer):  # then DREW names the card
        return ""
    return report_clause(a, b)


def report_clause(report: int, detail: int) -> str:
    """A report of the game master as part of a sentence; '' where the action says it."""
    if report == s.Report.PIZZA_TAKEN:
        return _("the {icon} pizza was found").format(icon=icon_name(detail))
    if report == s.Report.DELIVERED:
        return _("there was the house for the {icon} pizza").format(icon=icon_name(detail))
    if report == s.Report.DISTANCE:
        return ngettext("the flight was {n} square long", "the flight was {n} squares long", detail)
    if report == s.Report.OINK and detail != s.Voice.PIG:
        return (
            _("a pig oinked in a small voice")
            if detail == s.Voice.LITTLE
            else _("a pig oinked in a deep voice")
        )
    return {
        s.Report.BACK_AT_START: "",
        s.Report.BUMP_WALL: _("a wall was in the way"),
        s.Report.BUMP_GHOST: _("a ghost was in the way"),
        s.Report.BARRIER_USED: _("the Anti-Ghost Barrier drove it off"),
        s.Report.ATTACK_HIT: _("a ghost was chased away"),
        s.Report.ATTACK_MISS: _("no ghost was there"),
        s.Report.CROW: _("a crow carried its attacker off"),
        s.Report.TELEPORT: _("a teleport led on to another one"),
        s.Report.PIZZA_LEFT: _("a second pizza had to stay where it was"),
        s.Report.HOUSE_REFUSED: _("there was a house, but not the pizza for it"),
        s.Report.NOTHING: _("nothing was there"),
        s.Report.OINK: _("a pig oinked"),
        s.Report.MONKEY: _("a monkey came along"),
        s.Report.MANHOLE: _("it was only a manhole cover"),
        s.Report.CANNOT_MOVE: _("that movement was not possible"),
        s.Report.CARD_DRAWN: _("a card was drawn"),
        s.Report.NO_CARD: _("no card was left to draw"),
    }[s.Report(report)]


def moment(event: Any, viewer: Seat) -> Moment | None:
    """A pizza found, a delivery, the end."""
    kind, seat, a, b = s.Event(int(event[0])), int(event[1]), int(event[3]), int(event[4])
    who, token = seat_name(seat, viewer), f"token{seat}"
    if kind == s.Event.REPORTED and a == s.Report.PIZZA_TAKEN:
        icon = icon_name(b)
        if seat == viewer:
            words = _("A pizza! You carry {icon}. Somewhere the {icon} house has appeared, among ghosts.")
        else:
            words = _("{who} found the {icon} pizza. Somewhere the {icon} house has appeared.")
        return Moment(words.format(who=who, icon=icon), "pizza", token)
    if kind == s.Event.OUT:
        if seat == viewer:
            words = _("Delivered! You win as number {place}.")
        else:
            words = _("{who} delivered as number {place}.")
        return Moment(words.format(who=who, place=a), "trophy", token)
    if kind == s.Event.ENDED:
        return Moment(_("The night is over."), "clock")
    return None


def places(event: Any, viewer: Seat) -> list[str]:
    """What an event is about: a deliverer's token, a card, a square of the town."""
    kind, seat, a, c = s.Event(int(event[0])), int(event[1]), int(event[3]), int(event[5])
    if kind == s.Event.PLACED:
        return [f"square-{c}"]
    if kind == s.Event.DREW:
        return [f"card-{s.CARDS[a]}"]
    return (
        [f"token{seat}"]
        if kind in (s.Event.ANNOUNCED, s.Event.REPORTED, s.Event.SURROUNDINGS, s.Event.OUT)
        else []
    )


# -- what is not possible now ----------------------------------------------------------------------------


def missing(view: Any, seat: Seat) -> list[Missing]:
    """Cards that cannot be played now, and why."""
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
    return [Missing(card_name(s.Card.BARRIER), barrier_waits(), BARRIER)] if s.Card.BARRIER in cards else []


def barrier_waits() -> str:
    return _("It waits: when a ghost stops your Move, you are asked whether to use it.")


def unavailable(view: Any, seat: Seat, target: str) -> str:
    """What is wanted now, and what would make a thing possible that was clicked on."""
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
        return barrier_waits()
    if target.startswith("card-"):
        return _("You do not hold this card: an attack that hits a ghost brings a new one.")
    if view.phase in (s.Phase.ACT, s.Phase.EXTRA):
        return _("This is your sheet: take a pencil to note something. Arrows move you, stars attack.")
    return prompt(view, seat)


# -- what is taught --------------------------------------------------------------------------------------

CARD_RULES = [
    "GT-CARD-HOP-1",
    "GT-CARD-DIAG-1",
    "GT-CARD-ROOK-1",
    "GT-CARD-BISHOP-1",
    "GT-CARD-BACK-1",
    "GT-CARD-POINT-1",
    "GT-CARD-BARRIER-1",
]
REPORT_RULES: dict[s.Report, tuple[str, ...]] = {
    s.Report.DISTANCE: ("GT-CARD-ROOK-4",),
    s.Report.BUMP_WALL: ("GT-MOVE-2",),
    s.Report.BUMP_GHOST: ("GT-MOVE-3", "GT-ATTACK-2"),
    s.Report.ATTACK_HIT: ("GT-ATTACK-2",),
    s.Report.ATTACK_MISS: ("GT-ATTACK-3",),
    s.Report.CROW: ("GT-VAR-CROW-2",),
    s.Report.TELEPORT: ("GT-TELE-1",),
    s.Report.PIZZA_TAKEN: ("GT-PIZZA-1", "GT-OUT-1"),
    s.Report.PIZZA_LEFT: ("GT-PIZZA-2",),
    s.Report.DELIVERED: ("GT-HOUSE-1",),
    s.Report.HOUSE_REFUSED: ("GT-HOUSE-2",),
    s.Report.OINK: ("GT-VAR-PIG-2",),
    s.Report.MONKEY: ("GT-VAR-MONKEY-3",),
    s.Report.MANHOLE: ("GT-VAR-MANHOLE-3",),
    s.Report.CANNOT_MOVE: ("GT-CARD-2",),
}
LAST_TURNS = 5  # when the end is taught


def matters(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    """The rules that this decision turns on."""
    if view.phase == s.Phase.BUILD:
        return [Taught("GT-BUILD-1")]
    if view.phase == s.Phase.OINK or not 0 <= seat < view.n:
        return [Taught("GT-VAR-PIG-5")] if view.phase == s.Phase.OINK else []
    if view.phase == s.Phase.BARRIER:
        return [Taught("GT-CARD-BARRIER-2")]
    if view.phase == s.Phase.EXTRA:
        return [Taught("GT-CARD-BACK-2")]
    taught = [Taught("GT-WIN-1"), Taught("GT-TURN-2", f"token{seat}")]
    own = [line for line in range(int(view.n_records)) if view.by[line] == seat]
    if own:
        taught += [Taught("GT-MAP-1", f"token{seat}"), *taught_around(view, seat, own[-1])]
    if last_sheet(view, seat) > 0:
        taught.append(Taught("GT-TELE-3", f"token{seat}"))
    if view.carried[seat] != NONE:
        taught.append(Taught("GT-HOUSE-1"))
    kinds = sorted(set(own_cards(view, seat)))
    if len(own) > 1 and kinds and kinds[0] != s.Card.BARRIER:
        taught.append(Taught("GT-CARD-1", f"card-{s.CARDS[kinds[0]]}"))
    for kind in kinds[: max(len(own) - 1, 0)]:  # one after the other, once the first steps are made
        taught.append(Taught(CARD_RULES[kind], f"card-{s.CARDS[kind]}"))
    if view.turn > view.turn_limit - LAST_TURNS:
        taught.append(Taught("GT-TURN-5"))
    return taught


def taught_around(view: Any, seat: Seat, line: int) -> list[Taught]:
    """What the last report of a deliverer makes worth knowing: walls beside, ghosts and pizzas around."""
    taught = []
    walls, signs = int(view.near_walls[line]), int(view.signs[line])
    for direction in range(s.STRAIGHT):
        if walls >> direction & 1:
            taught.append(Taught("GT-MOVE-2", f"move-{s.DIRECTIONS[direction]}"))
            break
    if signs & s.Sign.GHOST:
        taught += [Taught("GT-MOVE-3", f"token{seat}"), Taught("GT-ATTACK-2", f"token{seat}")]
    if signs & s.Sign.PIZZA and view.carried[seat] == NONE:
        taught.append(Taught("GT-PIZZA-1", f"token{seat}"))
    return taught


def shows(event: Any, viewer: Seat) -> list[Taught]:
    """The rules an event is an example of."""
    kind, seat, a = s.Event(int(event[0])), int(event[1]), int(event[3])
    token = f"token{seat}" if seat == viewer else ""
    if kind == s.Event.SURROUNDINGS:
        rules: tuple[str, ...] = ("GT-REPORT-2", "GT-REPORT-3") if seat == viewer else ("GT-REPORT-7",)
    elif kind == s.Event.REPORTED:
        rules = REPORT_RULES.get(s.Report(a), ())
    else:
        rules = {
            s.Event.SHUFFLED: ("GT-DECK-2",),
            s.Event.OUT: ("GT-TURN-4",),
            s.Event.ENDED: ("GT-WIN-1",),
        }.get(kind, ())
    return [Taught(rule, token) for rule in rules]


# -- what would be in vain ---------------------------------------------------------------------------------


def declines(view: Any, action: int) -> bool:
    """Keeping the Barrier leaves everything as it is."""
    return action == s.BARRIER_KEEP


def warning(view: Any, action: int) -> str:
    """What is known to come to nothing: steps into walls, flights off the town, attacks on no ghost."""
    seat = int(view.seat)
    if action >= s.BACK_TO_START or view.phase not in (s.Phase.ACT, s.Phase.EXTRA) or not 0 <= seat < view.n:
        return ""
    numbers = namespace(view)
    if action >= s.ROOK_TELEPORT:
        if is_flight_in_vain(numbers, seat, (*s.ORTHOGONAL, *s.DIAGONAL)[action - s.ROOK_TELEPORT]):
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
