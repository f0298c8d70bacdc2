"""Who knows what in New York: the table of its rulebook, NY-TERM-3 to -6, NY-INSTANT-4 and NY-INSTANT-5."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from contract.piles import Pile, Secrets, cards_in_order, counted, facts, placed
from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.state import Phase, Stage
from fattorino.games.new_york.tables import Place
from fattorino.kernel.match import Match
from fattorino.kernel.records import NONE

EASY, INSANE = (s.OPTIONS["coop_promotions"].values.index(mode) for mode in ("easy", "insane"))
SECRET = (Phase.TAX_WINDOW, Phase.WINDOW, Phase.ROTARY)  # NY-INSTANT-4: only the holder knows
INSTANTS = [power for power in range(t.N_POWERS) if t.power_moment(power) == t.INSTANT]
HOLDABLE = [power for power in range(t.N_POWERS) if t.power_type(power) != t.GLOBAL]  # NY-GLOBAL-1


def piles(state: Any, viewer: int) -> list[Pile]:
    return [
        *blue_cards(state, viewer),
        *power_cards(state, viewer),
        *orders_and_tips(state, viewer),
        *goals_and_promotions(state, viewer),
        *gifts(state, viewer),
        *the_table(state, viewer),
    ]


def the_table(state: Any, viewer: int) -> list[Pile]:
    """What lies open, and who is asked in secret."""
    asked = [state.phase, state.seat] if state.phase in SECRET else []
    return [
        facts("money and disks", True, state.money, state.disks, state.lot, state.supply, state.delivered),
        facts(
            "course",
            True,
            state.active,
            state.turn,
            state.inspectors,
            state.n_deck,
            state.day,
            state.chef_die,
        ),
        facts("cards", True, state.market, state.sewer, state.order, state.perm, state.cold, state.farmer),
        facts("more cards", True, state.shortage, state.n_hand, state.n_power, state.event_at, state.tokens),
        facts("tickets", True, state.ticket, state.ticket_gone, state.ticket_used),
        facts("a question in secret", viewer == state.seat, asked),
    ]


# -- hands and decks ---------------------------------------------------------------------------------------


def known_gifts(state: Any, viewer: int, seat: int) -> list[int]:
    """NY-COOP-22: what a giver knows to be in a hand."""
    given = [] if viewer < 0 else zip(state.gift[viewer], state.gift_to[viewer], strict=True)
    return [int(card) for card, to in given if to == seat]


def at_work(state: Any) -> set[int]:
    """Whose cards are planned with: nobody's between two actions."""
    return (
        set()
        if state.phase in (Phase.PRE, Phase.POST)
        else {int(state.seat), int(state.active), int(state.d_seat)}
    )


def blue_cards(state: Any, viewer: int) -> Iterator[Pile]:
    """Hands: counts only, but cards taken face up are remembered. The Market Deck: the order."""
    low, high = int(state.bottom), int(state.n_deck) - int(state.n_laid)
    deck = state.deck
    yield cards_in_order("Market Deck", False, deck[low:high], "blue card")
    yield cards_in_order(
        "bottom of the Market Deck", False, deck[: min(low, high)], "bottom card"
    )  # NY-SETUP-12
    yield cards_in_order(
        "cards put on the Market Deck", False, deck[high : int(state.n_deck)], "card put on it"
    )
    for seat in range(int(state.n)):
        remembered = [int(card) for card in state.shown[seat] if card != NONE]
        given = [card for card in known_gifts(state, viewer, seat) if card < t.N_BLUE]
        hand = state.hand[seat]
        seen = seat == viewer or bool(state.open_hands)
        pile = counted("blue cards in hand", seen, hand, "blue card", known=[*remembered, *given])
        fixed = seat in at_work(state) or state.blind[seat] > 0
        yield facts("blue cards in hand", seen, pile.things) if fixed else pile


def power_cards(state: Any, viewer: int) -> Iterator[Pile]:
    """Hands: counts only; the deck: nothing; all others lie open."""
    places = np.asarray(state.power_at)
    yield facts("Power Cards played", True, np.where(places > Place.DECK, places, NONE))
    yield placed("Power Deck", False, state.power_at, Place.DECK, "Power Card", HOLDABLE)
    for seat in range(int(state.n)):
        given = [card - t.N_BLUE for card in known_gifts(state, viewer, seat)]
        seen = seat == viewer or bool(state.open_hands)
        free = [power for power in HOLDABLE if power not in given]
        pile = placed("Power Cards in hand", seen, state.power_at, seat, "Power Card", free)
        yield (
            facts(pile.kind, seen, pile.things)
            if seat in at_work(state) and state.phase != Phase.KEEP
            else pile
        )


# -- orders, tips ------------------------------------------------------------------------------------------


