"""The texts of Ghost Town: names, labels, prompts, the result."""

from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.town import tile_to_place
from fattorino.kernel.game import Role
from fattorino.kernel.i18n import _, cached_per_language, listed
from fattorino.kernel.records import NONE, Seat

DIRECTION_NAMES: list[str] = s.COMPONENTS["directions"]["name"]
CARD_NAMES: list[str] = [card["name"] for card in s.COMPONENTS["psychic_card"]]
CARD_TEXTS: list[str] = [card["text"] for card in s.COMPONENTS["psychic_card"]]
KEYS: dict[str, str] = {
    block["id"].upper(): block["key"] for block in s.COMPONENTS["action_range"] if "key" in block
}
TILE_NAMES: dict[int, str] = {tile: row["name"] for tile, row in s.TILES if "name" in row}
VOICE_NAMES: list[str] = [voice["name"] for voice in s.COMPONENTS["voice"]]


def direction_name(direction: int) -> str:
    return _(DIRECTION_NAMES[direction])


def away(columns: int, rows: int) -> str:
    """A square as seen from another one."""
    parts = []
    if rows:
        parts.append((_("{n} up") if rows < 0 else _("{n} down")).format(n=abs(rows)))
    if columns:
        parts.append((_("{n} left") if columns < 0 else _("{n} right")).format(n=abs(columns)))
    return ", ".join(parts) or _("right here")


def icon_name(icon: int) -> str:
    return {"shrimp": _("Shrimp"), "basil": _("Basil"), "cheese": _("Cheese")}[s.ICONS[icon]]


def card_name(kind: int) -> str:
    return _(CARD_NAMES[kind])


def card_effect(kind: int) -> str:
    """What a card does, in one line for a hand."""
    return _(CARD_TEXTS[kind])


def tile_name(tile: int, face: int) -> str:
    if tile == s.Tile.TELEPORT:
        return [_("the circle teleport"), _("the triangle teleport"), _("the square teleport")][face]
    return _(TILE_NAMES[tile]).format(number=face + 1, icon=icon_name(face))


def roles(options: dict[str, Any]) -> list[Role]:
    """The deliverers in turn order, then the game master, who may not chat."""
    human = options["town"] == "human_gm"
    deliverers = [Role(_("Deliverer {number}").format(number=k + 1)) for k in range(options["seats"])]
    return [
        *deliverers,
        Role(
            _("Game master"),
            decides=human,
            scores=human or options["gm_can_win"],
            talks=False,
            builds=True,
        ),
    ]


def draft_view(view: Any, seat: int) -> Any:
    """A game master's view to try towns from, with the longest turn limit.

    Within the usual one most towns defeat the deliverers who try them, and none looks better than another.
    """
    if view.phase != s.Phase.BUILD or seat != view.n:
        return None
    longer = view.copy()
    longer.turn_limit = max(s.TURN_LIMITS)
    return longer


def is_interruption(view: Any) -> bool:
    """GT-INFO-5: whether this is the secret question for a Barrier."""
    return bool(view.phase == s.Phase.BARRIER)


def check_options(options: dict[str, Any]) -> str:
    """Why these options cannot be combined, or ''."""
    if options["oink"] == "game_master" and options["town"] != "human_gm":
        return _("oink=game_master asks a game master in a seat: it needs town=human_gm")
    if not options["town_id"]:
        return ""
    if options["town"] != "designed":
        return _("town_id names a ready-made town: it needs town=designed")
    players = next(town["players"] for town in s.COMPONENTS["town"] if town["id"] == options["town_id"])
    if players != options["seats"]:
        return _("town {town} is for {players} deliverers, not {seats}").format(
            town=options["town_id"], players=players, seats=options["seats"]
        )
    return ""


def seat_name(seat: Seat, viewer: Seat) -> str:
    """A deliverer's name for a viewer: You, or Deliverer 2."""
    return _("You") if seat == viewer else _("Deliverer {number}").format(number=seat + 1)


