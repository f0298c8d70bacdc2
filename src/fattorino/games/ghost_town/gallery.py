"""Every component of the Ghost Town with what it does and how it is drawn."""

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.scene import CARD_SYMBOLS, TELEPORT_SYMBOLS
from fattorino.games.ghost_town.words import card_effect, card_name, icon_name, tile_name
from fattorino.kernel.game import Piece
from fattorino.kernel.i18n import _


def gallery() -> list[tuple[str, list[Piece]]]:
    """Every component with what it does and how it is drawn."""
    tiles: list[Piece] = [
        (tile_name(s.Tile.START, k), _("where deliverer {n} begins").format(n=k + 1), "start_tile", (k,))
        for k in range(s.MAX_DELIVERERS)
    ]
    for title, note, macro, full in (
        (_("the box with the {icon} pizza"), _("until it is taken, it can be sensed"), "box_tile", True),
        (_("the empty {icon} box"), _("an ordinary square"), "box_tile", False),
        (_("the {icon} signboard"), _("here a house will appear"), "sign_tile", False),
        (_("the {icon} house"), _("appears when that pizza is taken"), "sign_tile", True),
    ):
        for number, icon in enumerate(s.ICONS):
            tiles.append((title.format(icon=icon_name(number)), note, macro, (icon, full)))
    tiles += [
        (tile_name(s.Tile.GRAVE, 0), _("a ghost begins here"), "grave_tile", (True,)),
        (_("a grave without a ghost"), _("an ordinary square"), "grave_tile", (False,)),
        (_("a ghost on its own"), _("appears around a new house"), "ghost_alone", ()),
        (
            tile_name(s.Tile.WALL, 0),
            _("stops a step; feels like the edge of the map"),
            "plain_tile",
            ("wall",),
        ),
    ]
    for face, symbol in enumerate(TELEPORT_SYMBOLS):
        title = tile_name(s.Tile.TELEPORT, face)
        tiles.append((title, _("leads on to the next teleport"), "plain_tile", (symbol,)))
    rounds: list[Piece] = [
        (tile_name(tile, 0), _(row["text"]), "round_tile", (row["symbol"],)) for tile, row in s.ROUND_TILES
    ]
    cards: list[Piece] = [
        (card_name(kind), card_effect(kind), "psychic_card", (symbol,))
        for kind, symbol in enumerate(CARD_SYMBOLS)
    ]
    tokens: list[Piece] = [
        (_("Deliverer {number}").format(number=k + 1), _("a deliverer's token"), "token", (k,))
        for k in range(s.MAX_DELIVERERS)
    ]
    return [
        (_("Tiles"), tiles),
        (_("Round tiles of the variants"), rounds),
        (_("Psychic cards"), cards),
        (_("Tokens"), tokens),
    ]
