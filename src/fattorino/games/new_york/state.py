"""The record of a New York game: its questions, events and fields."""

from enum import IntEnum
from typing import Any

import numpy as np

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.tables import COMPONENTS, MAX_SEATS
from fattorino.kernel.actions import ActionSpace
from fattorino.kernel.components import enum_of
from fattorino.kernel.fields import Fields, custom, own, public, secret
from fattorino.kernel.options import Option, Options
from fattorino.kernel.rulebook import read_rulebook, rule_enum
from fattorino.kernel.tables import Table, read_table

RULEBOOK = read_rulebook(t.FOLDER)
Rule: Any = rule_enum(RULEBOOK, __name__)

USUAL_SEATS = 4
OPTIONS = Options(range(1, MAX_SEATS + 1), "", COMPONENTS["option"])
OPTIONS["seats"] = Option("seats", "How many players.", USUAL_SEATS, tuple(range(1, MAX_SEATS + 1)))

MAX_LOTS = max(len(side["lots"]) for side in COMPONENTS["board"].values() if isinstance(side, dict))
SPACE = ActionSpace(
    COMPONENTS["action_range"],
    perm=t.N_KINDS,
    cold=t.MAX_CARDS,
    order=t.SLOTS,
    pos=t.MAX_CARDS,
    village=t.N_VILLAGES,
    seat=MAX_SEATS,
    lot=MAX_LOTS,
    card=t.N_BLUE + t.N_POWERS,
)
DONE, ACT, INC, MODE, DECK, MONEY, SHORT, FARMER, PERM, COLD, ROUTE, *_OTHERS = SPACE
USE, REWARD, ORDER, POS, VILLAGE, SEAT, SIDE, DAYPART, LOT, CARD, AUTO = _OTHERS
NUM_ACTIONS = SPACE.size


# -- decisions and steps ---------------------------------------------------------------------------------


class Phase(IntEnum):
    """What is asked (up to END), or what is done next without a decision (from TURN on)."""

    KEEP = 0
    TAX_WINDOW = 1
    TAX = 2
    PRE = 3
    POST = 4
    TAKE = 5
    INCREASE = 6
    BUILD_CARD = 7
    BUILD_LOT = 8
    PAY = 9
    UPGRADE_CARD = 10
    UPGRADE_AT = 11
    UPGRADE_MODE = 12
    NEW_TOP = 13
    ORDER = 14
    COPY_SEAT = 15
    PIZZERIA = 16
    ZONE = 17
    ROUTE = 18
    DEBT = 19
    COVER = 20
    DOUBLE = 21
    CHEESE = 22
    EXTRA = 23
    WINDOW = 24
    HAM_TAKE = 25
    HAM_PLACE = 26
    REWARD = 27
    ROTARY = 28
    FINE = 29
    CHARITY = 30
    CRASH_AT = 31
    CRASH_WHAT = 32
    PICK_ORDER = 33  # Bait and Switch, Hacker, Order Screw Up, System Error
    PICK_POS = 34
    PICK_CARD = 35
    TOKENS = 36
    FARMER_CARD = 37
    REFILL_CARD = 38
    SPOT = 39
    VICTIM = 40
    OTHER_ACTION = 41
    LIMIT = 42
    SIDE = 43
    GIVE = 44
    DAYPART = 45
    END = 46
    # done without a decision
    TURN = 47
    START = 48
    DRAW_TO_HAND = 49
    MARKET_FILL = 50
    FINES = 51
    STOP = 52
    FILL = 53
    NEW_ORDER = 54
    DELIVERY = 55
    WORLD = 56  # a Global acts
    CHARITIES = 57
    CRASHES = 58
    SOARS = 59
    DRAW_POWER = 60
    ADD = 61  # co-op: orders of a promotion
    MOGUL = 62


class Stage(IntEnum):
    """The steps of a delivery, in the order of NY-DELIVER-19."""

    ORDER = 0
    COPY_SEAT = 1
    PIZZERIA = 2
    ZONE = 3
    ROUTE = 4
    DEBT = 5
    COVER = 6
    DOUBLE = 7
    CHEESE = 8
    EXTRA = 9
    WINDOW = 10
    MONEY = 11
    TIP = 12
    HAM = 13
    CLEAN = 14
    REWARD = 15
    TAKES = 16
    AFTER = 17


class Step(IntEnum):
    """The steps of a turn, NY-TURN-1 and NY-COOP-20."""

    BEGIN = 0
    POST = 1
    LIMIT = 2
    COUNTERS = 3
    EVENING = 4
    NEXT = 5


class Act(IntEnum):
    """The three actions."""

    MARKET = 0
    REPUTATION = 1
    DELIVER = 2


class Way(IntEnum):
    """For whom a build is: an action, Real-Estate Tycoon's paid or free one, co-op's first round."""

    PAID = 0
    TYCOON = 1
    FREE = 2
    OPENING = 3


