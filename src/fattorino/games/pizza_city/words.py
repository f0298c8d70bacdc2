"""The texts of Pizza City: names, labels, prompts, the result."""

from typing import Any

from fattorino.games.pizza_city import state as s
from fattorino.games.pizza_city.route import free_ends, obstacle, price, route
from fattorino.kernel.game import Role
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import NONE, Seat

TEAM_COLOURS = [5, 4]  # vermilion and blue, as on the board
CHAIR_COLOURS = [5, 1, 4, 0]  # warm ones for Red, cool ones for Blue
FLAIR_MOMENTS: list[str] = [card["when_text"] for card in s.FLAIR_CARDS]


# -- names ------------------------------------------------------------------------------------------------


def direction_name(direction: int) -> str:
    return _(str(s.COMPONENTS["direction"][direction]["name"]))


def team_name(team: int) -> str:
    return _("Red") if team == s.Team.RED else _("Blue")


def chair_name(chair: int) -> str:
    return [_("Red City"), _("Blue Bike"), _("Blue City"), _("Red Bike")][chair]


def flair_name(flair: int) -> str:
    return _(str(s.FLAIR_CARDS[flair]["name"]))


def flair_effect(flair: int) -> str:
    """What a Flair card does, in one line for a hand."""
    return _(str(s.FLAIR_CARDS[flair]["text"]))


def flair_moment(flair: int) -> str:
    """When a Flair card on the table can be used."""
    return _(FLAIR_MOMENTS[flair])


def card_name(kind: int) -> str:
    """A Bike card."""
    return move_name(s.move_value(kind)) if kind < s.N_MOVES else flair_name(kind - s.N_MOVES)


def move_name(value: int) -> str:
    return _("Move {value}").format(value=value)


def block_name(park: int) -> str:
    return _("Park") if park else _("Building")


def road_name(road: int) -> str:
    return {s.Road.PLAIN: _("plain road"), s.Road.ONE_WAY: _("one-way"), s.Road.BIKE_LANE: _("bike lane")}[
        s.Road(road)
    ]


def sign_name(sign: int) -> str:
    return _("stop sign") if sign == s.Sign.STOP else _("subway stop")


def face_name(face: int) -> str:
    """A City card, as printed: its road, its left and right block, its signs."""
    left, right = s.face_part(face, s.LEFT), s.face_part(face, s.RIGHT)
    if left == right:
        blocks = _("two Parks") if left else _("two Buildings")
    else:
        blocks = _("{left} left, {right} right").format(left=block_name(left), right=block_name(right))
    parts = [road_name(s.face_part(face, s.ROAD)).capitalize(), blocks]
    head, tail = s.face_part(face, s.HEAD_SIGN), s.face_part(face, s.TAIL_SIGN)
    if head and head == tail:
        return ", ".join([*parts, _("{sign} at both ends").format(sign=sign_name(head))])
    if head:
        parts.append(_("{sign} at the north end").format(sign=sign_name(head)))
    if tail:
        parts.append(_("{sign} at the south end").format(sign=sign_name(tail)))
    return ", ".join(parts)


def face_lines(face: int) -> list[str]:
    """A City card in two short lines: its road, then its signs, or its Parks if it has none."""
    head, tail = s.face_part(face, s.HEAD_SIGN), s.face_part(face, s.TAIL_SIGN)
    parks = s.face_part(face, s.LEFT) + s.face_part(face, s.RIGHT)
    if head and tail:
        more = _("two stop signs") if head == tail else _("subway and stop")
    elif head or tail:
        more = sign_name(head or tail)
    else:
        more = ngettext("{n} Park", "{n} Parks", parks) if parks else _("no Park")
    return [road_name(s.face_part(face, s.ROAD)).capitalize(), more]


def segment_name(place: int) -> str:
    """The road under a card, from its printed south end to its north end."""
    return _("{tail} to {head}").format(
        tail=s.corner_name(s.lies(place, s.TAIL)), head=s.corner_name(s.lies(place, s.HEAD))
    )


