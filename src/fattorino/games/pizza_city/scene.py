"""What the table shows: the city from above with its cards, bikes and tokens."""

from textwrap import wrap
from typing import Any, TypeAlias

from fattorino.games.pizza_city import pad, route as r, state as s, words as w
from fattorino.games.pizza_city.bike import directions
from fattorino.games.pizza_city.city import is_closed
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import NONE, Seat, namespace

Changes: TypeAlias = dict[int, dict[tuple[int, int], r.Route]]  # by place, team and direction

PITCH = 84  # from corner to corner
ROAD_WIDE = 26
RIM = 46  # room for blocks that hang off the board
MARGIN = RIM + 18  # to the west and north, with the names of streets
STRIP = 50  # a team's table, above and below the city
SPAN = s.BLOCKS_WIDE * PITCH
SIZE = MARGIN + SPAN + RIM
SIDE = 238  # the key beside the city
KEY_LETTERS = 15  # in a line of the key
HANGING = 26  # how much of a block off the board is shown
TEAM_COLOURS = ["var(--seat-5, #d55e00)", "var(--seat-4, #0072b2)"]
ANGLES = {0: 0, 2: 90, 4: 180, 6: 270}  # a card's turn by the direction its road runs


def spot(corner: int) -> tuple[int, int]:
    """The position of a corner in the drawing."""
    return MARGIN + corner % s.WIDE * PITCH, STRIP + MARGIN + corner // s.WIDE * PITCH


def halfway(one: int, other: int) -> tuple[float, float]:
    """The position between two corners in the drawing."""
    (ax, ay), (bx, by) = spot(one), spot(other)
    return (ax + bx) / 2, (ay + by) / 2


def points(path: r.Route) -> str:
    """A path over corners as the points of a polyline."""
    return " ".join("{},{}".format(*spot(corner)) for corner in path)


def hangs(place: int) -> str:
    """Which block of a card laid here would hang off the board, if any."""
    if s.lies(place, s.LEFT_BLOCK) == NONE:
        return "left"
    return "right" if s.lies(place, s.RIGHT_BLOCK) == NONE else ""


def laid_cards(view: Any) -> list[dict[str, Any]]:
    """Every laid card with its position and orientation, oldest first."""
    cards = []
    for n in range(int(view.n_laid)):
        place = int(view.laid_at[n])
        x, y = halfway(s.lies(place, s.HEAD), s.lies(place, s.TAIL))
        card = {"n": n, "x": x, "y": y, "angle": ANGLES[s.lies(place, s.TOWARDS)], "hangs": hangs(place)}
        cards.append(card | pad.printed(int(view.laid_face[n])))
    return cards


def roads(view: Any, seat: Seat, changed: Changes) -> list[list[dict[str, Any]]]:
    """Every road; while a card is being laid, with a preview of it in both orientations."""
    laying = bool(view.phase == s.Phase.CITY_PLACE and seat == view.seat)
    turns = 2 if laying and not s.face_part(int(view.chosen), s.SYMMETRIC) else 1
    plain, shown = namespace(view), []
    for segment in range(s.SEGMENTS):
        (ax, ay), (bx, by) = (spot(s.corner_at(*end)) for end in s.segment_ends(segment))
        x, y, half = (ax + bx) / 2, (ay + by) / 2, PITCH / 2
        outline = [(ax, ay), (x + half, y), (bx, by), (x - half, y)]
        if ay == by:
            outline = [(ax, ay), (x, y - half), (bx, by), (x, y + half)]
        previews = [
            f"city-preview{ANGLES[s.lies(place, s.TOWARDS)]}{hangs(place)}"
            for place in range(2 * segment, 2 * segment + turns)
        ]
        shown.append(
            {
                "n": segment,
                "name": " ".join([road_words(plain, segment), *change_words(changed, segment, turns)]),
                "x": x,
                "y": y,
                "path": "M" + "L".join(f"{px:g} {py:g}" for px, py in outline) + "z",
                "preview": previews[0],
                "pictures": " ".join(previews) if turns > 1 else "",
                "blank": is_plain(plain, segment),
                "open": laying and not is_closed(plain, segment),
            }
        )
    return [shown[: s.UPRIGHT], shown[s.UPRIGHT :]]  # arrow keys go through one kind, then the other


def is_plain(view: Any, segment: int) -> bool:
    """Whether a road is like all printed ones, without a Park beside it."""
    parks = [
        s.has(int(view.ways[s.corner_at(*cell)]), s.SOUTH_EAST)
        for cell in s.segment_cells(segment)
        if s.block_at(*cell) != NONE
    ]
    return not any(parks) and not is_closed(view, segment)