def orders_and_tips(state: Any, viewer: int) -> Iterator[Pile]:
    """The order deck and the tickets left out; tips on orders, collected and in the pool."""
    first = t.SPECIALTY
    for kind, counts in (("order deck", state.ticket_deck), ("tickets left out", state.ticket_out)):
        yield counted(kind, False, counts[:first], "ticket")
        yield counted(kind, False, counts[first:], "specialty", first=first)
    yield counted("tips in the pool", False, state.pool, "tip", first=1)
    ham = state.d_stage == Stage.HAM and not state.over  # NY-TOP-HAM-1
    looks = ham and viewer == state.d_seat
    if ham:
        yield facts("tips that Ham lays out", looks, state.ham)
    for slot in range(t.SLOTS):
        seen = looks or (viewer >= 0 and bool(int(state.tip_known[slot]) >> viewer & 1))
        tip = state.tip[slot : slot + 1]
        yield (
            facts("tips on orders", seen, tip) if ham else cards_in_order("tips on orders", seen, tip, "tip")
        )
    for seat in range(int(state.n)):
        seen = bool(state.over) or (seat == viewer and not state.no_peek)
        remembered = (
            [] if viewer < 0 else list(np.repeat(range(1, t.N_TIPS + 1), state.tip_seen[viewer, seat]))
        )
        yield counted("tips collected", seen, state.tips[seat], "tip", first=1, known=remembered)


# -- goals, promotions -------------------------------------------------------------------------------------


def gifts(state: Any, viewer: int) -> Iterator[Pile]:
    """NY-COOP-22: only giver and receiver saw the card, so only they know whether it is still there."""
    for giver in range(int(state.n) if state.coop else 0):
        to = state.gift_to[giver]
        seen = viewer == giver or viewer in to or bool(state.open_hands)
        yield facts("what became of a gift", seen, to)