def placement(face: int, place: int, brief: bool = False) -> str:
    """A placed card in words: what each side and end shows; if brief, without its Buildings."""
    sides = [_("west"), _("east")] if place // 2 < s.UPRIGHT else [_("north"), _("south")]
    if place % 2:
        sides.reverse()
    parts = []
    for part, block, side in zip((s.LEFT, s.RIGHT), (s.LEFT_BLOCK, s.RIGHT_BLOCK), sides, strict=True):
        if s.lies(place, block) != NONE and (s.face_part(face, part) or not brief):
            parts.append(_("{block} {side}").format(block=block_name(s.face_part(face, part)), side=side))
    if s.face_part(face, s.ROAD) == s.Road.ONE_WAY:
        parts.append(_("one-way {direction}").format(direction=direction_name(s.lies(place, s.TOWARDS))))
    elif s.face_part(face, s.ROAD) == s.Road.BIKE_LANE:
        parts.append(_("bike lane"))
    for part, end in ((s.HEAD_SIGN, s.HEAD), (s.TAIL_SIGN, s.TAIL)):
        if s.face_part(face, part):
            parts.append(
                _("{sign} at {corner}").format(
                    sign=sign_name(s.face_part(face, part)), corner=s.corner_name(s.lies(place, end))
                )
            )
    return listed(parts, _("Buildings"))


def roles(options: dict[str, Any]) -> list[Role]:
    """PC-TEAM-1, PC-TEAM-2: the four chairs in turn order, or the two teams."""
    if options["seats"] == s.N_CHAIRS:
        return [
            Role(chair_name(chair), team=s.team_of(chair), colour=CHAIR_COLOURS[chair])
            for chair in range(s.N_CHAIRS)
        ]
    return [
        Role(_("{team} team").format(team=team_name(team)), team=team, colour=TEAM_COLOURS[team])
        for team in s.Team
    ]


# -- decisions --------------------------------------------------------------------------------------------


def riding_team(view: Any) -> int:
    """The team whose turn it is."""
    return s.team_of(int(view.turn) % s.N_CHAIRS)


def chairs_of(view: Any, seat: Seat) -> list[int]:
    """The chairs a viewer plays for: one, both of a team, or none."""
    return [chair for chair in range(s.N_CHAIRS) if seat >= 0 and s.person_in(int(view.n), chair) == seat]


def asked_chair(view: Any) -> int:
    """The chair that decides now: after a delivery the other team's City."""
    if view.phase == s.Phase.DROP:
        return int(s.city_chair(1 - riding_team(view)))
    return int(view.turn) % s.N_CHAIRS


def plays_left(view: Any) -> int:
    """How many cards can still be played in this turn."""
    return min(int(view.plays), int(view.held[int(view.turn) % s.N_CHAIRS]))


def label(view: Any, action: int) -> str:
    """What an action does, in words."""
    block, number = s.SPACE.block(action)
    if block.name == "CITY_CARD":
        return _("Choose {card}").format(card=face_name(number))
    if block.name == "PLACE":
        if view.phase != s.Phase.CITY_PLACE or int(view.chosen) < 0:
            return _("Lay a City card from {road}").format(road=segment_name(number))
        return _("Lay it from {road}: {shows}").format(
            road=segment_name(number), shows=placement(int(view.chosen), number, brief=True)
        )
    if block.name == "CORNER":
        if view.phase == s.Phase.DROP:
            return _("Put the drop-off token on {corner}").format(corner=s.corner_name(number))
        return _("Take the subway to {corner}").format(corner=s.corner_name(number))
    if block.name == "DIRECTION":
        return ride_words(view, number)
    if block.name == "PLAY_MOVE":
        return _("Play {card}").format(card=card_name(number))
    if block.name == "PLAY_FLAIR":
        return _("Put {card} on your table (one play): {effect}").format(
            card=flair_name(number), effect=flair_effect(number)
        )
    if block.name == "USE_FLAIR":
        return _("Use {card}: {effect}").format(card=flair_name(number), effect=flair_effect(number))
    if block.name == "GO":
        ahead = corner_ahead(view)
        if ahead == NONE:
            return _("Ride on")
        return _("Ride on to {corner}").format(corner=s.corner_name(ahead))
    if view.phase == s.Phase.BIKE_MAIN:
        return _("End your turn and draw cards")
    if view.phase == s.Phase.BIKE_DIR:
        return _("Do not ride: the Move card is lost")
    return _("End the move on {corner}").format(corner=s.corner_name(int(view.bike[riding_team(view)])))


