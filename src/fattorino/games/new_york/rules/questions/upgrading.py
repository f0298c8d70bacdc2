"""Upgrading a pizzeria by a disk or a permanent ingredient, ANY cards included; and the new top card."""

from typing import Any

from fattorino.games.new_york import names, opinion, state as s, tables as t
from fattorino.games.new_york.rules import hands, memory, pizzerias, question, stack
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def is_replaced(kind: int, new: int) -> bool:
    """NY-ANY-3, -4, -7, -8: whether a card of a kind must leave when a new kind joins its pizzeria."""
    if kind == t.ANY_INGREDIENT or new == t.ANY_INGREDIENT:
        return True
    if (new == t.ANY_MEAT or new == t.ANY_VEGETABLE) or (kind == t.ANY_MEAT or kind == t.ANY_VEGETABLE):
        return pizzerias.same_class(kind, new)
    return False


@jit
def check_upgrade(state: State, seat: Seat, card: int, village: int, mode: int) -> Any:
    """Whether a card upgrades a pizzeria in a mode."""
    if village >= t.BUILDABLE or state.lot[seat, village] == NONE:
        return Rule.NY_UPGRADE_1
    shown = t.village_of(card)
    if shown != village and shown != t.PARK:
        return Rule.NY_UPGRADE_1
    disks = int(state.disks[seat, village])
    cards = pizzerias.n_perm(state, seat, village)
    if mode == s.DISK:
        if state.supply[seat] == 0:
            return Rule.NY_REP_6
        if disks > 0 and cards == 0:
            return Rule.NY_UPGRADE_10
        limit = t.WILD_REPUTATION if pizzerias.is_wild(state, seat, village) else t.TOP_REPUTATION
        return Rule.OK if disks + cards < limit else Rule.NY_REP_3
    if disks == 0 and cards > 0:
        return Rule.NY_UPGRADE_10
    if cards == 0 and mode != s.ON_TOP:
        return Rule.NY_UPGRADE_8
    if mode == s.ON_TOP and shown == t.PARK:
        return Rule.NY_UPGRADE_4
    kind = t.kind_of(card)
    stay, successors = 0, 0
    for place in range(cards):
        old = int(state.perm[seat, village, place])
        if kind >= t.ANY_MEAT and t.kind_of(old) == kind:
            return Rule.NY_ANY_5
        if is_replaced(t.kind_of(old), kind):
            if t.kind_of(old) == t.ANY_INGREDIENT and mode != s.ON_TOP:
                return Rule.NY_ANY_8
        else:
            stay += 1
            if t.village_of(old) == village:
                successors += 1
    if kind == t.ANY_INGREDIENT:
        return Rule.OK if mode == s.ON_TOP else Rule.NY_ANY_7
    if mode != s.ON_TOP and successors == 0:
        return Rule.NY_UPGRADE_7
    if cards == 0 or pizzerias.is_wild(state, seat, village):
        return Rule.OK  # NY-ANY-8, NY-POWER-CRASH-5: disks above 4 go back
    return Rule.OK if disks + stay + 1 <= t.TOP_REPUTATION else Rule.NY_UPGRADE_5


@jit
def upgrades(state: State, seat: Seat, card: int, village: int) -> bool:
    """Whether a card upgrades a pizzeria in any mode."""
    for mode in range(s.ON_TOP + 1):
        if check_upgrade(state, seat, card, village, mode) == Rule.OK:
            return True
    return False


@jit
def upgrades_somewhere(state: State, seat: Seat, card: int) -> bool:
    """Whether a card upgrades any pizzeria of the player."""
    village = t.village_of(card)
    if village != t.PARK:
        return state.lot[seat, village] != NONE and upgrades(state, seat, card, village)
    for other in range(t.BUILDABLE):
        if state.lot[seat, other] != NONE and upgrades(state, seat, card, other):
            return True
    return False


