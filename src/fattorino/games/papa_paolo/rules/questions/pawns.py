"""Phase A: placing a pawn on a slot of the city, and its use."""

from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import bribes, deeds
from fattorino.games.papa_paolo.rules.question import Question
from fattorino.games.papa_paolo.rules.questions import tile_placement
from fattorino.games.papa_paolo.state import Event, Phase, Rule
from fattorino.kernel.game import Reason
from fattorino.kernel.guide import Taught
from fattorino.kernel.i18n import _, listed
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, list_bits, tell

# -- onto a slot -----------------------------------------------------------------------------------------


@jit
def check_slot(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids a pawn on this slot, or Rule.OK."""
    slot = action - s.SLOT
    if slot < 0 or slot >= s.N_SLOTS:
        return Rule.PP_PLACE_1
    if t.deeds_at(int(state.n), slot) == NONE:
        return Rule.PP_3P_1 if state.n == 3 else Rule.PP_2P_1
    return Rule.OK if state.pawn[slot] == NONE else Rule.PP_PLACE_2


@jit(inline=True)
def list_slots(state: State, seat: Seat, actions: Any) -> int:
    """The slots without a pawn."""
    n = 0
    for row in range(t.board_rows(int(state.n))):
        for slot in range(s.SLOTS_WIDE * row, s.SLOTS_WIDE * row + t.board_columns(int(state.n))):
            actions[n] = s.SLOT + slot  # see `list_bits`
            n += 1 if state.pawn[slot] == NONE else 0
    return n


@jit
def apply_slot(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-PLACE-1: place the pawn; its use is chosen next."""
    slot = action - s.SLOT
    state.pawn[slot] = seat
    state.slot = slot
    state.phase = Phase.USE
    tell(log, Event.PAWN, seat, EVERYONE, slot)
    return False


@jit
def worth_slot(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """The best use of a slot, and the coins of its row and its column."""
    slot = action - s.SLOT
    best, _deed = best_use(view, seat, slot, plan)
    if view.idle_allowed or best == opinion.NOTHING:  # PP-PLACE-3: a possible use is mandatory
        best = max(0, best)
    row, column = slot // s.SLOTS_WIDE, s.SLOTS_WIDE + slot % s.SLOTS_WIDE
    return best + coin_worth(view, seat, row) + coin_worth(view, seat, column)


@jit
def best_use(view: State, seat: Seat, slot: int, plan: Any) -> tuple[int, int]:
    """The best use of a slot: its value, and the action, NONE for its tile."""
    best, chosen = tile_placement.tile_worth(view, seat, int(view.slot_tile[slot]), plan), NONE
    for deed in range(s.N_COLOURS):
        if t.has(t.deeds_at(int(view.n), slot), deed) and plan[opinion.DEEDS, deed] > best:
            best, chosen = int(plan[opinion.DEEDS, deed]), deed
    return best, chosen


@jit
def coin_worth(view: State, seat: Seat, line: int) -> int:
    """A share of a line's coin, if another pawn takes or keeps the lead there."""
    length = t.board_columns(int(view.n)) if line < s.SLOTS_WIDE else t.board_rows(int(view.n))
    mine = 1
    most = 0
    for other in range(int(view.n)):
        pawns = 0
        for place in range(length):
            if view.pawn[bribes.line_slot(line, place)] == other:
                pawns += 1
        if other == seat:
            mine += pawns
        else:
            most = max(most, pawns)
    share = 2 if mine > most else 1 if mine == most else 0
    return int(view.coin[line]) * opinion.lira(view, seat) * share // 5


def terms_slot(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """The best use of a slot, and the coins of its row and its column."""
    slot = action - s.SLOT
    best, deed = best_use(view, seat, slot, plan)
    use = float(best)
    words = _("its tile brings houses near your pizzerias") if deed == NONE else deeds.reason(deed)
    if use < 0:
        idle = view.idle_allowed or use == opinion.NOTHING
        use, words = 0.0 if idle else use, _("a pawn there has to do what is of little use")
    found = [(words, use)] if use else []
    for line in (slot // s.SLOTS_WIDE, s.SLOTS_WIDE + slot % s.SLOTS_WIDE):
        text = _("it helps you to the coin of {line}").format(line=names.line_name(line))
        found.append((text, float(coin_worth(view, seat, line))))
    return found


def label_slot(view: Any, slot: int) -> str:
    """What a slot offers."""
    printed, name = t.deeds_at(int(view.n), slot), names.slot_name(slot)
    if printed == NONE:
        return _("Place a pawn on {slot}").format(slot=name)
    own = [names.deed_name(deed).lower() for deed in range(s.N_COLOURS) if t.has(printed, deed)]
    tile, offers = int(view.slot_tile[slot]), listed(own, "")
    if tile < 0:
        return _("Place a pawn on {slot}: {actions}").format(slot=name, actions=offers)
    text = _("Place a pawn on {slot}: take the {tile}, or {actions}")
    return text.format(slot=name, tile=names.piece_name(tile), actions=offers)


def matters_slot(view: Any, seat: Seat, actions: Any) -> list[Taught]:
    """Points and slots first, coins and tracks once the first pawns are placed."""
    placed, mine = sum(int(pawn) == seat for pawn in view.pawn), f"panel{seat}"
    if view.round_no == 1 and placed == 0:
        return [Taught("PP-SCORE-1", mine), Taught("PP-PLACE-1", "pp-city")]
    found = [Taught("PP-SCORE-4", mine), Taught("PP-BRIBE-1", "line0"), Taught("PP-PLACE-2", "pp-city")]
    if placed >= 2 or view.round_no > 1:
        found += [Taught("PP-XP-1", f"track{seat}-0"), Taught("PP-BRIBE-2", "line4")]
    return found + ([Taught("PP-ROUND-1", "pp-status")] if view.round_no > 1 else [])


def why_slot(view: Any, seat: Seat, action: int) -> str:
    """What is wrong with a slot for a pawn."""
    taken = check_slot(view, seat, action) == Rule.PP_PLACE_2
    return _("This slot has its pawn; each is used once a round.") if taken else ""


ASK_SLOT = Question(
    Phase.SLOT,
    check_slot,
    apply_slot,
    list_slots,
    prompt=lambda view: _(
        "Pawn {n} of {pawns}: choose a slot, for its tile or an action of its row or column."
    ).format(n=sum(int(pawn) == int(view.seat) for pawn in view.pawn) + 1, pawns=s.PAWNS),
    labels={"SLOT": label_slot},
    worth=worth_slot,
    terms=terms_slot,
    matters=matters_slot,
    why=why_slot,
)


# -- what it is used for ---------------------------------------------------------------------------------


@jit
def takes_tile(state: State, seat: Seat) -> bool:
    """PP-EXPAND-7: whether the tile of the chosen slot fits into the district."""
    return t.has(int(state.takes[seat]), t.shape_of(tile_placement.in_hand(state)))


@jit
def check_use(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids this use of the pawn, or Rule.OK."""
    printed = t.deeds_at(int(state.n), int(state.slot))
    if action == s.TAKE:
        return Rule.OK if takes_tile(state, seat) else Rule.PP_EXPAND_7
    if action == s.IDLE:
        useful = takes_tile(state, seat) or deeds.open_deeds(state, seat, printed) != 0
        return Rule.OK if state.idle_allowed or not useful else Rule.PP_PLACE_3
    if action < s.SPONSOR or action > s.IDLE or not t.has(printed, action - s.SPONSOR):
        return Rule.PP_PLACE_3  # PP-3P-5, PP-2P-6
    return deeds.check_deed(state, seat, action - s.SPONSOR)


@jit(inline=True)
def list_uses(state: State, seat: Seat, actions: Any) -> int:
    """Take the tile, act, or idle. Row and column with the same action are one option (PP-PLACE-5)."""
    n = list_bits(1 if takes_tile(state, seat) else 0, s.TAKE, 1, actions, 0)
    offered = deeds.open_deeds(state, seat, t.deeds_at(int(state.n), int(state.slot)))
    n = list_bits(offered, s.SPONSOR, s.N_COLOURS, actions, n)
    if state.idle_allowed or n == 0:
        actions[n] = s.IDLE
        n += 1
    return n


@jit(inline=True)
def apply_use(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-PLACE-3: take the tile, perform one action, or idle; returns whether the pawn is done."""
    if action == s.TAKE:
        state.phase = Phase.TILE
        tell(log, Event.TAKES, seat, EVERYONE, tile_placement.in_hand(state))
        return False
    if action == s.IDLE:
        tell(log, Event.IDLE, seat, EVERYONE)
        return True
    if action != s.SPONSOR:
        tell(log, Event.USES, seat, EVERYONE, action - s.SPONSOR)
    return deeds.begin_deed(state, seat, action - s.SPONSOR, log)


@jit
def worth_use(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """The tile, an action, or nothing."""
    if action == s.TAKE:
        return tile_placement.tile_worth(view, seat, tile_placement.in_hand(view), plan)
    return 0 if action == s.IDLE else int(plan[opinion.DEEDS, action - s.SPONSOR])


def terms_use(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """One term for each use; idling has none."""
    if action == s.IDLE:
        return []
    words = _("the tile brings houses near your pizzerias")
    if action != s.TAKE:
        words = deeds.reason(action - s.SPONSOR)
    return [(words, float(worth_use(view, seat, action, plan)))]


def prompt_use(view: Any) -> str:
    """What the placed pawn can be used for; the last pawn is placed on the last slot automatically."""
    seat, slot = int(view.seat), int(view.slot)
    if slot < 0:
        return _("Use your pawn.")
    takes = tile_placement.in_hand(view) >= 0 and takes_tile(view, seat)
    if takes and deeds.open_deeds(view, seat, t.deeds_at(int(view.n), slot)):
        text = _("Take the tile, or do one of the actions of its row or column.")
    elif takes:
        text = _("Take the tile: none of the actions here is possible.")
    else:
        text = _("Do one of the actions here: the tile fits nowhere in your district.")
    if any(check_slot(view, seat, s.SLOT + k) == Rule.OK for k in range(s.N_SLOTS)):
        return text
    last = _("Your last pawn went to the last slot, {slot}.").format(slot=names.slot_name(slot))
    return f"{last} {text}"


def label_take(view: Any, place: int) -> str:
    """The tile of the chosen slot."""
    tile = tile_placement.in_hand(view) if view.slot >= 0 else NONE
    return _("Take the {tile}").format(tile=names.piece_name(tile)) if tile >= 0 else _("Take the tile")


def matters_use(view: Any, seat: Seat, actions: Any) -> list[Taught]:
    """What a pawn may do, and the actions it has to choose from."""
    offered = [k for k in range(s.N_COLOURS) if s.SPONSOR + k in actions]
    acts = [Taught(deeds.RULES[deed], f"deed-{s.DEEDS[deed]}") for deed in offered]
    return [Taught("PP-PLACE-3", f"slot-{int(view.slot)}"), *acts]


def why_use(view: Any, seat: Seat, action: int) -> str:
    """What is missing for the tile or for an action."""
    if action == s.TAKE:
        return "" if takes_tile(view, seat) else tile_placement.why_nowhere()
    if action == s.IDLE:
        return ""
    lacking = deeds.why(view, seat, action - s.SPONSOR)
    offered = t.has(t.deeds_at(int(view.n), int(view.slot)), action - s.SPONSOR)
    return lacking or ("" if offered else _("This slot does not offer it."))


def uses(view: Any, seat: Seat) -> list[int]:
    """The tile and the actions of the slot."""
    printed = t.deeds_at(int(view.n), int(view.slot))
    return [s.TAKE, *(s.SPONSOR + deed for deed in range(s.N_COLOURS) if t.has(printed, deed))]


ASK_USE = Question(
    Phase.USE,
    check_use,
    apply_use,
    list_uses,
    prompt=prompt_use,
    labels={
        "TAKE": label_take,
        "SPONSOR": lambda view, place: deeds.label(view, 0),
        "SHOP": lambda view, place: deeds.label(view, 1),
        "EXPRESS": lambda view, place: deeds.label(view, 2),
        "BUILD": lambda view, place: deeds.label(view, 3),
        "IDLE": lambda view, place: _("Do nothing with this pawn"),
    },
    worth=worth_use,
    terms=terms_use,
    matters=matters_use,
    why=why_use,
    looked_for=uses,
)
