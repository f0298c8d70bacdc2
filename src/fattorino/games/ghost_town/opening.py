"""A town from a file: the first moves of a game whose town a person built.

The file is TOML with the fields of a town in components.toml: `grid`, and for round tiles `variant_spots`
with `variants`, a list of the variants to play with; a bare grid of seven lines will do as well.
"""

import tomllib
from typing import Any

from fattorino.games.ghost_town.state import (
    COLUMNS,
    HEIGHT,
    ICONS,
    MOST_PIGS,
    N_GRAVES,
    N_MANHOLES,
    N_PIGS,
    N_TELEPORTS,
    N_WALLS,
    OPTIONS,
    ROWS,
    SQUARE,
    SQUARES,
    WIDTH,
    Tile,
    square_number,
)
from fattorino.games.ghost_town.town import CODES, FACES, SPOTS, TELEPORT_FACES, read_grid
from fattorino.kernel.errors import BadOpening

VARIANTS = {
    Tile.LITTLE_PIG: "variant_pigs",
    Tile.PARENT_PIG: "variant_pigs",
    Tile.MONKEY: "variant_monkey",
    Tile.CROW: "variant_crow",
    Tile.MANHOLE: "variant_manholes",
}

FEWEST = {Tile.LITTLE_PIG: N_PIGS, Tile.MANHOLE: N_MANHOLES}  # one of each of the others
MOST = {Tile.LITTLE_PIG: MOST_PIGS, Tile.MANHOLE: N_MANHOLES}


def opening(text: str) -> tuple[dict[str, Any], list[int]]:
    """The options and the building moves that make this town."""
    town = _read(text)
    tiles = _tiles(town["grid"])
    players = len([1 for _, tile, _ in tiles if tile == Tile.START])
    icons = sorted(face for _, tile, face in tiles if tile == Tile.BOX)
    if players not in OPTIONS["seats"].values:
        raise BadOpening(f"a town has 2 or 3 starts (S1, S2, S3), this one has {players}")
    wanted = {Tile.START: players, Tile.BOX: players, Tile.SIGNBOARD: players}
    wanted |= {Tile.GRAVE: N_GRAVES, Tile.WALL: N_WALLS, Tile.TELEPORT: N_TELEPORTS}
    for tile, count in wanted.items():
        found = len([1 for _, other, _ in tiles if other == tile])
        if found != count:
            raise BadOpening(
                f"a town for {players} deliverers has {count} {tile.name.lower()} tiles, this one {found}"
            )
    for tile, faces in ((Tile.START, range(players)), (Tile.BOX, icons), (Tile.SIGNBOARD, icons)):
        got = sorted(face for _, other, face in tiles if other == tile)
        if got != list(faces) or len(set(got)) != len(got):
            raise BadOpening(f"the {tile.name.lower()} tiles do not fit together: each number and icon once")
    options: dict[str, Any] = {"town": "human_gm", "seats": players}
    if players < len(ICONS):
        options["two_player_icons"] = tuple(ICONS[icon] for icon in icons)
    order = [Tile.START, Tile.BOX, Tile.SIGNBOARD, Tile.GRAVE, Tile.WALL, Tile.TELEPORT]
    placed = sorted(tiles, key=lambda entry: (order.index(entry[1]), entry[2], entry[0]))
    moves = [SQUARE + square for square, _, _ in placed]
    for tile, spots in _round_tiles(town).items():
        options[VARIANTS[tile]] = True
        moves += [SQUARE + square for square in spots]
        if tile == Tile.LITTLE_PIG and len(spots) > N_PIGS:  # GT-VAR-PIG-1
            options["extra_pigs"] = len(spots) - N_PIGS
    return options, moves


def _read(text: str) -> dict[str, Any]:
    if "grid" not in text:
        return {"grid": text}
    try:
        town = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadOpening(f"the town file is not TOML: {error}") from None
    town = town["town"][0] if isinstance(town.get("town"), list) and town["town"] else town
    if not isinstance(town.get("grid"), str):
        raise BadOpening("the town file has no grid")
    return town


def _tiles(grid: str) -> list[tuple[int, Tile, int]]:
    codes = grid.split()
    if len(codes) != SQUARES:
        raise BadOpening(
            f"a town has {HEIGHT} rows of {WIDTH} squares, {SQUARES} in all; this one has {len(codes)}"
        )
    for square, code in enumerate(codes):
        faces = TELEPORT_FACES if code[0] == "T" else FACES
        if code != ".." and (len(code) != 2 or code[0] not in CODES or code[1] not in faces):
            raise BadOpening(
                f"{COLUMNS[square % WIDTH]}{ROWS[square // WIDTH]} holds {code!r}; squares are "
                ".. S1 S2 S3 Bs Bb Bc Hs Hb Hc Gr Wa Tc Tt Ts"
            )
    return read_grid(grid)


def _round_tiles(town: dict[str, Any]) -> dict[Tile, list[int]]:
    variants = town.get("variants", [])
    known = list(dict.fromkeys(VARIANTS.values()))
    if not isinstance(variants, list) or any(name not in known for name in variants):
        raise BadOpening(f"variants is a list of {', '.join(known)}, not {variants!r}")
    spots = town.get("variant_spots", {})
    found: dict[Tile, list[int]] = {}
    for tile, name in SPOTS.items():
        if VARIANTS[tile] in variants:
            names = spots.get(name, [])
            if any(len(n) != 2 or n[0] not in COLUMNS or n[1] not in ROWS for n in names):
                raise BadOpening(f"variant_spots.{name} must name squares from A1 to G7, not {names}")
            fewest, most = FEWEST.get(tile, 1), MOST.get(tile, 1)
            if not fewest <= len(names) <= most:
                wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
                raise BadOpening(f"variant_spots.{name} must name {wanted} squares, not {len(names)}")
            found[tile] = [square_number(n) for n in names]
    return found