# -- decisions -------------------------------------------------------------------------------------------


@cached_per_language
def action_name(action: int) -> str:
    """An action of a deliverer, in words."""
    block, place = s.SPACE.block(action)
    if block.name == "MOVE":
        return _("Move {direction}").format(direction=direction_name(place))
    if block.name == "ATTACK":
        return _("Attack {direction}").format(direction=direction_name(place))
    if block.name == "BARRIER_USE":
        return _("Use the Anti-Ghost Barrier")
    if block.name == "BARRIER_KEEP":
        return _("Keep the Anti-Ghost Barrier")
    if block.name == "OINK":
        return _(VOICE_NAMES[place])
    kind = s.CARDS.index(block.name.lower())
    if block.size == 1:
        return card_name(kind)
    direction = direction_name(s.direction_of(action))
    return _("{card} {direction}").format(card=card_name(kind), direction=direction)


def label(view: Any, action: int) -> str:
    """What an action does, in words."""
    if s.ATTACK <= action < s.HOP_STEP:
        return _("Attack {direction} (a hit brings a card)").format(
            direction=direction_name(action - s.ATTACK)
        )
    if action == s.BARRIER_USE:
        return _("Use the Anti-Ghost Barrier and step in")
    if action == s.BARRIER_KEEP:
        return _("Keep the Anti-Ghost Barrier and stay here")
    if action < s.SQUARE or action >= s.OINK:
        return action_name(action)
    if view.phase != s.Phase.BUILD:
        return _("Place a tile on {square}").format(square=s.square_name(action - s.SQUARE))
    tile, face = tile_to_place(view, int(view.placed))
    return _("Place {tile} on {square}").format(
        tile=tile_name(tile, face), square=s.square_name(action - s.SQUARE)
    )


def key(action: int) -> str:
    """A short key to type for an action: m + direction, a + direction, h/d/r/b + direction, s, p, y, n."""
    block, place = s.SPACE.block(action)
    if block.name == "SQUARE":
        return s.square_name(place).lower()
    if block.name == "OINK":
        return ["o", "os", "od"][place]
    if block.size == 1:
        return KEYS[block.name]
    direction = s.DIRECTIONS[s.direction_of(action)]
    return KEYS[block.name] + "".join(word[0] for word in direction.split("_"))


def target(view: Any, action: int) -> str:
    """The id of an action's target on the board, or ''."""
    block, place = s.SPACE.block(action)
    if block.name == "SQUARE":
        return f"square-{place}" if view.phase == s.Phase.BUILD else ""
    if block.name in ("MOVE", "ATTACK"):
        return f"{block.name.lower()}-{s.DIRECTIONS[place]}"
    if block.name.lower() in s.CARDS:
        return f"card-{block.name.lower()}"  # the card in the hand
    if block.name == "BARRIER_USE" and view.phase != s.Phase.BARRIER:  # in that phase, buttons
        return f"card-{s.CARDS[s.Card.BARRIER]}"
    return ""


