"""Deliver a Pizza, the rest of S1: what covers each ingredient, additions, and cards for the route."""

from typing import Any

from fattorino.games.new_york import names, opinion, state as s, tables as t
from fattorino.games.new_york.cards import cold_storage
from fattorino.games.new_york.rules import covering, delivery, hands
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule, Stage
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def completes(
    state: State,
    seat: Seat,
    skip: int,
    used: int,
    lost_kind: int,
    lost: int,
    due: int,
    shorts: int,
    second: int = NONE,
) -> bool:
    """Whether S1 can be completed after a step; each card pays once (NY-DELIVER-16, NY-DP-41, NY-DP-42).

    The step covers `skip` needs, leaves the free sources `used`, takes `lost` cards (one of `lost_kind` and
    one of `second`, if those are kinds), leaves `due` cards of any sort to pay, and may leave off `shorts`
    needs.
    """
    mine = covering.hand_kinds(state, seat)
    if lost_kind != NONE and covering.many(mine, lost_kind) > 0:
        mine -= covering.one(lost_kind)
    if second != NONE and covering.many(mine, second) > 0:
        mine -= covering.one(second)
    room = covering.cards_left(state, seat) - lost - due
    owner, village = int(state.d_from), int(state.d_at)
    free = covering.free_kinds(state, seat, owner, village, used)
    return room >= 0 and room >= covering.cards_spent(
        state, seat, owner, village, delivery.d_needs(state, skip), used, free, mine, shorts, 0
    )


# -- sources of ingredients ----------------------------------------------------------------------------------


@jit
def source_kind(state: State, seat: Seat, action: Action) -> int:
    """The kind of card that an answer uses for an ingredient; NONE if there is no such card."""
    if action >= s.CARD:
        card = action - s.CARD
        return t.kind_of(card) if card < t.N_BLUE and state.hand[seat, card] > 0 else NONE
    if s.COLD <= action < s.COLD + t.MAX_CARDS:
        card = int(state.cold[action - s.COLD])
        return t.kind_of(card) if card != NONE and cold_storage.uses_cold(state, seat) else NONE
    place = source_place(state, seat, action)
    return (
        covering.free_card(state, seat, int(state.d_from), int(state.d_at), place) if place != NONE else NONE
    )


@jit
def source_place(state: State, seat: Seat, action: Action) -> int:
    """The place of the free source that an answer names, if it may still be used; NONE otherwise."""
    owner, village, used = int(state.d_from), int(state.d_at), int(state.d_used)
    served = used if state.d_stage == Stage.DOUBLE else 0  # NY-TOP-SAUSAGE-1: only unused ones double
    first, end = (t.MAX_CARDS, t.MAX_CARDS + 1) if action == s.FARMER else (0, t.MAX_CARDS)
    for place in range(first, end):
        kind = covering.free_card(state, seat, owner, village, place)
        named = kind != NONE and (action == s.FARMER or kind == action - s.PERM)
        if named and covering.can_use(state, used, place) and not (served >> place) & 1:
            return place
    return NONE


@jit
def sources_near(state: State, seat: Seat) -> int:
    """The answers from SHORT on whose source exists, a bit each; SHORT itself always."""
    owner, village = int(state.d_from), int(state.d_at)
    bits = 1
    if covering.free_card(state, seat, owner, village, t.MAX_CARDS) != NONE:
        bits |= 1 << (s.FARMER - s.SHORT)
    for place in range(t.MAX_CARDS):
        card = int(state.perm[owner, village, place])
        if card != NONE:
            bits |= 1 << (s.PERM - s.SHORT + t.kind_of(card))
        if state.cold[place] != NONE:
            bits |= 1 << (s.COLD - s.SHORT + place)
    return bits


def sources_from(first: int, run: int) -> Any:
    """The `narrow` of a question whose run of sources begins with this action."""
    skipped = first - s.SHORT
    return jit(lambda state, seat, asked: sources_near(state, seat) >> skipped if asked == run else -1)


@jit
def check_source(state: State, seat: Seat, action: Action, skip: int) -> Any:
    """Whether this source can be used now and S1 completed; skip is 1 if it covers a need."""
    kind = source_kind(state, seat, action)
    if kind == NONE:
        return why_no_source(state, seat, action)
    if kind == covering.shortage_kind(state):
        return Rule.NY_POWER_SHORTAGE_3
    used, lost, lost_kind = int(state.d_used), 0, NONE
    if action < s.COLD:
        used |= 1 << source_place(state, seat, action)
    else:
        lost, lost_kind = 1, kind
    shorts = 1 if state.d_top == t.Top.ONIONS and not state.d_short else 0
    done = completes(state, seat, skip, used, lost_kind, lost, int(state.d_due), shorts)
    return Rule.OK if done else Rule.NY_DELIVER_2