def corner_ahead(view: Any) -> int:
    """The corner that the next step leads to, or NONE."""
    heading = int(view.heading)
    return s.next_corner(int(view.bike[riding_team(view)]), heading) if heading >= 0 else NONE


def ride_end(view: Any, direction: int) -> int:
    """The corner where a ride in a direction would end."""
    return route(view, riding_team(view), direction, max(1, int(view.rest)))[-1]


def ride_words(view: Any, direction: int) -> str:
    """A direction to ride or to turn to, where it leads, and the Flair card its first step costs."""
    text = _("Ride {direction}, to {corner}")
    if view.phase == s.Phase.BIKE_JUKE:
        text = _("Turn {direction}, to {corner}")
    end = s.corner_name(ride_end(view, direction))
    ride = text.format(direction=direction_name(direction), corner=end)
    flair = price(view, riding_team(view), direction)
    return ride if flair == NONE else _("{ride}, using {card}").format(ride=ride, card=flair_name(flair))


def key(action: int) -> str:
    """A short key to type: k3 (City card), a3a4 (road A3 to A4), a3, ne, m2, p-boost, u-boost, go, end."""
    block, number = s.SPACE.block(action)
    if block.name == "CITY_CARD":
        return f"k{number}"
    if block.name == "PLACE":
        return (s.corner_name(s.lies(number, s.TAIL)) + s.corner_name(s.lies(number, s.HEAD))).lower()
    if block.name == "CORNER":
        return s.corner_name(number).lower()
    if block.name == "DIRECTION":
        return s.DIRECTIONS[number].lower()
    if block.name == "PLAY_MOVE":
        return f"m{number + 1}"
    if block.name == "PLAY_FLAIR":
        return f"p-{s.FLAIRS[number]}"
    if block.name == "USE_FLAIR":
        return f"u-{s.FLAIRS[number]}"
    return block.name.lower()


def same_as(action: int) -> int:
    """PC-PLACE-4: a card that looks the same after a half turn is listed one way round, and lies the same."""
    block, number = s.SPACE.block(action)
    return s.PLACE + (number ^ 1) if block.name == "PLACE" else action


def target(view: Any, action: int) -> str:
    """The id of an action's target on the board: a card, a road, a corner."""
    block, number = s.SPACE.block(action)
    team = riding_team(view)
    if block.name == "END":
        riding = view.phase in (s.Phase.BIKE_STEP, s.Phase.BIKE_STOP)
        return f"corner-{int(view.bike[team])}" if riding else ""
    if block.name == "GO":
        ahead = corner_ahead(view)
        return f"corner-{ahead}" if ahead != NONE else ""
    if block.name == "DIRECTION":
        return f"corner-{ride_end(view, number)}"
    return {
        "CITY_CARD": f"city-{number}",
        "PLACE": f"road-{number // 2}",
        "CORNER": f"corner-{number}",
        "PLAY_MOVE": f"hand-{number}",
        "PLAY_FLAIR": f"hand-{s.N_MOVES + number}",
        "USE_FLAIR": f"table-{team}-{number}",
    }[block.name]


def far_ends(view: Any, team: int) -> str:
    """Where the farthest Move card leads a bike, as the dotted lines show it."""
    return listed(free_ends(view, team, s.move_value(s.N_MOVES - 1)), _("no corner"))