def prompt(view: Any, seat: Seat) -> str:
    """The question for a seat, or what it is waiting for."""
    if view.over:
        return _("The game is over.")
    mover = int(view.seat)
    if view.phase == s.Phase.BUILD:
        tile, face = tile_to_place(view, int(view.placed))
        if seat == mover:
            return _("Choose a square for {tile}.").format(tile=tile_name(tile, face))
        return _("The game master is building the town ({placed} tiles so far).").format(
            placed=int(view.placed)
        )
    if view.phase == s.Phase.OINK:
        if seat != mover:
            return _("A pig! The game master decides how it oinks.")
        return _("{who} has stepped on {tile}. How does it oink?").format(
            who=seat_name(int(view.by[view.n_records]), seat),
            tile=tile_name(int(view.tile[view.position[view.by[view.n_records]]]), 0),
        )
    if seat != mover:
        words = _("Turn {turn} of {limit}: waiting for {who}.")
        if 0 <= seat < view.n and view.place[seat] > 0:
            words = _("You have won. Turn {turn} of {limit}: {who} plays on.")
        return words.format(turn=int(view.turn), limit=int(view.turn_limit), who=seat_name(mover, seat))
    if view.phase == s.Phase.BARRIER:
        return _("A ghost is in the way. Use your Anti-Ghost Barrier?")
    if view.phase == s.Phase.EXTRA:
        return _("You are back at your start. Now move or attack.")
    words = _("Turn {turn} of {limit}: move or attack.")
    if any(kind != s.Card.BARRIER for kind in own_cards(view, seat)):
        words = _("Turn {turn} of {limit}: move, attack or play a card.")
    return words.format(turn=int(view.turn), limit=int(view.turn_limit))


# -- the result -----------------------------------------------------------------------------------------


def place_name(place: int) -> str:
    """The name of a place among those who delivered: first, second, third; none where they are not ranked."""
    return ["", _("first"), _("second"), _("third"), _("fourth"), _("fifth"), _("sixth")][place]


def out_words(place: int) -> str:
    """What somebody did who is out; in which place, where that counts."""
    return _("delivered in {place} place").format(place=place_name(place)) if place else _("delivered")


def score_breakdown(view: Any) -> list[list[tuple[str, int]]]:
    """Each seat's score, line by line, so far or final."""
    lines: list[list[tuple[str, int]]] = []
    for k in range(int(view.n)):
        carried = int(view.carried[k])
        if view.place[k]:
            text = _("Delivered the {icon} pizza, in {place} place")
            if not view.ranking:
                text = _("Delivered the {icon} pizza")
            text = text.format(icon=icon_name(carried), place=place_name(int(view.place[k])))
            lines.append([(text, 1)])
        elif carried != NONE:
            words = _("Still carried the {icon} pizza") if view.over else _("Carries the {icon} pizza")
            lines.append([(words.format(icon=icon_name(carried)), 0)])
        else:
            lines.append([(_("Found no pizza") if view.over else _("No pizza yet"), 0)])
    if view.gm_can_win:
        nobody = int(view.n_out) == 0
        lines.append([(_("Nobody delivered") if nobody else _("Somebody delivered"), int(nobody))])
    elif view.town == s.Town.HUMAN_GM:
        lines.append([(_("The game master neither wins nor loses"), 0)])
    return lines


def own_cards(view: Any, seat: Seat) -> list[int]:
    """The kinds of the cards in a hand, with repetitions."""
    return [s.kind_of(card) for card in range(s.N_CARDS) if view.card_at[card] == seat]


# -- the cards everybody can count ------------------------------------------------------------------------


def hand_size(view: Any, seat: Seat) -> int:
    """How many cards a deliverer holds, which is public; none after a delivery (GT-TURN-4)."""
    return 0 if view.place[seat] > 0 else sum(int(size) for size in view.held[seat])


def deck_size(view: Any) -> int:
    """How many cards the deck has, which is public: those of the newest batch not yet drawn."""
    newest = int(view.batches) - 1
    size = sum(1 for card in range(s.N_CARDS) if view.batch[card] == newest)
    return size - sum(int(held[newest]) for held in view.held) - len(used_cards(view, newest))


def used_cards(view: Any, batch: int = NONE) -> list[int]:
    """The kinds of the face-up cards, of one batch or of all."""
    return [
        s.kind_of(card)
        for card in range(s.N_CARDS)
        if view.card_at[card] in (s.Place.USED, s.Place.IN_PLAY) and batch in (NONE, view.batch[card])
    ]


def used_words(view: Any) -> str:
    """The face-up cards, by kind."""
    used = used_cards(view)
    return listed([f"{card_name(kind)} × {used.count(kind)}" for kind in sorted(set(used))], _("none"))
