"""The texts of Papà Paolo: roles, prompts, labels. The words of each question are in its own file."""

from typing import Any, TypeAlias

from fattorino.games.papa_paolo import names, state as s, tables as t
from fattorino.games.papa_paolo.rules import score
from fattorino.games.papa_paolo.rules.catalog import QUESTIONS
from fattorino.games.papa_paolo.rules.question import Label
from fattorino.games.papa_paolo.rules.questions import investment_choice
from fattorino.games.papa_paolo.state import Phase
from fattorino.kernel.game import Role
from fattorino.kernel.i18n import _
from fattorino.kernel.records import NONE, Seat

Account: TypeAlias = list[tuple[str, int]]  # a score line by line: what, how many points
LEFT_OVER = 3  # the line of the pizzas left over

_USUAL: dict[str, Label] = {
    block: text for made in QUESTIONS.values() for block, text in made.labels.items()
} | {
    "CELL": lambda view, cell: _("Square {cell}").format(cell=t.cell_name(cell)),
    **investment_choice.LABELS,
}  # used if the current question has no label of its own


def roles(options: dict[str, Any]) -> list[Role]:
    """The players, clockwise."""
    return [Role(_("Player {number}").format(number=k + 1)) for k in range(options["seats"])]


def check_options(settings: dict[str, Any]) -> str:
    """PP-VAR-1: why these options cannot be combined, or ''."""
    if settings["variant_a_start_coin"] and settings["variant_b_reverse_order"]:
        return _("variant_a_start_coin and variant_b_reverse_order exclude each other: choose one")
    if settings["variant_b_reverse_order"] and settings["seats"] == 2:
        return _("variant_b_reverse_order is for three or four players")
    if settings["variant_d_preview_delivery"] and settings["seats"] != 2:
        return _("variant_d_preview_delivery is for two players")
    return ""


def label(view: Any, action: int) -> str:
    """What an action does, in words, for the seat that decides."""
    block, place = s.SPACE.block(action)
    asked = QUESTIONS.get(int(view.phase))
    own = asked.labels if asked else {}
    return own.get(block.name, _USUAL[block.name])(view, place)


def prompt(view: Any, seat: Seat) -> str:
    """The question for a seat, or what it is waiting for."""
    if view.over:
        return _("The game is over.")
    if view.seat == seat:
        return QUESTIONS[int(view.phase)].prompt(view)
    return _("Waiting for {who}.").format(who=names.seat_name(int(view.seat), seat))


_KEYS = {
    "SLOT": [f"s{slot // s.SLOTS_WIDE + 1}{slot % s.SLOTS_WIDE + 1}" for slot in range(s.N_SLOTS)],
    "TAKE": ["take"], "SPONSOR": ["sponsor"], "SHOP": ["shop"], "EXPRESS": ["express"], "BUILD": ["build"],
    "IDLE": ["nothing"], "CELL": [t.cell_name(cell).lower() for cell in range(s.CELLS)],
    "ROT": [f"r{quarters}" for quarters in range(s.N_SIDES)],
    "BUY": [f"buy{pizzas}" for pizzas in range(1, t.MAX_BUY + 1)],
    "PRICE": [f"shop{price}" for price in t.PRICES], "STEP": [side.lower() for side in s.SIDES],
    "DROP": ["drop"], "END_TOUR": ["end"], "END_DELIVERY": ["stop"],
    "BID": [f"{k % s.PIAZZA_COLUMNS + 1}/{k // s.PIAZZA_COLUMNS + 1}" for k in range(s.N_BIDS)],
    "BID2": [f"bid{lire}" for lire in range(1, s.BID2_MAX + 1)], "PASS": ["pass"], "COLOUR": s.COLOURS,
    "USE_ACTION": ["use"], "USE_XP": ["step"],
    "DELIVERY": [f"tile{number}" for number in range(1, s.N_TICKETS + 1)],
    "START": [f"start{number}" for number in range(1, s.MAX_SEATS + 1)],
}  # fmt: skip


def key(action: int) -> str:
    """A short key to type: s23 a slot, e4 a square, n e s w on the road, 2/4 a bid, and so on."""
    block, place = s.SPACE.block(action)
    return _KEYS[block.name][place]


def target(view: Any, action: int) -> str:
    """The id of an action's target on the board, or ''."""
    block, place = s.SPACE.block(action)
    name = block.name
    if name in ("STEP", "DROP"):
        if view.phase != Phase.ROAD or view.seat < 0:
            return ""
        cell = int(view.cell[int(view.seat), int(view.tour_at)])
        cell = cell if name == "DROP" else t.beside(cell, place)
        return f"cell-{cell}" if cell != NONE else ""
    if name == "TAKE":
        return f"slot-{int(view.slot)}" if view.phase == Phase.USE else ""
    if name.lower() in s.DEEDS:
        return f"deed-{name.lower()}"
    if name == "COLOUR":
        return f"colour-{s.COLOURS[place]}"
    if name == "PRICE":
        return f"shop-{t.PRICES[place]}"
    if name in ("BUY", "DELIVERY", "START"):
        return f"{name.lower()}-{place + 1}"
    if name == "BID2":
        return f"amount-{place + 1}"
    return name.lower().replace("_", "-") if block.size == 1 else f"{name.lower()}-{place}"


def score_breakdown(view: Any) -> list[Account]:
    """Each seat's score, line by line, so far or final."""
    return [account(view, seat) for seat in range(int(view.n))]


def account(view: Any, seat: Seat) -> Account:
    """One seat's score, line by line."""
    parts = [
        (_("Pizzas delivered"), score.delivered(view, seat)),
        (_("Versatility: the leftmost marker"), score.versatility(view, seat)),
        (_("Expertise: markers at the end"), score.expertise(view, seat)),
        (_("Pizzas left over"), -score.left_over(view, seat)),
    ]
    if view.money_points and (view.money_shown or view.over):
        parts.append((_("Rich pizzaiolo"), score.riches(view, seat)))
    return parts


def total(account: Account) -> int:
    """The points of a score."""
    return sum(worth for _part, worth in account)


def in_stock(account: Account) -> int:
    """The pizzas left over, which are in stock."""
    return -account[LEFT_OVER][1]