@jit
def can_upgrade(state: State, seat: Seat) -> bool:
    """Whether any upgrade is possible."""
    own = pizzerias.own_villages(state, seat)
    for word in range(hands.POWER_WORD if own else 0):
        bits = hands.card_bits(state, seat, word) & hands.showing(own | 1 << t.PARK)
        while bits:
            if upgrades_somewhere(state, seat, hands.first_card(bits, word)):
                return True
            bits &= bits - 1
    return False


# -- the card ----------------------------------------------------------------------------------------------


@jit
def check_upgrade_card(state: State, seat: Seat, action: Action) -> Any:
    """NY-UPGRADE-1: the card of an upgrade."""
    if action < s.CARD or action >= s.CARD + t.N_BLUE or state.hand[seat, action - s.CARD] == 0:
        return Rule.NY_UPGRADE_1
    if upgrades_somewhere(state, seat, action - s.CARD):
        return Rule.OK
    village = t.village_of(action - s.CARD)
    return (
        Rule.NY_UPGRADE_5
        if village == t.PARK
        else check_upgrade(state, seat, action - s.CARD, village, s.ON_TOP)
    )


@jit
def narrow_card(state: State, seat: Seat, run: int) -> int:
    """The cards of villages where the player has a pizzeria, and those of the park."""
    return hands.showing(pizzerias.own_villages(state, seat) | 1 << t.PARK) if run == question.CARDS else -1


