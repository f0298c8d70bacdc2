"""How long a game can be: for each question the most times it can be asked, from what the game uses up.

Without the expansion Power Cards everything that players decide uses up something finite:

- The Market Deck, the Open Market and the orders are the supply. Cards leave it when a player takes them, and
  none comes back: the sewer is never reshuffled (NY-TERM-3), and Bait and Switch exchanges card for card
  (NY-POWER-BAIT-1). So each blue card is taken once and leaves a hand once.
- A turn has one action (NY-TURN-2). Go To Market takes two cards (NY-MARKET-1); an increase uses a card
  (NY-BUILD-1, NY-UPGRADE-1), and unless ANY cards replace others, reputation only grows to its limit
  (NY-REP-3).
- Against each other, each delivery brings a new order, with cards of the Market Deck (NY-DELIVER-30). Only
  specialties have none, but the order deck is used up before they come again. A team wins after so many
  deliveries: each earns $1 at least, and only lots and fines cost money (NY-COOP-34, NY-COOP-41).
- Power Cards come from deliveries only (NY-DELIVER-28), and one is played in a turn (NY-TURN-3).

With the expansion Power Cards this argument fails, and no bound is known. Buying Time puts ten cards of the
sewer back on the Market Deck (NY-POWER-BUYINGTIME-1). If all other Power Cards, except the Globals, are held
in hands and tableaux, where there is room, it comes again every seven deliveries. While the largest orders
are left lying, seven new orders take fewer than ten cards on average: with luck the supply need not shrink.
So these games have a limit instead, MAX_DECISIONS, at which an environment that needs one ends them.
"""

from typing import Any

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.state import MAX_DECISIONS, Phase

LEAST_REPUTATION = 2  # NY-BUILD-6: of a new pizzeria
COPIES = 2  # deliveries of one order at most: NY-POWER-HARLEMROTARY-4
ROTATING = t.MAIN_SLOTS - 1  # orders that can be left lying while others come and go

Bounds = dict[tuple[Phase, ...], int]


def longest(settings: dict[str, Any]) -> int:
    """The most decisions of a game with these settings; with the expansion Power Cards, the limit."""
    if is_on(settings, "expansion_power_cards"):
        return MAX_DECISIONS
    return min(MAX_DECISIONS, sum(bounds(settings).values()))


def bounds(settings: dict[str, Any]) -> Bounds:
    """How often questions can be asked, together, without the expansion Power Cards; others never are."""
    seats, team = int(settings["seats"]), is_team(settings)
    cards = blue_cards(settings)
    supply = cards - seats * (t.COOP_HAND if team else t.START_HAND)
    lots = [lot["price"] for lot in board(settings)["lots"]]
    shops = min(len(lots), seats * t.BUILDABLE)
    room = seats * t.BUILDABLE * (t.TOP_REPUTATION - LEAST_REPUTATION)
    upgrades = cards if is_on(settings, "any_cards") else min(cards, room)
    increases = min(cards, shops + upgrades)
    orders = deliveries(settings, supply, sum(lots))
    served = orders if team else COPIES * orders
    turns = supply // t.TAKES + 1 + increases + orders
    powers = seats + served
    return {
        (Phase.KEEP,): seats,
        # an action and the end of the turn, a Power Card, Bait and Switch, Cold Storage or Frugal Shopper
        (Phase.PRE, Phase.POST): 4 * turns + powers,
        (Phase.PICK_ORDER,): turns,
        (Phase.PICK_CARD,): turns,
        (Phase.TOKENS, Phase.FARMER_CARD): powers * t.printed(t.POWERS, "building_commissioner", "tokens"),
        # every card once; Meatballs and East Village Mogul may be declined
        (Phase.TAKE,): supply + 2 * served,
        (Phase.INCREASE,): t.INCREASES * increases,
        (Phase.BUILD_LOT,): shops,
        (Phase.PAY,): sum(lots),
        (Phase.UPGRADE_AT,): upgrades,
        (Phase.UPGRADE_MODE,): upgrades,
        (Phase.NEW_TOP,): upgrades,
        # each takes a card out of a hand, or in a delivery out of the Cold Storage of one player
        (Phase.BUILD_CARD, Phase.UPGRADE_CARD, Phase.EXTRA, Phase.REFILL_CARD, Phase.LIMIT): (
            cards + powers + t.printed(t.POWERS, "cold_storage", "cards") * orders
        ),
        (Phase.ORDER,): orders,
        (Phase.PIZZERIA,): orders,
        (Phase.ZONE,): orders,
        (Phase.ROUTE,): served,
        (Phase.COVER,): t.SPECIALTY_NEEDS * served,
        (Phase.DOUBLE,): served,
        (Phase.CHEESE,): served if settings["extra_cheese"] else 0,
        (Phase.HAM_TAKE,): orders,
        (Phase.HAM_PLACE,): ROTATING * orders,
        (Phase.REWARD,): orders if settings["personal_goals"] or settings["city_events"] else 0,
        (Phase.ROTARY,): orders if seats > 1 else 0,
        (Phase.FINE,): t.INSPECTORS * t.FINE_CARDS * seats,
        (Phase.SIDE,): 2 * turns if team else 0,
        (Phase.GIVE,): 2 * turns if team else 0,
        (Phase.DAYPART,): turns if team else 0,
    }


