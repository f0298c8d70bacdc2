"""What the kernel calls: `legal`, `check` and `apply`, built from all questions by phase.

One table contains the candidate answers of each question.
"""

from typing import Any

import numpy as np

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import covering, delivery, hands, question, secrecy, stack, turn
from fattorino.games.new_york.rules.catalog import QUESTIONS
from fattorino.games.new_york.rules.questions import ingredients, paying
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.dispatch import by_part
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup_by_two
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, count_events, only, tell

check_question = by_part(QUESTIONS, "check")
apply_question = by_part(QUESTIONS, "apply")
narrowed = by_part(QUESTIONS, "narrow", question.everything)
FIRST, END, WHERE, FIRST_WORD, END_WORD, LOOK, EXACT = 0, 1, 4, 5, 6, 7, 8  # columns; a second run in 2, 3
NO_CARDS, IN_HAND, IN_MARKET, ANYWHERE = range(4)
CHECKED, ALIKE, SURE = range(3)
_LOOKS = {"each": CHECKED, "kinds": ALIKE, "sure": SURE}
_CARDS = {  # where they are, and which words of bits hold them: two for blue cards, a third for powers
    "none": (NO_CARDS, 0, 0),
    "powers": (IN_HAND, hands.POWER_WORD, hands.POWER_WORD + 1),
    "blue": (IN_HAND, 0, hands.POWER_WORD),
    "held": (IN_HAND, 0, hands.POWER_WORD + 1),
    "market": (IN_MARKET, 0, hands.POWER_WORD),
    "anywhere": (ANYWHERE, 0, hands.POWER_WORD),
}
_WINDOWS = np.zeros((int(Phase.END), EXACT + 1), np.int16)
for _phase, _made in QUESTIONS.items():
    for _k, (_first, _size) in enumerate(_made.runs):
        _WINDOWS[_phase, 2 * _k : 2 * _k + 2] = _first, _first + _size
    _WINDOWS[_phase, WHERE:] = *_CARDS[_made.cards], _LOOKS[_made.look], _made.exact
window = lookup_by_two(_WINDOWS)  # candidates: two runs of actions, where cards are, how to check them


@jit
def near(state: State, seat: Seat, phase: int, word: int) -> int:
    """The card types at the place whose cards can answer a question, a bit each."""
    which = window(phase, WHERE)
    if which == ANYWHERE:
        return hands.ALL if word == 0 else hands.ALL >> (2 * hands.WORD - t.N_BLUE)
    return hands.card_bits(state, NONE if which == IN_MARKET else seat, word)


@jit
def check_answer(state: State, action: Action) -> Any:
    """Name the rule that forbids this answer to the question, or Rule.OK."""
    return check_question(int(state.phase), state, int(state.seat), action)


@jit
def over_by(state: State) -> Any:
    """The rule that ended the game."""
    if state.won:
        return Rule.NY_COOP_41
    if state.inspectors < t.INSPECTORS:
        return Rule.NY_COOP_45
    return Rule.NY_COOP_44 if state.coop else Rule.NY_INSPECT_6


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    if state.over:
        return over_by(state)
    if action != s.AUTO:
        return check_answer(state, action)
    phase = int(state.phase)
    if units(state, phase) < 2:
        return Rule.NY_DP_44
    n = 0  # only if there is a choice to skip
    for run in range(2):
        for answer in range(window(phase, 2 * run + FIRST), window(phase, 2 * run + END)):
            if check_answer(state, answer) == Rule.OK:
                n += 1
    for word in range(window(phase, FIRST_WORD), window(phase, END_WORD)):
        bits = near(state, int(state.seat), phase, word)
        while bits and n < 2:
            if check_answer(state, s.CARD + hands.first_card(bits, word)) == Rule.OK:
                n += 1
            bits &= bits - 1
    return Rule.OK if n > 1 else Rule.NY_DP_44


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending: the candidates of the question that pass its guard.

    Candidates are collected before they are checked, so that GPU threads check their first candidates at the
    same time, then their second ones; otherwise each would wait for the candidates of all others.
    """
    if state.over:
        return 0
    n = 0
    phase = int(state.phase)
    seat = int(state.seat)
    look = window(phase, LOOK)
    for cards in range(2):  # the runs, then the cards
        candidates = n
        if cards:
            mask = narrowed(phase, state, seat, question.CARDS)
            for word in range(window(phase, FIRST_WORD), window(phase, END_WORD)):
                bits = near(state, seat, phase, word) & mask
                while bits:
                    actions[candidates] = s.CARD + hands.first_card(bits, word)
                    candidates += 1
                    bits &= bits - 1
            if look == SURE:
                n = candidates
        else:
            for run in range(2):
                first, end = window(phase, 2 * run + FIRST), window(phase, 2 * run + END)
                bits = narrowed(phase, state, seat, run) if first < end else 0
                for action in range(first, end):
                    if (bits >> (action - first)) & 1:
                        actions[candidates] = action
                        candidates += 1
            if window(phase, EXACT):
                n = candidates
        kind, fine = NONE, False
        for k in range(n, candidates):
            action = int(actions[k])
            new = t.kind_of(action - s.CARD) if cards and look == ALIKE else NONE
            if new == NONE or new != kind:
                fine = check_answer(state, action) == Rule.OK
                kind = new
            if fine:
                actions[n] = action
                n += 1
    if n > 1 and units(state, phase) > 1:
        actions[n] = s.AUTO
        n += 1
    return n


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision."""
    phase = int(state.phase)
    seat = int(state.seat)
    before = count_events(log)
    if action == s.AUTO:
        pay_all(state, phase, seat, log)
    else:
        apply_question(phase, state, seat, action, log)
    turn.advance(state, log)
    if count_events(log) == before:  # log an intermediate choice, but not a pass in a secret window
        declined = 1 if action == s.DONE else 0
        audience = only(seat) if declined and secrecy.is_secret(phase) else EVERYONE
        tell(log, Event.CHOSE, seat, audience, phase, declined)
    if not state.over and secrecy.is_secret(int(state.phase)):
        tell(log, Event.ASKED, int(state.seat), only(int(state.seat)), int(state.phase))


