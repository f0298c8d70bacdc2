"""A town from a file: the first moves of a game whose town a person built.

The file is TOML with the fields of a town in components.toml: `grid`, and for round tiles `variant_spots`
with `variants`, a list of the variants in use; a bare grid of seven lines is enough.
"""

import tomllib
from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.town import CODES, FACES, TELEPORT_FACES, read_grid
from fattorino.kernel.errors import BadOpening
from fattorino.kernel.tables import parse_toml

VARIANTS: dict[s.Tile, str] = {tile: row["option"] for tile, row in s.ROUND_TILES}
MOST: dict[s.Tile, int] = {tile: row.get("count", 1) for tile, row in s.ROUND_TILES}
FEWEST = MOST | {s.Tile.LITTLE_PIG: s.N_PIGS}


def opening(text: str) -> tuple[dict[str, Any], list[int]]:
    """The options and the building moves that make this town."""
    town = _read(text)
    tiles = _tiles(town["grid"])
    players = len([1 for _, tile, _ in tiles if tile == s.Tile.START])
    icons = sorted(face for _, tile, face in tiles if tile == s.Tile.BOX)
    if players not in s.OPTIONS["seats"].values:
        raise BadOpening(f"a town has 2 or 3 starts (S1, S2, S3), this one has {players}")
    wanted = {s.Tile.START: players, s.Tile.BOX: players, s.Tile.SIGNBOARD: players}
    wanted |= {s.Tile.GRAVE: s.N_GRAVES, s.Tile.WALL: s.N_WALLS, s.Tile.TELEPORT: s.N_TELEPORTS}
    for tile, count in wanted.items():
        found = len([1 for _, other, _ in tiles if other == tile])
        if found != count:
            raise BadOpening(
                f"a town for {players} deliverers has {count} {tile.name.lower()} tiles, this one {found}"
            )
    for tile, faces in ((s.Tile.START, range(players)), (s.Tile.BOX, icons), (s.Tile.SIGNBOARD, icons)):
        got = sorted(face for _, other, face in tiles if other == tile)
        if got != list(faces) or len(set(got)) != len(got):
            raise BadOpening(f"the {tile.name.lower()} tiles do not fit together: each number and icon once")
    options: dict[str, Any] = {"town": "human_gm", "seats": players}
    if players < len(s.ICONS):
        options["two_player_icons"] = tuple(s.ICONS[icon] for icon in icons)
    placed = sorted(tiles, key=lambda entry: (entry[1], entry[2], entry[0]))  # GT-BUILD-1: kinds in order
    moves = [s.SQUARE + square for square, _, _ in placed]
    for tile, spots in _round_tiles(town).items():
        options[VARIANTS[tile]] = True
        moves += [s.SQUARE + square for square in spots]
        if tile == s.Tile.LITTLE_PIG and len(spots) > s.N_PIGS:  # GT-VAR-PIG-1
            options["extra_pigs"] = len(spots) - s.N_PIGS
    return options, moves


def _read(text: str) -> dict[str, Any]:
    if "grid" not in text:
        return {"grid": text}
    try:
        town = parse_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise BadOpening(f"the town file is not TOML: {error}") from None
    except RecursionError:
        raise BadOpening("the town file is nested too deeply") from None
    town = town["town"][0] if isinstance(town.get("town"), list) and town["town"] else town
    if not isinstance(town.get("grid"), str):
        raise BadOpening("the town file has no grid")
    return town


def _tiles(grid: str) -> list[tuple[int, s.Tile, int]]:
    codes = grid.split()
    if len(codes) != s.SQUARES:
        raise BadOpening(
            f"a town has {s.HEIGHT} rows of {s.WIDTH} squares, {s.SQUARES} in all; this one has {len(codes)}"
        )
    for square, code in enumerate(codes):
        faces = TELEPORT_FACES if code[0] == "T" else FACES
        if code != ".." and (len(code) != 2 or code[0] not in CODES or code[1] not in faces):
            raise BadOpening(
                f"{s.square_name(square)} holds {code!r}; squares are "
                ".. S1 S2 S3 Bs Bb Bc Hs Hb Hc Gr Wa Tc Tt Ts"
            )
    return read_grid(grid)


def _round_tiles(town: dict[str, Any]) -> dict[s.Tile, list[int]]:
    variants = town.get("variants", [])
    known = list(dict.fromkeys(VARIANTS.values()))
    if not isinstance(variants, list) or any(name not in known for name in variants):
        raise BadOpening(f"variants is a list of {', '.join(known)}, not {variants!r}")
    spots = town.get("variant_spots", {})
    found: dict[s.Tile, list[int]] = {}
    for tile, row in s.ROUND_TILES:
        if VARIANTS[tile] in variants:
            name: str = row["spots"]
            names = spots.get(name, [])
            if any(len(n) != 2 or n[0] not in s.COLUMNS or n[1] not in s.ROWS for n in names):
                raise BadOpening(f"variant_spots.{name} must name squares from A1 to G7, not {names}")
            fewest, most = FEWEST[tile], MOST[tile]
            if not fewest <= len(names) <= most:
                wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
                raise BadOpening(f"variant_spots.{name} must name {wanted} squares, not {len(names)}")
            found[tile] = [s.square_number(n) for n in names]
    return found