@jit
def why_no_source(state: State, seat: Seat, action: Action) -> Any:
    """The rule that forbids using an existing source now."""
    owner, village = int(state.d_from), int(state.d_at)
    kind = NONE
    if s.COLD <= action < s.COLD + t.MAX_CARDS:
        stored = (
            hands.has_in_play(state, seat, t.Power.COLD_STORAGE.value) and state.cold[action - s.COLD] != NONE
        )
        return Rule.NY_POWER_COLDSTORAGE_3 if stored else Rule.NY_POWER_COLDSTORAGE_2
    if action == s.FARMER and hands.has_in_play(state, seat, t.Power.FARMER_BROWN.value):
        if state.farmer_fresh or owner != seat:
            return Rule.NY_POWER_FARMERBROWN_2 if state.farmer_fresh else Rule.NY_POWER_COPYCAT_2
        kind = t.kind_of(int(state.farmer))
    elif action < s.COLD:
        for place in range(t.MAX_CARDS):
            card = int(state.perm[owner, village, place])
            if card != NONE and t.kind_of(card) == action - s.PERM:
                kind = action - s.PERM
    if kind == NONE:
        return Rule.NY_DELIVER_5
    if kind == covering.shortage_kind(state):
        return Rule.NY_POWER_SHORTAGE_3
    return Rule.NY_EVENT_9 if covering.city(state, t.City.HEAT_WAVE.value) else Rule.NY_DELIVER_6


@jit
def use_source(state: State, seat: Seat, action: Action, log: Log) -> int:
    """Use up a hand or storage card, or mark a free source; returns its kind."""
    kind = source_kind(state, seat, action)
    if action >= s.CARD:
        hands.spend(state, seat, action - s.CARD, log)
    elif action >= s.COLD:
        hands.spend_cold(state, seat, action - s.COLD, log)
    else:
        state.d_used |= 1 << source_place(state, seat, action)
    return kind


@jit
def how_covered(action: Action) -> int:
    """Own ingredient (0), Farmer Brown (1), storage (2), hand (3), left off (4)."""
    if action == s.SHORT:
        return 4
    if action >= s.CARD:
        return 3
    return 2 if action >= s.COLD else 1 if action == s.FARMER else 0