def deliveries(settings: dict[str, Any], supply: int, prices: int) -> int:
    """The most deliveries without the expansion Power Cards, for a team with its copies."""
    if is_team(settings):
        row = t.default_row(int(settings["seats"]) - 1)
        if settings["coop_row"] != "auto":
            row = int(settings["coop_row"]) - 1
        pizzas = settings["coop_pizzas"] or t.difficulty_row(row, 2)
        dollars = settings["coop_money"] or t.difficulty_row(row, 3)
        fines = (t.INSPECTORS - 1) * int(settings["seats"]) * t.FINE
        return int(max(pizzas, dollars + prices + fines))
    sizes = sorted(ticket_sizes(settings))
    later = sizes[: len(sizes) - ROTATING]  # of a pass through the order deck, with the largest left lying
    passes, rest = divmod(max(0, supply - t.OPEN_MARKET - sum(sizes)), sum(later))
    orders = len(sizes) + passes * len(later)
    for size in later:
        rest -= size
        orders += rest >= 0
    return orders


def ticket_sizes(settings: dict[str, Any]) -> list[int]:
    """The cards that each ticket takes from the Market Deck: a specialty none."""
    standard = [ticket for ticket in t.TICKETS if ticket["kind"] == "standard"]
    special = len(t.TICKETS) - len(standard)
    taking_part = special if settings["specialty_set"] == "all8" else special // 2
    return [one["ingredients"] for one in standard for _ in range(one["copies"])] + [0] * taking_part


def blue_cards(settings: dict[str, Any]) -> int:
    """NY-SETUP-3: the cards in this game."""
    groups = [0, 1 if is_on(settings, "any_cards") else 0, 2 if settings["extra_cheese"] else 0]
    return sum(int(t.copies_of(card)) for card in range(t.N_BLUE) if t.group_of(card) in groups)


def board(settings: dict[str, Any]) -> dict[str, Any]:
    """NY-SETUP-1: the side of the board."""
    side: dict[str, Any] = t.COMPONENTS["board"]["side_5_6" if is_large(settings) else "side_1_4"]
    return side


def is_large(settings: dict[str, Any]) -> bool:
    """NY-EXP56-1: five or six players."""
    return int(settings["seats"]) >= t.LARGE_TABLE


def is_on(settings: dict[str, Any], option: str) -> bool:
    """An option that is on, or automatically on with five or six players."""
    return settings[option] == "on" or (settings[option] == "auto" and is_large(settings))


def is_team(settings: dict[str, Any]) -> bool:
    """NY-COOP-1: whether all play together; alone it is the default."""
    alone = int(settings["seats"]) == 1
    return settings["mode"] == "coop" or (settings["mode"] == "auto" and alone)
