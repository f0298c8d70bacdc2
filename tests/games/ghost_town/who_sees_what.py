"""Who sees what in Ghost Town: the table of its rulebook, and what is never said.

What the deliverers know of the town is what a plain game master reports of it (test_moderator.py).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from contract.piles import Pair, Pile, Secrets, facts, placed
from fattorino.games.ghost_town import state as gt, town
from fattorino.games.ghost_town.rules import open_play
from fattorino.games.ghost_town.state import BARRIER_KEEP, Card, Phase, Place, Report, Tile
from fattorino.kernel.match import Match
from fattorino.kernel.records import NONE, new_log
from games.ghost_town.test_moderator import moderator_of

ANY_VOICE = gt.Oink.CONFUSING.value  # and above: no rule says which
TRIES = 3  # towns looked for in each position


def piles(state: Any, viewer: int) -> list[Pile]:
    master = viewer == state.n
    n, open_town = int(state.n), master or (state.over and state.reveal)
    lines = int(state.n_records)
    tile = np.asarray(state.tile)
    found = [
        facts("walls", open_town, np.flatnonzero(tile == Tile.WALL)),
        facts("graves", open_town, np.flatnonzero(tile == Tile.GRAVE)),
        facts("boxes", open_town, state.box_at),
        facts("signboards", open_town, state.sign_at),
        facts("starts", open_town, state.start_at),
        facts("teleports", open_town, state.teleport_at),
        facts(
            "pigs", open_town, *(np.flatnonzero(tile == pig) for pig in (Tile.LITTLE_PIG, Tile.PARENT_PIG))
        ),
        facts("Monkey", open_town, np.flatnonzero(tile == Tile.MONKEY)),
        facts("Crow", open_town, np.flatnonzero(tile == Tile.CROW)),
        facts("Manhole Covers", open_town, np.flatnonzero(tile == Tile.MANHOLE_COVER)),
        facts("ghosts", open_town, state.ghosts),
        facts("ghosts left in supply", open_town, state.supply),
        facts("pizzas on the map", open_town, np.asarray(state.box_at)[np.asarray(state.pizza) == 1]),
        facts("houses on the map", open_town, np.asarray(state.sign_at)[np.asarray(state.house) == 1]),
        facts("positions", open_town, state.position),
        facts("paths", open_town, state.path[:lines]),
        facts("a Barrier is considered", viewer == state.seat, state.phase == Phase.BARRIER),
        facts("tiles laid", True, state.placed),
        facts("course", True, state.turn, state.place, state.carried, state.covers),
        facts("round tiles taken", True, state.monkey_of, state.crow_of),
        Pile("reports", True, [] if state.phase == Phase.BUILD else reports_of(state)),
    ]
    for batch in range(int(state.batches)):  # frames and reshuffles are open: who holds how many of each
        sort = f"card of batch {batch}"
        among = np.flatnonzero(np.asarray(state.batch) == batch).tolist()
        for k in range(n):
            found.append(placed("hand", k == viewer, state.card_at, k, sort, among))
            found.append(placed("hand taken along", k == viewer, state.card_at, Place.GONE + k, sort, among))
        found += [
            placed("deck", False, state.card_at, Place.DECK, sort, among),
            placed("left out", False, state.card_at, Place.LEFT_OUT, sort, among),
            placed("used cards", True, state.card_at, Place.USED, sort, among),
            placed("cards revealed", True, state.card_at, Place.IN_PLAY, sort, among),
        ]
    return found


# -- what is said of the town ------------------------------------------------------------------------------


def reports_of(state: Any) -> list[Any]:
    """What a plain game master says about all actions so far, and the voices that are a matter of choice."""
    plain = moderator_of(state)
    plain.oink = min(plain.oink, ANY_VOICE)
    said: list[Any] = []
    for line in range(int(state.n_records)):
        seat, action = int(state.by[line]), int(state.action[line])
        if action != NONE:  # else an opening report
            barrier = bool(int(state.said[line]) >> Report.BARRIER_USED & 1)
            said += plain.act(seat, action, int(state.extra[line]), barrier)
        if plain.at[seat] is not None:
            said += [None if found is None else sorted(found) for found in plain.surroundings(seat)]
        if plain.oink == ANY_VOICE and int(state.said[line]) >> Report.OINK & 1:
            said.append(int(state.detail[line]))
    return said


def other_town(*kinds: int) -> Callable[[Match, int, Any], Pair]:
    """The same actions, with the same reports, in a town in which a tile (of these kinds) lies elsewhere."""

    def other(match: Match, viewer: int, chance: Any) -> Pair:
        if match.state[0].phase == Phase.BUILD or match.options["town"] != "random":
            return None
        for _ in range(TRIES):
            twin = match.game.new(seed=match.seed, **match.options)
            if rebuild(twin.state[0], kinds, chance) and replayed(twin, match.actions):
                if reports_of(twin.state[0]) == reports_of(match.state[0]):
                    return match.copy(), twin
        return None

    return other


def other_hand(match: Match, viewer: int, chance: Any) -> Pair:
    """A deliverer moves into a ghost, and in one world only has a Barrier to use."""
    one, twin = match.copy(), match.copy()
    state = match.state[0]
    seat = int(state.seat)
    if state.phase != Phase.ACT or seat == viewer:
        return None
    squares = [gt.next_square(int(state.position[seat]), move) for move in range(gt.STRAIGHT)]
    moves = [move for move, there in enumerate(squares) if there >= 0 and int(state.ghosts) >> there & 1]
    barriers = range(gt.first_card(Card.BARRIER), gt.first_card(Card.BARRIER + 1))
    unseen = [card for card in barriers if state.card_at[card] in (Place.DECK, Place.LEFT_OUT)]
    held = np.flatnonzero(state.card_at == seat).tolist()
    pairs = [(a, b) for a in held for b in unseen if state.batch[a] == state.batch[b]]
    if not moves or not pairs or any(card in barriers for card in held):
        return None
    mine, barrier = pairs[int(chance.integers(len(pairs)))]
    cards = twin.state[0].card_at
    cards[mine], cards[barrier] = cards[barrier], cards[mine]
    move = gt.MOVE + int(chance.choice(moves))
    for world in (one, twin):
        world.play(move)
    return one, twin


def rebuild(state: Any, kinds: tuple[int, ...], chance: Any) -> bool:
    """Lay the tiles again, one of them elsewhere; a tile that lay there goes where that one lay."""
    tiles = [town.tile_to_place(state, step) for step in range(town.tiles_in_all(state))]
    left: dict[int, Any] = {tile: np.flatnonzero(np.asarray(state.tile) == tile).tolist() for tile in Tile}
    at: dict[int, Any] = {
        Tile.START: state.start_at,
        Tile.BOX: state.box_at,
        Tile.SIGNBOARD: state.sign_at,
        Tile.TELEPORT: state.teleport_at,
    }
    spots = [int(at[tile][face]) if tile in at else left[tile].pop() for tile, face in tiles]
    possible = sorted({tile for tile, _face in tiles if tile in kinds or not kinds})
    if not possible:
        return False
    kind = chance.choice(possible)
    moved = int(chance.choice([step for step, (tile, _face) in enumerate(tiles) if tile == kind]))
    for there in chance.permutation(gt.SQUARES).tolist():
        changed = [spots[moved] if spot == there else spot for spot in spots]
        changed[moved] = there
        if changed != spots and lay_all(state, tiles, changed):
            open_play(state, new_log())
            return True
    return False


def lay_all(state: Any, tiles: list[tuple[int, int]], spots: list[int]) -> bool:
    """Lay these tiles on these squares; false if the rules do not allow it, or not with this difficulty."""
    town.clear_town(state)
    for (tile, face), square in zip(tiles, spots, strict=True):
        if not town.as_far(state, tile, face) >> square & 1 or town.check_build(state, tile, face, square):
            return False
        town.lay(state, tile, face, square)
    return True


def replayed(twin: Match, actions: list[int]) -> bool:
    """Play these actions; false if one is not legal."""
    for action in actions:
        if twin.over or twin.why_not(action) is not None:
            return False
        twin.play(action)
    return True


EVERYTHING = {"variant_pigs": True, "variant_monkey": True, "variant_crow": True, "variant_manholes": True}
SECRETS = Secrets(
    settings=[
        {"seats": 2},
        {"seats": 3, "difficulty": "any", "reveal_after_game": False} | EVERYTHING,
        {"seats": 2, "town": "human_gm", "variant_pigs": True, "oink": "game_master"},
        {"seats": 2, "difficulty": "any", "oink": "confusing", "report_distance": True} | EVERYTHING,
        {"seats": 3, "town": "designed", "opening_report": True, "gm_can_win": True},
    ],
    hidden=frozenset(
        {
            "walls",
            "graves",
            "boxes",
            "signboards",
            "starts",
            "teleports",
            "pigs",
            "Monkey",
            "Crow",
            "Manhole Covers",
            "ghosts",
            "ghosts left in supply",
            "pizzas on the map",
            "houses on the map",
            "positions",
            "paths",
            "a Barrier is considered",
            "hand",
            "hand taken along",
            "deck",
            "left out",
        }
    ),
    piles=piles,
    choices=frozenset({"where a tile is laid"}),
    unseen=lambda state, viewer: "where a tile is laid" if state.phase == Phase.BUILD else "",
    silence=lambda state: BARRIER_KEEP if state.phase == Phase.BARRIER else None,
    harmless={
        "field house": "taking a pizza names its icon",
        "field pizza": "taking a pizza names its icon",
        **dict.fromkeys(
            ("field detail", "field distance", "field near_walls", "field signs"),
            "reports are written when everybody hears them",
        ),
    },
    others={
        "another town": other_town(),
        "graves": other_town(Tile.GRAVE),
        "paths": other_town(Tile.START),
        "boxes": other_town(Tile.BOX),
        "signboards": other_town(Tile.SIGNBOARD),
        "teleports": other_town(Tile.TELEPORT),
        "pigs": other_town(Tile.LITTLE_PIG, Tile.PARENT_PIG),
        "Monkey": other_town(Tile.MONKEY),
        "Crow": other_town(Tile.CROW),
        "Manhole Covers": other_town(Tile.MANHOLE_COVER),
        "who holds a Barrier": other_hand,
    },
)