@jit
def apply_upgrade_card(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Lay out the card; the pizzeria is chosen next."""
    stack.pop(state)
    hands.lay_out(state, seat, action - s.CARD)
    stack.push(state, Phase.UPGRADE_AT.value, seat, action - s.CARD)


ASK_UPGRADE_CARD = question.Question(
    Phase.UPGRADE_CARD,
    check_upgrade_card,
    apply_upgrade_card,
    prompt=lambda view: _("Which card do you upgrade with? It must show the pizzeria's village."),
    cards="blue",
    narrow=narrow_card,
    worth=jit(lambda view, seat, action, delivers: 1.0 - opinion.card_worth(view, seat, action - s.CARD)),
    labels=lambda: {"CARD": _("Upgrade with {card}")},
    chose=lambda: _("a card for an upgrade"),
)


# -- the pizzeria --------------------------------------------------------------------------------------------


@jit
def check_upgrade_at(state: State, seat: Seat, action: Action) -> Any:
    """NY-UPGRADE-1: the pizzeria that a card upgrades."""
    card, village = stack.argument(state, 2), action - s.VILLAGE
    if village < 0 or village >= t.N_VILLAGES:
        return Rule.NY_UPGRADE_1
    if village < t.BUILDABLE and upgrades(state, seat, card, village):
        return Rule.OK
    mode = s.BELOW if t.village_of(card) == t.PARK else s.ON_TOP
    return check_upgrade(state, seat, card, village, mode)


@jit
def narrow_at(state: State, seat: Seat, run: int) -> int:
    """The village of the card; any for a card of the park."""
    village = t.village_of(stack.argument(state, 2))
    return 1 << village if village != t.PARK else -1


@jit
def apply_upgrade_at(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Choose the pizzeria; the mode is chosen next."""
    card = stack.argument(state, 2)
    stack.pop(state)
    stack.push(state, Phase.UPGRADE_MODE.value, seat, card, action - s.VILLAGE)


ASK_UPGRADE_AT = question.Question(
    Phase.UPGRADE_AT,
    check_upgrade_at,
    apply_upgrade_at,
    prompt=lambda view: _("Which pizzeria?"),
    runs=((s.VILLAGE, t.N_VILLAGES),),
    narrow=narrow_at,
    worth=jit(lambda view, seat, action, delivers: float(-1.0 * view.disks[seat, action - s.VILLAGE])),
    labels=lambda: {"VILLAGE": _("Upgrade {village}")},
    chose=lambda: _("a pizzeria"),
)


# -- the mode ------------------------------------------------------------------------------------------------


@jit
def check_mode(state: State, seat: Seat, action: Action) -> Any:
    """NY-UPGRADE-3: a disk, or the ingredient below or on top."""
    if action < s.MODE or action > s.MODE + s.ON_TOP:
        return Rule.NY_UPGRADE_3
    return check_upgrade(state, seat, stack.argument(state, 2), stack.argument(state, 3), action - s.MODE)


@jit
def apply_mode(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-UPGRADE-2, NY-UPGRADE-3, NY-UPGRADE-9, with the discards of NY-ANY-3 to -8 (NY-CHEESE-7)."""
    card, village, mode = stack.argument(state, 2), stack.argument(state, 3), action - s.MODE
    stack.pop(state)
    memory.forget(state, seat, card)
    tell(log, Event.UPGRADED, seat, EVERYONE, village, mode, card)
    if mode == s.DISK:
        hands.to_sewer(state, card)
        state.disks[seat, village] += 1
        state.supply[seat] -= 1
        return
    kind = t.kind_of(card)
    top = state.perm[seat, village, 0]
    for place in range(t.MAX_CARDS - 1, -1, -1):
        old = int(state.perm[seat, village, place])
        if old != NONE and is_replaced(t.kind_of(old), kind):
            pizzerias.remove_perm(state, seat, village, place)
            tell(log, Event.LOST_CARD, seat, EVERYONE, village, old)
    kept = pizzerias.n_perm(state, seat, village)
    state.perm[seat, village, kept] = card
    disks = int(state.disks[seat, village])
    if kind != t.ANY_INGREDIENT and disks > t.TOP_REPUTATION - 1:  # NY-ANY-8
        pizzerias.to_supply(state, seat, village, disks - t.TOP_REPUTATION + 1, log)
    if mode == s.ON_TOP:
        pizzerias.raise_top(state, seat, village, kept)
    elif state.perm[seat, village, 0] != top:
        pizzerias.settle_top(state, seat, village, kept, log)  # NY-ANY-10


@jit
def worth_mode(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Prefer range."""
    if action == s.MODE:
        return 3.0 if view.disks[seat, stack.argument(view, 3)] < 3 else 1.0
    return 2.0 if action == s.MODE + s.BELOW else 1.5


ASK_UPGRADE_MODE = question.Question(
    Phase.UPGRADE_MODE,
    check_mode,
    apply_mode,
    prompt=lambda view: _("{card} upgrades {village}: a disk for range, or an ingredient of its own?").format(
        card=names.kind_name(t.kind_of(question.argument_seen(view, 2))),
        village=names.village_name(question.argument_seen(view, 3)),
    ),
    runs=((s.MODE, 3),),
    worth=worth_mode,
)


# -- the new top card ----------------------------------------------------------------------------------------


@jit
def check_new_top(state: State, seat: Seat, action: Action) -> Any:
    """NY-TERM-8: the card that follows a lost top card must show the pizzeria's own village."""
    village, among = stack.argument(state, 2), stack.argument(state, 3)
    if action < s.CARD or action >= s.CARD + t.N_BLUE:
        return Rule.NY_UPGRADE_6
    if not 0 <= pizzerias.place_of(state, seat, village, action - s.CARD) < among:
        return Rule.NY_UPGRADE_6
    return Rule.OK if t.village_of(action - s.CARD) == village else Rule.NY_TERM_8


@jit
def apply_new_top(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Set the new top card."""
    village, card = stack.argument(state, 2), action - s.CARD
    stack.pop(state)
    pizzerias.raise_top(state, seat, village, pizzerias.place_of(state, seat, village, card))
    tell(log, Event.TOPPED, seat, EVERYONE, village, card)


ASK_NEW_TOP = question.Question(
    Phase.NEW_TOP,
    check_new_top,
    apply_new_top,
    prompt=lambda view: _("Choose the new top card."),
    cards="anywhere",
    labels=lambda: {"CARD": _("Put {card} on top")},
    targets={"CARD": "shop"},
)