# -- the suggested payment (NY-DP-44): the cheapest answers, all at once ------------------------------------

DEAR = 1000  # more than any answer costs
WANTED, JOKER, POWER, OWN_VILLAGE = 6, 40, 30, 3  # how much more expensive such a card is


@jit
def units(state: State, phase: int) -> int:
    """How many single payments a question still requires, or 0."""
    if phase == Phase.PAY or phase == Phase.TAX:
        return stack.argument(state, 2)
    if phase == Phase.COVER:
        return int(state.d_n) - int(state.d_next)
    return int(state.d_due) if phase == Phase.EXTRA else 0


@jit
def asked_for(state: State) -> int:
    """How many cards of each kind the open orders require."""
    counts = 0
    for slot in range(t.SLOTS):
        kinds = delivery.order_kinds(state, slot)
        if kinds != NONE:
            counts = covering.fitted(counts + kinds)
    return counts


@jit
def cost(state: State, seat: Seat, action: int, asked: int) -> int:
    """The cost of an answer: own ingredients, storage, money, then cards by their usefulness."""
    if action >= s.CARD + t.N_BLUE:
        return 20 + POWER
    if action >= s.CARD:
        card = action - s.CARD
        kind, village = t.kind_of(card), t.village_of(card)
        if kind >= t.N_INGREDIENTS:
            return 20 + JOKER + kind
        dear = 20 + WANTED * min(3, covering.many(asked, kind))
        if village != t.PARK and state.lot[seat, village] != NONE:
            dear += OWN_VILLAGE
        return dear - min(2, int(state.hand[seat, card]))
    if action >= s.COLD:
        return 15
    if action >= s.PERM:
        return action - s.PERM  # an ANY card of the pizzeria is used if its other kinds do not cover it
    if action == s.FARMER:
        return 14
    return DEAR - 1 if action == s.SHORT else 16 if action == s.MONEY else DEAR


@jit
def suggested(state: State, phase: int, seat: Seat) -> int:
    """NY-DP-44: the cheapest answer to a payment that keeps the rest possible; NONE if there is none."""
    best, least = NONE, DEAR
    asked = asked_for(state)
    first, near_by = window(phase, FIRST), narrowed(phase, state, seat, 0)
    for action in range(first, window(phase, END)):
        worth_a_look = (near_by >> (action - first)) & 1
        dear = cost(state, seat, action, asked) if worth_a_look else DEAR
        if dear < least and check_answer(state, action) == Rule.OK:
            best, least = action, dear
    for word in range(window(phase, FIRST_WORD), window(phase, END_WORD)):
        bits = near(state, seat, phase, word)
        while bits:
            action = s.CARD + hands.first_card(bits, word)
            dear = cost(state, seat, action, asked)
            sure = window(phase, LOOK) == SURE
            if dear < least and (sure or check_answer(state, action) == Rule.OK):
                best, least = action, dear
            bits &= bits - 1
    return best


@jit
def pay_all(state: State, phase: int, seat: Seat, log: Log) -> None:
    """NY-DP-44: pay everything that this question asks for."""
    for _ in range(units(state, phase)):
        answer = suggested(state, phase, seat)
        if phase == Phase.COVER:
            ingredients.apply_cover(state, seat, answer, log)
        elif phase == Phase.EXTRA:
            ingredients.apply_extra(state, seat, answer, log)
        else:
            paying.apply_unit(state, seat, answer, log)
            if stack.argument(state, 0) != phase:
                break  # nothing is left to pay with
