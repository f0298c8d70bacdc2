"""Shop: how many pizzas to buy, and on which pizzerias to put them."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import district, money, score
from fattorino.games.papa_paolo.rules.question import Question, answers_by, one_term, teach
from fattorino.games.papa_paolo.state import Colour, Event, Phase, Rule
from fattorino.kernel.game import Reason
from fattorino.kernel.guide import Taught
from fattorino.kernel.i18n import _, listed
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def is_open(state: State, seat: Seat) -> bool:
    """PP-SHOP-6: whether a single pizza can be paid, has room, and is left."""
    return bool(check_buy(state, seat, s.BUY) == Rule.OK)


@jit
def free_pizzas(state: State, seat: Seat, bought: int) -> int:
    """PP-SHOP-2, PP-SHOP-5: the free pizzas that come with a purchase and fit."""
    free = t.track_value(Colour.BLUE.value, int(state.track[seat, Colour.BLUE]))
    return min(free, int(state.room[seat]) - bought, money.in_supply(state, seat) - bought)


def why_none(view: Any, seat: Seat) -> str:
    """What is missing for buying any pizza."""
    if view.money[seat] < t.shop_price(1):
        return money.too_little(view, seat, t.shop_price(1))
    if view.room[seat] == 0:
        return _("All your pizzerias are full: deliver first, or build.")
    return _("None of your {n} pizzas is left to buy.").format(n=s.PIZZAS)


# -- how many --------------------------------------------------------------------------------------------


@jit
def check_buy(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids buying so many pizzas, or Rule.OK."""
    pizzas = action - s.BUY + 1
    if pizzas < 1 or pizzas > t.MAX_BUY:
        return Rule.PP_SHOP_1
    if pizzas > state.room[seat] or pizzas > money.in_supply(state, seat):
        return Rule.PP_SHOP_5
    return Rule.OK if t.shop_price(pizzas) <= state.money[seat] else Rule.PP_ROUND_5