def prompt(view: Any, seat: Seat) -> str:
    """The question for a seat, or what it is waiting for."""
    if view.over:
        return _("The game is over.")
    phase = s.Phase(int(view.phase))
    team = riding_team(view)
    if seat != int(view.seat):
        return _("Round {round}: waiting for {who}.").format(
            round=int(view.turn) // s.N_CHAIRS + 1, who=chair_name(asked_chair(view))
        )
    plays, rest = plays_left(view), int(view.rest)
    if phase == s.Phase.CITY_CARD:
        text = ngettext(
            "Lay {n} more City card: open a way for the {{own}} bike, or close one for the {{other}} bike.",
            "Lay {n} City cards: open ways for the {{own}} bike, or close some for the {{other}} bike.",
            plays,
        )
        return text.format(own=team_name(team), other=team_name(1 - team))
    if phase == s.Phase.CITY_PLACE:
        return _("Choose a road. Dotted, with {card}: {first} to {here}; {second} to {there}.").format(
            card=card_name(s.N_MOVES - 1),
            first=team_name(0),
            here=far_ends(view, 0),
            second=team_name(1),
            there=far_ends(view, 1),
        )
    if phase == s.Phase.BIKE_MAIN:
        return main_words(view, team, plays)
    if phase == s.Phase.BIKE_DIR:
        return ngettext(
            "Choose a corner to ride to: {n} block, straight on.",
            "Choose a corner to ride to: {n} blocks, straight on.",
            rest,
        )
    if phase == s.Phase.BIKE_STEP:
        heading = _("Heading {direction}:").format(direction=direction_name(int(view.heading)))
        return f"{heading} {step_words(view, team)}"
    if phase == s.Phase.DROP:
        return _(
            "{team} delivered. Place the next drop-off token: {bikes} blocks or more from both bikes, "
            "{tokens} from other tokens."
        ).format(team=team_name(team), bikes=s.FROM_BIKES, tokens=s.FROM_TOKENS)
    return {
        s.Phase.BIKE_STOP: _("A stop sign. Stop here, or spend Nonstop?"),
        s.Phase.BIKE_JUKE: _("Choose a direction to turn to."),
        s.Phase.BIKE_TICKET: _("Choose a subway stop to ride to."),
    }[phase]


def main_words(view: Any, team: int, plays: int) -> str:
    """The question for a Bike player before, between and after the plays: only what the hand allows."""
    if plays == 0:
        return _("End your turn, or use a Flair card from your table.")
    moves, flairs = view.bike_hand[team, : s.N_MOVES].any(), view.bike_hand[team, s.N_MOVES :].any()
    if not flairs:
        return ngettext("Ride: play {n} more Move card.", "Ride: play {n} Move cards.", plays)
    if not moves:
        return ngettext(
            "No Move card in hand: put {n} more Flair card on your table.",
            "No Move card in hand: put {n} Flair cards on your table.",
            plays,
        )
    return ngettext(
        "Play {n} more card: a Move card rides, a Flair card goes onto your table.",
        "Play {n} cards: a Move card rides, a Flair card goes onto your table.",
        plays,
    )


def step_words(view: Any, team: int) -> str:
    """The choices on a corner during a move."""
    rest = int(view.rest)
    if rest == 0:
        return _("no blocks left. End the move, or use Boost?")
    met = obstacle(view, team, int(view.heading))
    if met == s.Status.FREE:
        return ngettext("{n} block to go. Ride on?", "{n} blocks to go. Ride on?", rest)
    go = ngettext("{n} block to go", "{n} blocks to go", rest)
    stop = {
        s.Status.OFF: _("the board ends here"),
        s.Status.AGAINST: _("the road is one-way, against you"),
        s.Status.BUILDING: _("a Building is in the way"),
    }[met]
    if view.stepped and not view.turned:
        return _("{go}, but {stop}. End the move, or use a Flair card?").format(go=go, stop=stop)
    return _("{go}, but {stop}. Use a Flair card.").format(go=go, stop=stop)


# -- the result ------------------------------------------------------------------------------------------


def score_breakdown(view: Any) -> list[list[tuple[str, int]]]:
    """Each seat's score, line by line."""
    teams = [s.team_at(int(view.n), seat) for seat in range(int(view.n))]
    text = _("Pizzas delivered by {team}")
    return [[(text.format(team=team_name(team)), int(view.score[team]))] for team in teams]


def table_words(view: Any, team: int) -> str:
    """The Flair cards on a team's table."""
    names = [flair_name(flair) for flair in s.Flair for _copy in range(int(view.table[team, flair]))]
    return listed(names, _("none"))


def counted(counts: Any) -> list[str]:
    """Bike cards by name, with the number of each kind."""
    return [f"{card_name(kind)} × {int(count)}" for kind, count in enumerate(counts) if count > 0]
