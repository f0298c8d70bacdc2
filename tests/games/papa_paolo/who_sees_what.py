"""Who sees what in Papà Paolo: the table of its rulebook, PP-2P-2 and PP-Q-92."""

from typing import Any

from contract.piles import Pile, Secrets, facts
from fattorino.games.papa_paolo.state import Phase, Stage
from fattorino.kernel.match import Match
from fattorino.kernel.records import NONE


def piles(state: Any, viewer: int) -> list[Pile]:
    n, chosen, open_money = int(state.n), state.phase != Phase.START, bool(state.money_shown or state.over)
    found = [
        facts("city board", True, state.slot_tile, state.pawn, state.coin, state.face_down),
        facts("on offer", True, state.tickets, state.preview, state.offer, state.large, state.pizzerias),
        facts("course", True, state.round_no, state.order, state.bid, state.invest, state.ticket),
        facts("bank", open_money or bool(state.bank_limit), state.bank),
    ]
    for seat in range(n):
        found.append(facts("money", open_money or seat == viewer, state.money[seat]))
        found.append(facts("start tile kept", chosen or seat == viewer, state.kept[seat]))
    return found


def other_purses(match: Match, viewer: int, chance: Any) -> tuple[Match, Match] | None:
    """Some lire of a player are behind another screen, or in the bank."""
    twin = match.copy()
    state = twin.state[0]
    if state.money_shown or state.over or state.stage not in (Stage.PLACE, Stage.DELIVER):
        return None  # during an auction a player owes what was bid
    others = [seat for seat in range(int(state.n)) if seat != viewer]
    givers = [seat for seat in others if seat != state.seat and state.money[seat]]
    if not givers:
        return None
    giver = int(chance.choice(givers))
    takers = [seat for seat in others if seat != giver] + [NONE] * (not state.bank_limit)
    if not takers:
        return None
    taker, lire = int(chance.choice(takers)), int(chance.integers(1, int(state.money[giver]) + 1))
    state.money[giver] -= lire
    if taker == NONE:
        state.bank += lire
    else:
        state.money[taker] += lire
    return match.copy(), twin


SECRETS = Secrets(
    settings=[
        {"seats": 2},
        {"seats": 3, "money_shown": False},
        {"seats": 4, "money_shown": False, "bank_limit": True, "variant_a_start_coin": True},
        {"seats": 2, "money_shown": False, "variant_d_preview_delivery": True},
    ],
    hidden=frozenset({"start tile kept", "money", "bank"}),
    piles=piles,
    choices=frozenset({"which start tile is kept"}),
    unseen=lambda state, viewer: "which start tile is kept" if state.phase == Phase.START else "",
    harmless={"field reveals": "everybody knows when something was revealed"},
    others={"who has how much": other_purses},
)
