"""What the table shows: the city from above with its cards, bikes and tokens."""

from typing import Any

from fattorino.games.pizza_city import state as s
from fattorino.games.pizza_city import words as w
from fattorino.games.pizza_city.bike import directions
from fattorino.games.pizza_city.route import route
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

PITCH = 84  # from corner to corner
ROAD_WIDE = 26
MARGIN = 64  # room for blocks that hang off the board, and the names of streets
STRIP = 60  # a team's table, above and below the city
SIZE = 2 * MARGIN + s.BLOCKS_WIDE * PITCH
HANGING = 30  # how much of a block off the board is shown
CARD_WIDE, CARD_HIGH = 188, 78  # in the pad
FLAIR_SYMBOLS = ["subway", "power-speed", "road-bend", "stop", "one-way", "diagonal", "trophy", "slice"]
ANGLES = {0: 0, 2: 90, 4: 180, 6: 270}  # a card's turn by the direction its road runs


def spot(corner: int) -> tuple[int, int]:
    """Where a corner is drawn."""
    return MARGIN + corner % s.WIDE * PITCH, STRIP + MARGIN + corner // s.WIDE * PITCH


def middle(place: int) -> tuple[float, float]:
    """Where the middle of a card is drawn."""
    (ax, ay), (bx, by) = spot(s.lies(place, s.HEAD)), spot(s.lies(place, s.TAIL))
    return (ax + bx) / 2, (ay + by) / 2


def sits(view: Any, seat: Seat, chair: int) -> bool:
    """Whether a viewer plays for a chair."""
    return seat >= 0 and seat == s.person_in(int(view.n), chair)


def printed(face: int) -> dict[str, Any]:
    """What a City card shows, by name."""
    card = s.FACES[face]
    return {key: card[key] for key in ("left", "right", "road", "north", "south")}


def hangs(place: int) -> str:
    """Which block of a card laid here would hang off the board, if any."""
    if s.lies(place, s.LEFT_BLOCK) == NONE:
        return "left"
    return "right" if s.lies(place, s.RIGHT_BLOCK) == NONE else ""


def laid_cards(view: Any) -> list[dict[str, Any]]:
    """Every laid card, oldest first, as it lies."""
    cards = []
    for n in range(int(view.n_laid)):
        place = int(view.laid_at[n])
        x, y = middle(place)
        hangs = (
            "left"
            if s.lies(place, s.LEFT_BLOCK) == NONE
            else "right"
            if s.lies(place, s.RIGHT_BLOCK) == NONE
            else ""
        )
        card = {"n": n, "x": x, "y": y, "angle": ANGLES[s.lies(place, s.TOWARDS)], "hangs": hangs}
        cards.append(card | printed(int(view.laid_face[n])))
    return cards