@jit
def apply_buy(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-SHOP-1: pay, and take the free ones too."""
    pizzas = action - s.BUY + 1
    lire = t.shop_price(pizzas)
    money.pay(state, seat, lire)
    free = free_pizzas(state, seat, pizzas)
    state.to_stock = pizzas + free
    state.phase = Phase.STOCK
    tell(log, Event.BOUGHT, seat, EVERYONE, pizzas, lire, free)
    return False


@jit
def worth_buy(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """Pizzas that can be delivered are worth points, others cost points; all cost money."""
    pizzas = action - s.BUY + 1
    got = pizzas + free_pizzas(view, seat, pizzas)
    useful = max(min(got, opinion.shortage(view, seat, plan)), 0)
    burden = 8 if view.round_no == s.ROUNDS else 3
    return 12 * useful - burden * (got - useful) - t.shop_price(pizzas) * (opinion.lira(view, seat) - 1)


@jit
def best_worth(view: State, seat: Seat, plan: Any) -> int:
    """The value of the best purchase."""
    best = opinion.NOTHING
    for action in range(s.BUY, s.BUY + t.MAX_BUY):
        if check_buy(view, seat, action) == Rule.OK:
            best = max(best, worth_buy(view, seat, action, plan))
    return best


def terms_buy(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """What can be delivered of it, and the price."""
    price = int(t.shop_price(action - s.BUY + 1))
    paid = -price * (opinion.lira(view, seat) - 1.0)
    useful = float(worth_buy(view, seat, action, plan)) - paid
    words = _("they can be delivered") if useful > 0 else _("more than can be delivered")
    return [(words, useful), (_("it costs £{price}").format(price=price), paid)]


def label_buy(view: Any, place: int) -> str:
    """The price, the free pizzas that come with so many, and those that are lost because they do not fit."""
    text = _("Buy {n} for £{price}").format(n=place + 1, price=t.shop_price(place + 1))
    seat = int(view.seat)
    free = free_pizzas(view, seat, place + 1) if seat >= 0 else -1
    if free < 0:  # not even the bought ones fit
        return text
    lost = t.track_value(Colour.BLUE, int(view.track[seat, Colour.BLUE])) - free
    parts = [_("+{n} free").format(n=free)] if free else []
    extra = listed(parts + ([_("{n} free lost").format(n=lost)] if lost else []), "")
    return f"{text} ({extra})" if extra else text


def why_buy(view: Any, seat: Seat, action: int) -> str:
    """What is missing for buying so many pizzas."""
    pizzas, left = action - s.BUY + 1, money.in_supply(view, seat)
    if pizzas > view.room[seat]:
        room = names.pizzas_word(int(view.room[seat]))
        return _("Your pizzerias have room for {pizzas}.").format(pizzas=room)
    if pizzas > left:
        return _("Only {pizzas} of yours can still be bought.").format(pizzas=names.pizzas_word(left))
    price = t.shop_price(pizzas)
    return money.too_little(view, seat, price) if price > view.money[seat] else ""


def prompt_buy(view: Any) -> str:
    """The pizzas in stock and the houses to serve."""
    seat = int(view.seat)
    return _("How many pizzas do you buy? You have {stock} in stock, and {houses} to serve.").format(
        stock=names.pizzas_word(score.left_over(view, seat)),
        houses=names.houses_word(district.open_houses(view, seat)),
    )


def matters_buy(view: Any, seat: Seat, actions: Any) -> list[Taught]:
    """The rules for buying; those about room only if it is short."""
    rules = ["PP-SHOP-1", "PP-SCORE-4"] + (["PP-SHOP-5"] if view.room[seat] < t.MAX_BUY else [])
    return [Taught(rule, "pp-district") for rule in rules]


ASK_BUY = Question(
    Phase.BUY,
    check_buy,
    apply_buy,
    answers_by(check_buy, s.BUY, t.MAX_BUY),
    prompt=prompt_buy,
    labels={"BUY": label_buy},
    worth=worth_buy,
    terms=terms_buy,
    matters=matters_buy,
    why=why_buy,
    looked_for=lambda view, seat: range(s.BUY, s.BUY + t.MAX_BUY),
)


# -- onto which pizzeria ---------------------------------------------------------------------------------


@jit
def check_stock(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids a pizza on this cell, or Rule.OK."""
    if action < s.CELL or action >= s.ROT:
        return Rule.PP_SHOP_3
    square = int(state.at[seat, action - s.CELL])
    if not district.is_shop(state, seat, square):
        return Rule.PP_SHOP_3
    return Rule.OK if district.stock_room(state, seat, square) > 0 else Rule.PP_SHOP_4


@jit(inline=True)
def list_stocks(state: State, seat: Seat, actions: Any) -> int:
    """The pizzerias with room."""
    n = 0
    square = 0
    while int(state.shops[seat]) >> square:
        if t.has(int(state.shops[seat]), square) and district.stock_room(state, seat, square) > 0:
            n = district.insert(actions, n, s.CELL + int(state.cell[seat, square]))
        square += 1
    return n


@jit
def apply_stock(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-SHOP-3: put a pizza on a pizzeria; returns whether it was the last."""
    square = int(state.at[seat, action - s.CELL])
    state.pizzas[seat, square] = int(state.pizzas[seat, square]) + 1
    state.supply[seat] = int(state.supply[seat]) - 1
    state.room[seat] = int(state.room[seat]) - 1
    state.to_stock = int(state.to_stock) - 1
    tell(log, Event.STOCKED, seat, EVERYONE, action - s.CELL)
    return bool(state.to_stock == 0)


@jit
def worth_stock(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """Houses near the pizzeria, less what it has already."""
    square = int(view.at[seat, action - s.CELL])
    near = opinion.near_houses(view, seat, plan, int(view.joined[seat, square]), 3)
    return near - 2 * int(plan[opinion.STOCK, square])


def label_stock(view: Any, cell: int) -> str:
    """A pizzeria, and what is there."""
    square = int(view.at[int(view.seat), cell])
    stock = int(view.pizzas[int(view.seat), square]) if square != NONE else 0
    text = _("A pizza onto the pizzeria at {cell} ({n} there)")
    return text.format(cell=t.cell_name(cell), n=stock)


def why_stock(view: Any, seat: Seat, action: int) -> str:
    """What is wrong with a square for a pizza."""
    return {
        Rule.PP_SHOP_3: _("Pizzas go to your pizzerias."),
        Rule.PP_SHOP_4: _("This pizzeria is full."),
    }.get(check_stock(view, seat, action), "")


ASK_STOCK = Question(
    Phase.STOCK,
    check_stock,
    apply_stock,
    list_stocks,
    prompt=lambda view: _("Choose a pizzeria for a pizza ({n} to go).").format(n=int(view.to_stock)),
    labels={"CELL": label_stock},
    worth=worth_stock,
    terms=one_term(worth_stock, lambda: _("most houses wait near this pizzeria")),
    matters=teach("pp-district", "PP-SHOP-3", "PP-SHOP-4"),
    why=why_stock,
)