OPTIONAL, OPEN_ONLY, BONUS, FRUGAL = 1, 2, 4, 8  # flags of a TAKE: what may be taken, and why
BAIT_USE, REFILL_USE, FRUGAL_USE = 0, 1, 2
DISK, BELOW, ON_TOP = 0, 1, 2  # modes of an upgrade
FOOT, FOOT_PATH, RIDE, RIDE_PATH = 0, 1, 2, 3  # route kinds
POWER_PILE, TICKET_PILE, CITY_PILE = 0, 1, 2  # discards that are shuffled again
TO_ORDER, TO_HAND, TO_SEWER = 0, 1, 2  # where a card that lay on an order goes

EVENT_KEYS = (
    "numbers", "by", "log_text", "log_to_you_text", "story_text", "story_to_you_text", "moment_text",
    "symbol", "at", "teaches",
)  # fmt: skip
EVENTS: dict[str, Table] = read_table(t.FOLDER / "events.toml")
for _event in EVENTS.values():
    _event.only(EVENT_KEYS)
Event: Any = enum_of("Event", EVENTS, __name__)
STACK = 40
MAX_DECISIONS = 20_000  # a limit where length.py has no bound
SHOWN = 12  # cards of a hand that everybody remembers
GIFTS_SEEN = 4  # gifts that a giver remembers
OPEN_HANDS = 1  # a group of fields; view.py decides who sees it
FIELDS = Fields(
    [
        # options
        public("n", np.int8),
        public("coop", np.int8),
        public("large", np.int8, about="1: the 5-6 side"),
        public("expansion", np.int8),
        public("any_cards", np.int8),
        public("more_tips", np.int8),
        public("cheese", np.int8),
        public("goals", np.int8),
        public("goal_limit", np.int8),
        public("goal_paid", np.int8),
        public("goal_penalty", np.int8),
        public("events", np.int8),
        public("specialties", np.int8),
        public("promotions", np.int8),
        public("top_chef", np.int8),
        public("covers_all", np.int8),
        public("redraw", np.int8),
        public("mogul_own", np.int8),
        public("exit_counts", np.int8),
        public("moped_adds", np.int8),
        public("hacker_hand", np.int8),
        public("windfall_deck", np.int8),
        public("no_peek", np.int8),
        public("retrigger", np.int8),
        public("conveyor", np.int8),
        public("open_hands", np.int8),
        public("favourites", np.int16, about="the specialties that the host picked, one bit each"),
        public("sale_pizzas", np.int8, about="so many pizzas a Special Sale counts as"),
        public("clears", np.int8, about="a Health Inspector ends the Global in play"),
        # blue cards
        own("hand", np.int8, (MAX_SEATS, t.N_BLUE), unless=OPEN_HANDS),
        public("n_hand", np.int16, (MAX_SEATS,), "blue cards in hand"),
        public("market", np.int8, (t.N_BLUE,)),
        public("n_market", np.int16),
        public("sewer", np.int8, (t.N_BLUE,), "NY-TERM-3: open, unordered, never reshuffled"),
        public("n_sewer", np.int16),
        secret("deck", np.int8, (t.DECK_SIZE,), "the top card last"),
        public("n_deck", np.int16),
        public("bottom", np.int16, about="so many cards at the bottom can hide the inspectors"),
        public("inspectors", np.int8, about="shown"),
        # Power Cards
        custom("power_at", np.int8, (t.N_POWERS,)),
        public("n_power", np.int8, (MAX_SEATS,), "in hand"),
        public("slot", np.int8, (MAX_SEATS, t.N_SLOTS)),
        public("world", np.int8, about="the Global in its slot"),
        public("rounds", np.int16, about="turn ends until it is over"),
        public("shortage", np.int8),
        public("passes", np.int8, about="tokens on Subway Fast Pass"),
        public("cold", np.int8, (t.MAX_CARDS,)),
        public("cold_fresh", np.int8),
        public("cold_used", np.int8),
        public("farmer", np.int8),
        public("farmer_fresh", np.int8),
        public("spot", np.int8),
        public("tokens", np.int64, about="lots with a Building Commissioner token, one bit each"),
        # orders
        public("ticket", np.int8, (t.SLOTS,)),
        public("order", np.int8, (t.SLOTS, t.MAX_CARDS)),
        custom("tip", np.int8, (t.SLOTS,), "NONE: no token"),
        custom("tip_known", np.int8, (t.SLOTS,), "one bit a seat"),
        secret("ticket_deck", np.int8, (t.N_TICKETS,)),
        secret("ticket_out", np.int8, (t.N_TICKETS,), "left out at setup, unseen"),
        public("ticket_gone", np.int8, (t.N_TICKETS,), "pushed off"),
        public("ticket_used", np.int8, (t.N_TICKETS,), "discard pile"),
        public("n_tickets", np.int8),
        public("n_out", np.int8),
        secret("pool", np.int8, (t.N_TIPS,)),
        public("n_pool", np.int8),
        public("no_tips_left", np.int8),
        # players
        public("money", np.int16, (MAX_SEATS,), "in co-op the team's money is seat 0's"),
        public("lot", np.int8, (MAX_SEATS, t.BUILDABLE), "NY-TERM-7: one lot a village"),
        public("disks", np.int8, (MAX_SEATS, t.BUILDABLE)),
        public("perm", np.int8, (MAX_SEATS, t.BUILDABLE, t.MAX_CARDS), "the top card first"),
        public("supply", np.int8, (MAX_SEATS,)),
        custom("tips", np.int8, (MAX_SEATS, t.N_TIPS)),
        public("n_tips", np.int8, (MAX_SEATS,)),
        public("no_tips", np.int8, (MAX_SEATS,)),
        public("delivered", np.int16, (MAX_SEATS,)),
        public("zones", np.int16, (MAX_SEATS,), "delivered to, one bit each"),
        public("special", np.int8, (MAX_SEATS,), "specialties delivered"),
        custom("goal_at", np.int8, (t.N_GOALS,)),
        public("n_goals", np.int8, (MAX_SEATS + 1,), "the stack last"),
        public("event_at", np.int8, (t.N_EVENTS,)),
        public("city", np.int8, about="the city event in force"),
        public("owner", np.int8, (MAX_LOTS,)),
        # what was seen
        public("shown", np.int8, (MAX_SEATS, SHOWN), "blue cards that went into a hand openly"),
        public("laid", np.int8, (t.N_BLUE,), "those laid on the Market Deck openly and not seen since"),
        public("n_laid", np.int16, about="so many of them are its top cards"),
        public("blind", np.int8, (MAX_SEATS,), "so many of them were drawn into a hand unseen"),
        own("tip_seen", np.int8, (MAX_SEATS, MAX_SEATS, t.N_TIPS), "by whom, with whom"),
        own("gift", np.int16, (MAX_SEATS, GIFTS_SEEN), "co-op: card types given away"),
        own("gift_to", np.int8, (MAX_SEATS, GIFTS_SEEN)),
        # the course of play
        custom("phase", np.int8),
        custom("seat", np.int8, about="who decides now, or who would if nobody were asked in secret"),
        public("first", np.int8),
        public("active", np.int8),
        public("turn", np.int16),
        public("step", np.int8),
        custom("n_stack", np.int8),
        custom("stack", np.int8, (STACK, 4)),
        public("played", np.int8, about="the Power Card of this turn"),
        public("late", np.int64, about="tableau cards played after the action, one bit each"),
        public("used", np.int8, about="powers used on demand this turn, one bit each"),
        public("acted", np.int8, about="the last action taken, NONE before it"),
        public("served", np.int8, about="deliveries of the active player this turn"),
        public("achiever", np.int8),
        public("sale", np.int8),
        public("tycoon", np.int8),
        # the current delivery
        public("d_stage", np.int8),
        public("d_seat", np.int8),
        public("d_copy", np.int8),
        public("d_slot", np.int8),
        public("d_ticket", np.int8),
        public("d_from", np.int8),
        public("d_at", np.int8),
        public("d_zone", np.int8),
        public("d_route", np.int8),
        public("d_need", np.int8, (t.MAX_NEEDS,)),
        public("d_n", np.int8),
        public("d_next", np.int8, about="the need covered next"),
        public("d_used", np.int8, about="permanent ingredients used, one bit each; Farmer Brown is bit 4"),
        public("d_short", np.int8),
        public("d_denied", np.int8),
        public("d_due", np.int8, about="cards of any sort still to pay"),
        public("d_debt", np.int8, about="cards of a debt still to pay"),
        public("d_classes", np.int8, about="bit 0 meat, bit 1 vegetable, bit 2 the deliverer's choice"),
        public("d_double", np.int8),
        public("d_cheese", np.int8),
        public("d_base", np.int8),
        public("d_top", np.int8, about="the top card's kind as of S1, or NONE"),
        custom("ham", np.int8, (t.SLOTS,)),
        custom("ham_at", np.int8),
        # co-op
        public("day", np.int8, about="NY-COOP-10: 0 is Saturday"),
        public("pizzas", np.int16),
        public("goal_pizzas", np.int16),
        public("goal_money", np.int16),
        public("marker", np.int16, (2,), "blue, red"),
        public("fired", np.int8, (2,)),
        custom("stock", np.int8, (2,), "promotion tokens left, one bit each"),
        custom("day_token", np.int8, (t.N_DAYS,), "colour * 3 + token, or NONE"),
        public("day_back", np.int8, (t.N_DAYS,), "orders of back-side-up tokens"),
        public("day_new", np.int8, about="a token placed on it in this turn sleeps"),
        public("later", np.int8),
        public("won", np.int8, about="co-op: 1 won, 0 lost or running"),
        public("chef_die", np.int8),
        public("chefs", np.int8),
    ]
)
STATE = FIELDS.dtype