@jit
def ingredient_worth(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Prefer own ingredients, then stored ones, then cards; tips are worthless to a team."""
    if action == s.SHORT:
        return 0.5 if view.coop else -2.5
    if action >= s.CARD:
        worth = opinion.card_worth(view, seat, action - s.CARD)
        return -worth if view.phase == Phase.COVER else 0.8 - worth
    if action >= s.COLD:
        return 2.0
    if action == s.FARMER:
        return 3.0
    if action >= s.PERM:
        return 4.0 if action - s.PERM < t.N_INGREDIENTS else 3.5
    return 0.0


# -- an ingredient -------------------------------------------------------------------------------------------


@jit(inline=True)
def check_cover(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-5: what covers the next ingredient."""
    if action == s.SHORT:
        if state.d_top != t.Top.ONIONS or state.d_short:
            return Rule.NY_TOP_ONIONS_1
        done = completes(state, seat, 1, int(state.d_used), NONE, 0, int(state.d_due), 0)
        return Rule.OK if done else Rule.NY_DELIVER_2
    if s.FARMER <= action < s.CARD + t.N_BLUE:
        named = s.PERM <= action < s.COLD  # its kind is known
        kind = action - s.PERM if named else source_kind(state, seat, action)
        if kind != NONE and not t.covers(kind, int(state.d_need[int(state.d_next)])):
            return Rule.NY_DELIVER_5
    return check_source(state, seat, action, 1)


@jit
def count_class(state: State, kind: int) -> None:
    """NY-DELIVER-31: note the class of an ingredient of this pizza; one that was left off (NONE) has none."""
    if kind == NONE:
        return
    group = t.class_of(kind)
    if group == t.MEAT:
        state.d_classes |= 1
    elif group == t.VEGETABLE:
        state.d_classes |= 2
    elif group == t.WILD:
        state.d_classes |= 4


@jit
def apply_cover(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-DELIVER-31: cover the next ingredient and note the class that counts."""
    wanted = int(state.d_need[int(state.d_next)])
    state.d_next += 1
    kind = NONE
    if action == s.SHORT:
        state.d_short = 1
    else:
        kind = use_source(state, seat, action, log)
    tell(log, Event.COVERED, seat, EVERYONE, wanted, how_covered(action), kind)
    count_class(state, kind if wanted == t.ANY_INGREDIENT else wanted)


ASK_COVER = Question(
    Phase.COVER,
    check_cover,
    apply_cover,
    prompt=lambda view: _("What covers {kind}?").format(
        kind=names.kind_name(int(view.d_need[int(view.d_next)]))
    ),
    runs=((s.SHORT, s.COLD + t.MAX_CARDS - s.SHORT),),
    cards="blue",
    look="kinds",
    narrow=sources_from(s.SHORT, run=0),
    worth=ingredient_worth,
    labels=lambda: {"CARD": _("Use {card} from hand")},
)


# -- a doubled topping ---------------------------------------------------------------------------------------


@jit
def check_double(state: State, seat: Seat, action: Action) -> Any:
    """NY-TOP-SAUSAGE-1: one more card that matches an ingredient of this pizza."""
    if action == s.DONE:
        return Rule.OK
    kind = source_kind(state, seat, action)
    for k in range(int(state.d_n) if kind != NONE else 0):
        if t.covers(kind, int(state.d_need[k])):
            return check_source(state, seat, action, 0)
    return Rule.NY_TOP_SAUSAGE_1


@jit
def apply_addition(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-TOP-SAUSAGE-1, NY-CHEESE-2: a doubled topping or Extra Cheese, or none; the next stage follows."""
    doubles = state.d_stage == Stage.DOUBLE
    state.d_stage = Stage.CHEESE if doubles else Stage.EXTRA
    if action == s.DONE:
        return
    kind = use_source(state, seat, action, log)
    tell(log, Event.ADDED, seat, EVERYONE, kind, how_covered(action), 1 if doubles else 0)
    if doubles:
        state.d_double = 1
    else:
        state.d_cheese = 1


ASK_DOUBLE = Question(
    Phase.DOUBLE,
    check_double,
    apply_addition,
    prompt=lambda view: _("Sausage: put one topping on twice and earn ${n} more?").format(n=t.DOUBLE_BONUS),
    runs=((s.DONE, 1), (s.FARMER, s.COLD + t.MAX_CARDS - s.FARMER)),
    cards="blue",
    look="kinds",
    narrow=sources_from(s.FARMER, run=1),
    worth=ingredient_worth,
    labels=lambda: {"CARD": _("Add {card} from hand"), "DONE": _("Add nothing")},
    declined=lambda: _("nothing to double"),
)


# -- Extra Cheese --------------------------------------------------------------------------------------------


@jit
def check_cheese(state: State, seat: Seat, action: Action) -> Any:
    """NY-CHEESE-2: one Extra Cheese from hand or storage."""
    if action == s.DONE:
        return Rule.OK
    if action < s.COLD or source_kind(state, seat, action) != t.CHEESE:
        return Rule.NY_CHEESE_2
    return check_source(state, seat, action, 0)


@jit
def has_cheese(state: State, owner: Seat, village: int) -> bool:
    """NY-CHEESE-3: whether Extra Cheese is a permanent ingredient."""
    for place in range(t.MAX_CARDS):
        card = int(state.perm[owner, village, place])
        if card != NONE and t.kind_of(card) == t.CHEESE:
            return True
    return False


@jit
def pays_for_cheese(state: State) -> bool:
    """NY-CHEESE-4, NY-CHEESE-5: whether adding cheese brings money."""
    return state.cheese and not state.d_cheese and covering.shortage_kind(state) != t.CHEESE


ASK_CHEESE = Question(
    Phase.CHEESE,
    check_cheese,
    apply_addition,
    prompt=lambda view: _("Add Extra Cheese and earn ${n} more?").format(
        n=t.CHEESE_BONUS_SPECIALTY if view.d_ticket >= t.SPECIALTY else t.CHEESE_BONUS
    ),
    runs=((s.DONE, 1), (s.COLD, t.MAX_CARDS)),
    cards="blue",
    look="kinds",
    narrow=sources_from(s.COLD, run=1),
    worth=ingredient_worth,
    labels=lambda: {"CARD": _("Add {card}"), "DONE": _("Add no cheese")},
    declined=lambda: _("no cheese"),
)


# -- cards of any sort ---------------------------------------------------------------------------------------


@jit
def check_extra(state: State, seat: Seat, action: Action) -> Any:
    """NY-DELIVER-8, -13, NY-EVENT-8, NY-POWER-TICKETRED-2: any card pays."""
    if action >= s.CARD:
        return Rule.OK if hands.holds(state, seat, action - s.CARD) else Rule.NY_TERM_5
    if s.COLD <= action < s.COLD + t.MAX_CARDS:
        usable = cold_storage.uses_cold(state, seat) and state.cold[action - s.COLD] != NONE
        return Rule.OK if usable else why_no_source(state, seat, action)
    return Rule.NY_DELIVER_13


@jit
def apply_extra(state: State, seat: Seat, action: Action, log: Log) -> None:
    """One card of any sort."""
    use_source(state, seat, action, log)
    state.d_due -= 1


ASK_EXTRA = Question(
    Phase.EXTRA,
    check_extra,
    apply_extra,
    prompt=lambda view: (
        ngettext(
            "The way costs {n} more card. Which one?",
            "The way costs {n} more cards. Which ones?",
            int(view.d_due),
        )
        if view.d_ticket < t.SPECIALTY
        else ngettext(
            "The way and the specialty cost {n} more card. Which one?",
            "The way and the specialty cost {n} more cards. Which ones?",
            int(view.d_due),
        )
    ),
    runs=((s.COLD, t.MAX_CARDS),),
    cards="held",
    look="sure",
    narrow=sources_from(s.COLD, run=0),
)