def road_words(view: Any, segment: int) -> str:
    """A road in words: how it can be ridden, and the blocks beside it."""
    one, other = (s.corner_at(*end) for end in s.segment_ends(segment))
    there = s.SOUTH if segment < s.UPRIGHT else s.EAST
    back = (there + s.HALF_TURN) % s.N_DIRECTIONS
    if s.has(int(view.lanes[one]), there // 2):
        kind = _("bike lane")
    elif not s.has(int(view.ways[other]), back):
        kind = _("one-way {direction}").format(direction=w.direction_name(there))
    elif not s.has(int(view.ways[one]), there):
        kind = _("one-way {direction}").format(direction=w.direction_name(back))
    else:
        kind = _("plain road")
    sides = [s.WEST, s.EAST] if segment < s.UPRIGHT else [s.NORTH, s.SOUTH]
    blocks = [
        _("{block} {side}").format(
            block=w.block_name(s.has(int(view.ways[s.corner_at(*cell)]), s.SOUTH_EAST)),
            side=w.direction_name(side),
        )
        for cell, side in zip(s.segment_cells(segment), sides, strict=True)
        if s.block_at(*cell) != NONE
    ]
    return _("{one} to {other}: {kind}, {blocks}.").format(
        one=s.corner_name(one), other=s.corner_name(other), kind=kind, blocks=", ".join(blocks)
    )


def corners(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """Every corner: what can be clicked, and what is on it."""
    plain, shown = namespace(view), []
    bikes = plain.bike
    own = [bikes[s.team_of(chair)] for chair in w.chairs_of(view, seat)]
    for corner in range(s.CORNERS):
        x, y = spot(corner)
        stop, subway = bool(plain.stops[corner]), s.has(plain.stations, corner)
        shown.append(
            {
                "n": corner,
                "x": x,
                "y": y,
                "name": corner_words(plain, corner),
                "stop": stop,
                "subway": subway,
                "taken": s.has(plain.tokens, corner) or corner in bikes or stop or subway,
                "mine": corner in own,
            }
        )
    return shown


def corner_words(view: Any, corner: int) -> str:
    """A corner in words: what is on it, and the roads that lead from it."""
    things = [
        _("{team} bike").format(team=w.team_name(team)) for team in s.Team if int(view.bike[team]) == corner
    ]
    if s.has(int(view.tokens), corner):
        things.append(_("drop-off token, end a move here to deliver"))
    if view.stops[corner]:
        things.append(_("stop sign"))
    if s.has(int(view.stations), corner):
        things.append(_("subway stop"))
    ways = []
    for direction in range(s.N_DIRECTIONS):
        if s.has(int(view.ways[corner]), direction):
            text = "{direction}"
            if not s.has(s.ALONG_ROADS, direction):
                text = _("{direction} through a Park")
            elif s.has(int(view.lanes[corner]), direction // 2):
                text = _("{direction} by bike lane")
            ways.append(text.format(direction=w.direction_name(direction)))
    name = s.corner_name(corner)
    led = _("Ways: {ways}.").format(ways=listed(ways, _("none")))
    told = [f"{name}: {', '.join(things)}." if things else f"{name}.", led]
    told += [reach_words(view, team) for team in s.Team if int(view.bike[team]) == corner and not view.over]
    return " ".join(filter(None, told))


def reach_words(view: Any, team: int) -> str:
    """How far a bike can ride, and which drop-off tokens it reaches with one card."""
    far = s.N_MOVES - 1
    ends = r.free_ends(view, team, s.move_value(far))
    if not ends:
        return _("No way leads on from there.")
    told = _("With {card} it rides to {corners}.").format(card=w.card_name(far), corners=listed(ends, ""))
    tokens = [s.corner_name(corner) for corner in r.deliveries(view, team)]
    if not tokens:
        return told
    return _("{told} One Move card reaches the drop-off on {corners}.").format(
        told=told, corners=listed(tokens, "")
    )


def ways(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The path in each direction, shown while its end is pointed at."""
    if view.phase not in (s.Phase.BIKE_DIR, s.Phase.BIKE_JUKE) or seat != view.seat:
        return []
    team = w.riding_team(view)
    shown = []
    for direction in range(s.N_DIRECTIONS):
        if s.has(directions(view, team), direction):
            path = r.route(view, team, direction, int(view.rest))
            shown.append({"direction": direction, "end": path[-1], "points": points(path)})
    return shown


def reaches(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """Where each Move card in hand would lead, shown while it is pointed at."""
    if view.phase != s.Phase.BIKE_MAIN or seat != view.seat:
        return []
    team = w.riding_team(view)
    return [
        {
            "kind": kind,
            "ways": [
                (points(path), *spot(path[-1])) for path in r.free_routes(view, team, s.move_value(kind))
            ],
        }
        for kind in range(s.N_MOVES)
        if view.bike_hand[team, kind] > 0
    ]


def sights(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """For a City player who decides: the routes that are open to both bikes now."""
    deciding = view.phase in (s.Phase.CITY_CARD, s.Phase.CITY_PLACE, s.Phase.DROP)
    if not deciding or seat != view.seat:
        return []
    return [{"team": team, "points": points(path)} for (team, _way), path in r.far_routes(view).items()]


def changes(view: Any, changed: Changes) -> list[dict[str, Any]]:
    """How the chosen card would change these routes on each road, shown while the road is pointed at."""
    shown, bikes = [], [int(corner) for corner in view.bike]
    for place, found in changed.items():
        ways = [
            {"team": team, "points": points(path), "end": spot(path[-1])}
            if path
            else {"team": team, "closed": halfway(bikes[team], s.next_corner(bikes[team], direction))}
            for (team, direction), path in found.items()
        ]
        if ways and place % 2 == 0:
            shown.append({"segment": place // 2, "ways": ways})
    return shown


def changed_ways(view: Any, seat: Seat) -> Changes:
    """How the chosen card would change the routes of both bikes, by place and orientation."""
    if view.phase != s.Phase.CITY_PLACE or seat != view.seat:
        return {}
    before, near = r.far_routes(view), r.in_sight(int(view.bike[0])) | r.in_sight(int(view.bike[1]))
    face, found = int(view.chosen), {}
    for segment in range(s.SEGMENTS):
        if is_closed(view, segment) or near.isdisjoint(s.corner_at(*end) for end in s.segment_ends(segment)):
            continue
        for place in range(2 * segment, 2 * segment + (1 if s.face_part(face, s.SYMMETRIC) else 2)):
            found[place] = r.changed_routes(view, before, face, place)
    return found


def change_words(changed: Changes, segment: int, turns: int) -> list[str]:
    """How a card on a road would change the routes of both bikes; in each orientation, if that matters."""
    places = range(2 * segment, 2 * segment + turns)
    told = [ways_words(changed.get(place, {})) for place in places]
    if len(set(told)) == 1:
        return [_("Then {changes}.").format(changes=told[0])] if told[0] else []
    return [
        _("Laid from {road}: {changes}.").format(road=w.segment_name(place), changes=words)
        for place, words in zip(places, told, strict=True)
        if words
    ]


def ways_words(ways: dict[tuple[int, int], r.Route]) -> str:
    """The routes that change, and those that are closed."""
    parts = []
    for (team, direction), path in ways.items():
        text = _("{team} rides {direction} to {corner}") if path else _("{team} cannot ride {direction}")
        corner = s.corner_name(path[-1]) if path else ""
        names = {"team": w.team_name(team), "direction": w.direction_name(direction), "corner": corner}
        parts.append(text.format(**names))
    return listed(parts, "")


def teams(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """Each team's public status: pizzas delivered, Flair cards, the position of its strip."""
    shown = []
    for team in s.Team:
        own = any(s.team_of(chair) == team for chair in w.chairs_of(view, seat))
        shown.append(
            {
                "team": team.value,
                "name": w.team_name(team),
                "tell": _("{team}: {n} of {goal} pizzas delivered. On the table: {cards}.").format(
                    team=w.team_name(team),
                    n=int(view.score[team]),
                    goal=int(view.goal),
                    cards=w.table_words(view, team),
                ),
                "mine": _("your team") if own else "",
                "y": STRIP / 2 if team == s.Team.BLUE else SIZE + STRIP * 1.5,
                "score": int(view.score[team]),
                "flairs": pad.table_cards(view, team),
                "on_turn": not view.over and s.team_of(w.asked_chair(view)) == team,
            }
        )
    return shown


def bikes(view: Any) -> list[dict[str, Any]]:
    """The bikes, with the direction of the one that is moving."""
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


def standing(view: Any, seat: Seat) -> list[tuple[str, str]]:
    """A seat's public status."""
    marks: list[tuple[str, str]] = []
    for chair in w.chairs_of(view, seat):
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
    """The decks and the discards."""
    rows = [
        [_("City deck"), str(int(view.n_city))],
        [_("Bike deck"), str(int(view.n_bike))],
        [_("Drop-off tokens in the supply"), str(int(view.supply))],
    ]
    rows.append([_("Bike discard pile"), listed(w.counted(view.discard), _("empty"))])
    columns = [_("Pile"), _("Cards")]
    return {"title": _("Piles"), "columns": columns, "count": len(rows), "row": rows.__getitem__}


def key_rows(view: Any) -> list[dict[str, Any]]:
    """The key beside the city: what the signs mean, and what the Flair cards on the tables do."""
    rows: list[dict[str, Any]] = [
        {"sign": sign, "name": name, "words": words}
        for sign, name, words in (
            ("token", _("Drop-off"), _("end a move here")),
            ("park", _("Park"), _("diagonal ways")),
            ("building", _("Building"), _("no way through")),
            ("one_way", _("One-way"), _("as the arrow")),
            ("bike_lane", _("Bike lane"), _("+1 block")),
            ("stop", _("Stop sign"), _("ends the move")),
            ("subway", _("Subway stop"), _("for a Ticket")),
        )
    ]
    rows += [
        {"symbol": pad.FLAIR_SYMBOLS[flair], "name": w.flair_name(flair), "words": w.flair_effect(flair)}
        for flair in s.Flair
        if view.table[:, flair].any()
    ]
    y = 14
    for row in rows:
        row["lines"] = wrap(row["words"], KEY_LETTERS)
        row["y"] = y
        y += 23 * (1 + len(row["lines"])) + 8
    return [row for row in rows if row["y"] + 60 < SIZE + STRIP]


def scene(view: Any, seat: Seat) -> dict[str, Any]:
    """Everything board.svg.j2 and pad.svg.j2 draw for a viewer."""
    changed = changed_ways(view, seat)
    shown: dict[str, Any] = {
        "width": SIZE + SIDE,
        "height": SIZE + 2 * STRIP,
        "title": _("The city"),
        "pitch": PITCH,
        "road": ROAD_WIDE,
        "margin": MARGIN,
        "strip": STRIP,
        "size": SIZE,
        "span": SPAN,
        "hanging": HANGING,
        "streets": [(s.COLUMNS[x], MARGIN + x * PITCH) for x in range(s.WIDE)],
        "lanes": [(y + 1, STRIP + MARGIN + y * PITCH) for y in range(s.HIGH)],
        "blocks": [spot(b + b // s.BLOCKS_WIDE) for b in range(s.BLOCKS)],
        "cards": laid_cards(view),
        "road_regions": roads(view, seat, changed),
        "chosen": pad.printed(int(view.chosen)) if view.chosen >= 0 else None,
        "road_names": [_("Roads north to south"), _("Roads west to east")],
        "corner_region": _("Corners"),
        "team_region": _("Teams"),
        "key_region": _("Signs"),
        "corners": corners(view, seat),
        "ways": ways(view, seat),
        "reaches": reaches(view, seat),
        "sights": sights(view, seat),
        "changes": changes(view, changed),
        "team_colours": TEAM_COLOURS,
        "key_rows": key_rows(view),
        "shape": {"board": "keyed"},
        "drops": [(corner, *spot(corner)) for corner in s.corners_in(int(view.tokens))],
        "trail": [(corner, *spot(corner)) for corner in s.corners_in(int(view.trail))],
        "turn": int(view.turn),
        "goal": int(view.goal),
        "teams": teams(view, seat),
        "bikes": bikes(view),
        "round": _("Round {n}").format(n=int(view.turn) // s.N_CHAIRS + 1),
        "players": [standing(view, k) for k in range(int(view.n))],
        "tables": [piles(view)],
    }
    chairs = w.chairs_of(view, seat)
    if any(chair % 2 for chair in chairs):
        shown["hand"] = pad.bike_hand(view, seat)
        shown["hand_first"] = w.asked_chair(view) in chairs and w.asked_chair(view) % 2 == 1
    if any(chair % 2 == 0 for chair in chairs):
        shown["city_hand"] = pad.city_hand(view, seat)
        shown["card_wide"], shown["card_high"] = pad.CARD_WIDE, pad.CARD_HIGH
        if shown["city_hand"]:
            shown["pad"] = (8 + s.CITY_HAND * (pad.CARD_WIDE + 8), pad.CARD_HIGH + 16)
            shown["shape"]["pad"] = "broad"
            shown["hand_region"] = _("Your City cards")
    return shown