def goals_and_promotions(state: Any, viewer: int) -> Iterator[Pile]:
    """Personal goals: one's own. Promotion tokens: those face up."""
    yield placed("stack of goals", False, state.goal_at, t.GOAL_STACK, "goal")
    for seat in range(int(state.n)):
        yield placed("goals", bool(state.over) or seat == viewer, state.goal_at, seat, "goal")
    calendar = np.asarray(state.day_token)
    face_up = (
        np.where(calendar >= 0, calendar // t.N_PROMOTIONS, NONE) if state.promotions == EASY else calendar
    )
    yield facts("calendar", True, face_up, state.day_back, state.fired)
    if any(state.day_back):
        yield facts("promotion tokens face down", False, state.stock, calendar)


# -- what is chosen unseen, and twins that an exchange does not make ---------------------------------------


def unseen(state: Any, viewer: int) -> str:
    """NY-SETUP-6, NY-TOP-HAM-1, NY-COOP-22."""
    if state.phase == Phase.GIVE:
        side = 1 if state.stack[int(state.n_stack) - 1, 2] == 0 else -1
        to = (int(state.seat) + side) % int(state.n)
        return "" if viewer == to or state.open_hands else "which card is given"
    if state.phase == Phase.KEEP:
        return "" if state.open_hands else "which Power Card is kept"
    return "which tip Ham takes, and where" if state.phase in (Phase.HAM_TAKE, Phase.HAM_PLACE) else ""


Pair = tuple[Match, Match] | None


def other_token(match: Match, viewer: int, chance: Any) -> Pair:
    """NY-COOP-38, -39: a promotion token that lies back side up changes places with an unused one."""
    twin = match.copy()
    state = twin.state[0]
    easy = state.promotions == EASY
    for colour in range(2) if any(state.day_back) else ():
        unused = [token for token in range(t.N_PROMOTIONS) if state.stock[colour] >> token & 1]
        days = [
            day
            for day, token in enumerate(state.day_token)
            if token >= 0 and token // t.N_PROMOTIONS == colour
        ]
        lie = [int(state.day_token[day]) % t.N_PROMOTIONS for day in days]
        down = lie if easy else [token for token in range(t.N_PROMOTIONS) if token not in (*lie, *unused)]
        if unused and down:
            new, old = int(chance.choice(unused)), int(chance.choice(down))
            state.stock[colour] += (1 << old) - (1 << new)
            if easy:
                state.day_token[days[lie.index(old)]] = colour * t.N_PROMOTIONS + new
            return match.copy(), twin
    return None


def other_holder(match: Match, viewer: int, chance: Any) -> Pair:
    """NY-INSTANT-4: an instant card is in one hand or another, or in the deck, before it may be asked for."""
    one, twin = match.copy(), match.copy()
    state = match.state[0]
    hands = [
        seat for seat in range(int(state.n)) if seat not in (viewer, *at_work(state)) and state.n_power[seat]
    ]
    places = [*hands, Place.DECK.value]
    cards = [power for power in INSTANTS if state.power_at[power] in places]
    if state.phase not in (Phase.POST, Phase.COVER, Phase.EXTRA) or not cards or not hands:
        return None
    card = int(chance.choice(cards))
    for world, place in zip((one, twin), chance.choice(places, 2, replace=False), strict=True):
        power_at = world.state[0].power_at
        instead = [power for power in HOLDABLE if power_at[power] == place and power != card]
        if power_at[card] != place and instead:
            power_at[int(chance.choice(instead))], power_at[card] = power_at[card], place
    return one, twin


def other_order(match: Match, viewer: int, chance: Any) -> Pair:
    """Who knows what: of cards put on the Market Deck the set is known, the order is not."""
    one, twin = match.copy(), match.copy()
    state = match.state[0]
    top = int(state.n_deck) - 3
    if state.n_laid or any(state.blind) or top < state.bottom or len({*state.deck[top : top + 3]}) == 1:
        return None
    for world in (one, twin):
        for card in state.deck[top : top + 3]:
            world.state[0].laid[card] += 1
        world.state[0].n_laid = 3
    twin.state[0].deck[top : top + 3] = np.roll(state.deck[top : top + 3], 1)
    return one, twin


def other_gift(match: Match, viewer: int, chance: Any) -> Pair:
    """NY-COOP-22: of two cards in a hand one was given away by a neighbour, who remembers which."""
    one, twin = match.copy(), match.copy()
    state = match.state[0]
    to = int(chance.integers(int(state.n)))
    held = np.flatnonzero(state.hand[to]).tolist()
    if not state.coop or state.open_hands or state.n < 3 or to == viewer or len(held) < 2:
        return None
    giver = int(chance.choice([seat for seat in range(int(state.n)) if seat not in (to, viewer)]))
    for world, card in zip((one, twin), chance.choice(held, 2, replace=False).tolist(), strict=True):
        world.state[0].gift[giver, -1], world.state[0].gift_to[giver, -1] = card, to
    return one, twin


def other_tip(match: Match, viewer: int, chance: Any) -> Pair:
    """NY-TOP-HAM-1: a tip that a player collected was looked at by another one before, whatever it is."""
    one, twin = match.copy(), match.copy()
    state = match.state[0]
    seats = [seat for seat in range(int(state.n)) if seat != viewer]
    owners = [seat for seat in seats if state.n_tips[seat]]
    if state.over or state.d_stage == Stage.HAM or len(seats) < 2 or not owners:
        return None
    owner = int(chance.choice(owners))
    looked = int(chance.choice([seat for seat in seats if seat != owner]))
    mine = np.flatnonzero(np.asarray(state.tips[owner]) > state.tip_seen[looked, owner])
    left = np.flatnonzero(state.pool)
    if not len(mine) or not len(left):
        return None
    old, new = int(chance.choice(mine)), int(chance.choice(left))
    twin.state[0].tips[owner, old] -= 1
    twin.state[0].tips[owner, new] += 1
    twin.state[0].pool[new] -= 1
    twin.state[0].pool[old] += 1
    for world, value in ((one, old), (twin, new)):
        world.state[0].tip_seen[looked, owner, value] += 1
    return one, twin


EXPANSION = {"expansion_power_cards": "on", "extra_cheese": True}
SECRETS = Secrets(
    settings=[
        {"seats": 3, "mode": "competitive", "personal_goals": True, "city_events": True} | EXPANSION,
        {"seats": 2, "mode": "competitive", "tip_peek": "none", "specialty_set": "mixed4"},
        {"seats": 3, "mode": "coop", "coop_promotions": "easy"} | EXPANSION,
        {"seats": 2, "mode": "coop", "coop_promotions": "insane"},
        {"seats": 3, "mode": "coop", "coop_open_hands": True},
        {"seats": 5, "mode": "competitive", "personal_goals": True},
    ],
    hidden=frozenset(
        {
            "blue cards in hand",
            "Market Deck",
            "bottom of the Market Deck",
            "cards put on the Market Deck",
            "Power Cards in hand",
            "Power Deck",
            "order deck",
            "tickets left out",
            "tips in the pool",
            "tips on orders",
            "tips collected",
            "tips that Ham lays out",
            "goals",
            "stack of goals",
            "promotion tokens face down",
            "a question in secret",
            "what became of a gift",
        }
    ),
    piles=piles,
    choices=frozenset({"which Power Card is kept", "which card is given", "which tip Ham takes, and where"}),
    unseen=unseen,
    silence=lambda state: s.DONE if state.phase in SECRET else None,
    as_if_not=lambda state: state.phase == Phase.TAX_WINDOW,
    harmless={
        "field reveals": "everybody knows when something was revealed",
        "field tip_known": "everybody sees who looks at tips",
    },
    others={
        "which token lies face down": other_token,
        "a question in secret": other_holder,
        "what became of a gift": other_gift,
        "cards put on the Market Deck": other_order,
        "which tip was looked at": other_tip,
    },
)