def places(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The places to lay the chosen card: the half of a road its printed north end comes to lie on."""
    if view.phase != s.Phase.CITY_PLACE or seat != view.seat:
        return []
    both = not s.face_part(int(view.chosen), s.SYMMETRIC)
    shown = []
    for place in range(s.PLACES):
        if place % 2 and not both:
            continue
        segment = place // 2
        (hx, hy), (tx, ty) = spot(s.lies(place, s.HEAD)), spot(s.lies(place, s.TAIL))
        x, y = middle(place)
        left, right = (x + (hy - ty) / 2, y + (tx - hx) / 2), (x - (hy - ty) / 2, y - (tx - hx) / 2)
        outline = [left, (hx, hy), right] if both else [left, (hx, hy), right, (tx, ty)]
        shown.append(
            {
                "place": place,
                "target": f"road-{segment}-{place % 2}",
                "x": round(x + (hx - x) * 0.5) if both else x,
                "y": round(y + (hy - y) * 0.5) if both else y,
                "path": "M" + "L".join(f"{px:g} {py:g}" for px, py in outline) + "z",
                "cx": x,
                "cy": y,
                "angle": ANGLES[s.lies(place, s.TOWARDS)],
                "hangs": hangs(place),
                "open": not s.has(int(view.covered[segment // s.UPRIGHT]), segment % s.UPRIGHT),
            }
        )
    return shown


def corners(view: Any) -> list[dict[str, Any]]:
    """Every corner: what can be clicked, and what stands there."""
    shown = []
    bikes = [int(corner) for corner in view.bike]
    for corner in range(s.CORNERS):
        x, y = spot(corner)
        taken = s.has(int(view.tokens), corner) or corner in bikes
        shown.append({"n": corner, "x": x, "y": y, "name": corner_words(view, corner), "taken": taken})
    return shown


def corner_words(view: Any, corner: int) -> str:
    """A corner and what is there, for a screen reader."""
    words = [s.corner_name(corner)]
    words += [
        _("{team} bike").format(team=w.team_name(team)) for team in s.Team if int(view.bike[team]) == corner
    ]
    if s.has(int(view.tokens), corner):
        words.append(_("drop-off token"))
    if view.stops[corner]:
        words.append(_("stop sign"))
    if s.has(int(view.stations), corner):
        words.append(_("subway stop"))
    return ", ".join(words)


def ways(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The path each direction would take, to be shown while its end is pointed at."""
    if view.phase not in (s.Phase.BIKE_DIR, s.Phase.BIKE_JUKE) or seat != view.seat:
        return []
    team = w.riding_team(view)
    shown = []
    for direction in range(s.N_DIRECTIONS):
        if not s.has(directions(view, team), direction):
            continue
        path = route(view, team, direction, int(view.rest))
        points = " ".join("{},{}".format(*spot(corner)) for corner in path)
        shown.append({"direction": direction, "end": path[-1], "points": points})
    return shown


def teams(view: Any) -> list[dict[str, Any]]:
    """What lies openly before each team: pizzas delivered, Flair cards, where its strip is drawn."""
    shown = []
    for team in s.Team:
        flairs = [
            {
                "target": f"table-{team.value}-{flair.value}",
                "symbol": FLAIR_SYMBOLS[flair],
                "name": w.flair_name(flair),
                "text": w.flair_effect(flair),
                "count": int(view.table[team, flair]),
            }
            for flair in s.Flair
            if view.table[team, flair]
        ]
        shown.append(
            {
                "team": team.value,
                "name": w.team_name(team),
                "y": STRIP / 2 if team == s.Team.BLUE else SIZE + STRIP * 1.5,
                "score": int(view.score[team]),
                "flairs": flairs,
                "on_turn": not view.over and w.riding_team(view) == team,
            }
        )
    return shown


def bikes(view: Any) -> list[dict[str, Any]]:
    """The bikes, with the direction of the one that is riding."""
    shown = []
    for team in s.Team:
        x, y = spot(int(view.bike[team]))
        riding = w.riding_team(view) == team and int(view.heading) >= 0 and not view.over
        shown.append(
            {
                "team": team.value,
                "x": x,
                "y": y,
                "turn": 45 * int(view.heading) if riding else NONE,
                "rest": int(view.rest) if riding else 0,
            }
        )
    return shown


def city_hand(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The viewer's City cards, as pictures."""
    cards: list[dict[str, Any]] = []
    for team in range(s.N_TEAMS):
        if not sits(view, seat, s.city_chair(team)):
            continue
        for k in range(s.CITY_HAND):
            face = int(view.city_hand[team, k])
            if face >= 0:
                chosen = face == view.chosen and view.phase == s.Phase.CITY_PLACE
                first = bool(chosen) and not any(card["chosen"] for card in cards)
                x = 8 + len(cards) * (CARD_WIDE + 8)
                card = {"k": k, "x": x, "target": f"city-{face}", "name": w.face_name(face), "chosen": first}
                cards.append(card | printed(face))
    return cards


def bike_hand(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The viewer's Bike cards, then the Flair cards ready on the table, as a list."""
    cards: list[dict[str, Any]] = []
    for team in range(s.N_TEAMS):
        if not sits(view, seat, s.bike_chair(team)):
            continue
        for kind in range(s.N_KINDS):
            if view.bike_hand[team, kind] > 0:
                flair = kind - s.N_MOVES
                cards.append(
                    {
                        "name": w.card_name(kind),
                        "text": w.flair_effect(flair)
                        if flair >= 0
                        else _("Ride exactly so far, straight on."),
                        "symbol": FLAIR_SYMBOLS[flair] if flair >= 0 else "bike",
                        "count": int(view.bike_hand[team, kind]),
                        "target": f"hand-{kind}",
                    }
                )
        cards += [
            {
                "name": _("{flair}, on your table").format(flair=w.flair_name(flair)),
                "text": w.flair_effect(flair),
                "symbol": FLAIR_SYMBOLS[flair],
                "count": int(view.table[team, flair]),
                "target": f"table-{team}-{flair.value}",
            }
            for flair in s.Flair
            if view.table[team, flair]
        ]
    return cards


def standing(view: Any, seat: Seat) -> list[tuple[str, str]]:
    """What everybody can see before a seat."""
    marks: list[tuple[str, str]] = []
    for chair in range(s.N_CHAIRS):
        if not sits(view, seat, chair):
            continue
        team = s.team_of(chair)
        if chair == s.bike_chair(team):
            marks.append(("pizza", ngettext("{n} pizza", "{n} pizzas", int(view.score[team]))))
            if view.table[team].any():
                marks.append(
                    ("power-speed", _("on the table: {cards}").format(cards=w.table_words(view, team)))
                )
        marks.append(("card", ngettext("{n} card in hand", "{n} cards in hand", int(view.held[chair]))))
    return marks


def piles(view: Any) -> dict[str, Any]:
    """The decks and what was discarded."""
    rows = [
        [_("City deck"), str(int(view.n_city))],
        [_("Bike deck"), str(int(view.n_bike))],
        [_("Drop-off tokens in the supply"), str(int(view.supply))],
    ]
    thrown = [f"{w.card_name(k)} × {int(view.discard[k])}" for k in range(s.N_KINDS) if view.discard[k]]
    rows.append([_("Bike discard pile"), ", ".join(thrown) or "–"])
    columns = [_("Pile"), _("Cards")]
    return {"title": _("Piles"), "columns": columns, "count": len(rows), "row": rows.__getitem__}


def scene(view: Any, seat: Seat) -> dict[str, Any]:
    """What a viewer is shown."""
    shown: dict[str, Any] = {
        "width": SIZE,
        "height": SIZE + 2 * STRIP,
        "title": _("The city"),
        "pitch": PITCH,
        "road": ROAD_WIDE,
        "margin": MARGIN,
        "strip": STRIP,
        "size": SIZE,
        "hanging": HANGING,
        "streets": [(s.COLUMNS[x], MARGIN + x * PITCH) for x in range(s.WIDE)],
        "lanes": [(y + 1, STRIP + MARGIN + y * PITCH) for y in range(s.HIGH)],
        "blocks": [spot(b + b // s.BLOCKS_WIDE) for b in range(s.BLOCKS)],
        "cards": laid_cards(view),
        "places": places(view, seat),
        "chosen": printed(int(view.chosen)) if view.chosen >= 0 else None,
        "corners": corners(view),
        "ways": ways(view, seat),
        "drops": [(c, *spot(c)) for c in range(s.CORNERS) if s.has(int(view.tokens), c)],
        "trail": [(c, *spot(c)) for c in range(s.CORNERS) if s.has(int(view.trail), c)],
        "turn": int(view.turn),
        "goal": int(view.goal),
        "teams": teams(view),
        "bikes": bikes(view),
        "round": _("Round {n}").format(n=int(view.turn) // s.N_CHAIRS + 1),
        "players": [standing(view, k) for k in range(int(view.n))],
        "tables": [piles(view)],
        "legend": [
            ("park", _("Park: ride through diagonally")),
            ("building", _("Building: no way through")),
            ("one-way", _("one-way: along the arrow only")),
            ("bike-lane", _("bike lane: one more block")),
            ("stop", _("stop sign: the move ends")),
            ("subway", _("subway stop: a place for a Ticket")),
            ("pizza", _("drop-off token: end a move here")),
        ],
    }
    chairs = [chair for chair in range(s.N_CHAIRS) if sits(view, seat, chair)]
    if any(chair % 2 for chair in chairs):
        shown["hand"] = bike_hand(view, seat)
    if any(chair % 2 == 0 for chair in chairs):
        shown["city_hand"] = city_hand(view, seat)
        shown["card_wide"], shown["card_high"] = CARD_WIDE, CARD_HIGH
        if shown["city_hand"]:
            shown["pad"] = (8 + s.CITY_HAND * (CARD_WIDE + 8), CARD_HIGH + 16)
            shown["shape"] = {"pad": "broad"}
    return shown
