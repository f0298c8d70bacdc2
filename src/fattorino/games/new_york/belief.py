"""imagine: a full state consistent with everything a seat has seen.

Public information is copied, and so is what the seat has seen earlier (rules/memory.py); every other card,
token and ticket is dealt to a random place that could hold it. The inspectors stay in the bottom part of the
Market Deck.
"""

from fattorino.games.new_york import state as s, tables as t, view as redaction
from fattorino.games.new_york.rules import coop, hands, opening, secrecy, stack
from fattorino.games.new_york.rules.questions import building, upgrading
from fattorino.games.new_york.state import Phase, Stage
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State
from fattorino.kernel.rng import draw, draw_at, draw_counted, seeded, shuffle


@jit
def imagine(view: State, seat: Seat, seed: int, state: State) -> bool:
    """Fill a zeroed state that looks to this seat exactly like its view."""
    state.rng = seeded(seed)
    redaction.show(view, seat, state)
    asked = ask_again(view, seat, state)
    for other in range(t.MAX_SEATS):
        for k in range(s.GIFTS_SEEN):
            state.gift_to[other, k] = view.gift_to[other, k] if other == seat else NONE
    deal_powers(view, seat, asked, state)
    deal_cards(view, seat, state)
    if hides_card(view) and not lay_out(view, seat, state):
        return False
    if view.n_tickets + view.n_out > 0 or view.ticket[0] != NONE:
        deal_tickets(view, state)
    deal_tips(view, seat, state)
    deal_goals(view, state)
    deal_promotions(view, state)
    return True


@jit
def ask_again(view: State, seat: Seat, state: State) -> int:
    """Restore a secret question that the view hides; returns the seat that must then hold an instant card."""
    if view.over or view.phase != Phase.EXTRA or view.d_stage == Stage.EXTRA:
        return NONE
    if view.d_stage == Stage.WINDOW:
        n = int(view.n)
        options = 0
        for other in range(n):
            if other != view.d_seat and other != seat and view.n_power[other] > 0:
                options += 1
        nth = draw(state, max(1, options))
        for k in range(1, n):
            other = (int(view.d_seat) + k) % n
            if other != seat and view.n_power[other] > 0:
                if nth == 0:
                    lay(state, Phase.WINDOW.value, other)
                    state.ham_at = k + 1
                    return other
                nth -= 1
        return NONE
    lay(state, Phase.ROTARY.value, hands.owner_in_play(view, t.Power.HARLEM_ROTARY_PIZZERIA.value))
    return NONE


@jit
def lay(state: State, what: int, seat: Seat) -> None:
    """Put the question on the stack."""
    stack.push(state, what, seat)
    state.phase = what
    state.seat = seat


@jit
def gift_for(view: State, giver: Seat, other: Seat, nth: int) -> int:
    """A card the giver knows to be in another hand (NY-COOP-22); NONE if this one went elsewhere."""
    if giver < 0 or giver == other or view.gift_to[giver, nth] != other:
        return NONE
    return int(view.gift[giver, nth])


@jit
def deal_powers(view: State, me: Seat, asked: Seat, state: State) -> None:
    """Deal unseen Power Cards to the hands (never Globals), the rest to the deck."""
    for power in range(t.N_POWERS):
        state.power_at[power] = view.power_at[power]
    for seat in range(int(view.n)):
        given = 0
        for k in range(s.GIFTS_SEEN):
            power = gift_for(view, me, seat, k) - t.N_BLUE
            if power >= 0 and state.power_at[power] == HIDDEN and given < view.n_power[seat]:
                state.power_at[power] = seat
                given += 1
    if asked != NONE:
        jam = view.power_at[t.Power.TRAFFIC_JAM] == HIDDEN
        rough = view.power_at[t.Power.ROUGH_DELIVERY] == HIDDEN
        if jam and (not rough or draw(state, 2) == 0):
            state.power_at[t.Power.TRAFFIC_JAM] = asked
        elif rough:
            state.power_at[t.Power.ROUGH_DELIVERY] = asked
    for seat in range(int(view.n)):
        held = 0
        for power in range(t.N_POWERS):
            if state.power_at[power] == seat:
                held += 1
        while held < view.n_power[seat]:
            unseen = 0
            for power in range(t.N_POWERS):
                if state.power_at[power] == HIDDEN and t.power_type(power) != t.GLOBAL:
                    unseen += 1
            if unseen == 0:
                break
            nth = draw(state, unseen)
            for power in range(t.N_POWERS):
                if state.power_at[power] == HIDDEN and t.power_type(power) != t.GLOBAL:
                    if nth == 0:
                        state.power_at[power] = seat
                        break
                    nth -= 1
            held += 1
    for power in range(t.N_POWERS):
        if state.power_at[power] == HIDDEN:
            state.power_at[power] = t.Place.DECK


@jit
def seen(view: State, card: int) -> int:
    """The number of copies of a blue card that are face up or in the viewer's hand."""
    count = int(view.market[card]) + int(view.sewer[card])
    for seat in range(int(view.n)):
        if view.hand[seat, card] != HIDDEN:
            count += int(view.hand[seat, card])
        for village in range(t.BUILDABLE):
            for place in range(t.MAX_CARDS):
                if view.perm[seat, village, place] == card:
                    count += 1
    for slot in range(t.SLOTS):
        for position in range(t.MAX_CARDS):
            if view.order[slot, position] == card:
                count += 1
    for place in range(t.MAX_CARDS):
        if view.cold[place] == card:
            count += 1
    if view.farmer == card:
        count += 1
    if view.shortage == card:
        count += 1
    for k in range(int(view.n_stack)):
        what = int(view.stack[k, 0])
        if what == Phase.BUILD_LOT or what == Phase.UPGRADE_AT or what == Phase.UPGRADE_MODE:
            if view.stack[k, 2] == card:
                count += 1
    return count


@jit
def known(view: State, me: Seat, other: Seat, card: int) -> int:
    """How many copies of a blue card the seat has seen go into a hand that is hidden from it."""
    count, given = 0, 0
    for k in range(s.SHOWN):
        if view.shown[other, k] == card:
            count += 1
    for k in range(s.GIFTS_SEEN):
        if gift_for(view, me, other, k) == card:
            given += 1
    return max(count, given)


@jit
def unseen(view: State, me: Seat, card: int) -> int:
    """The number of copies of a blue card at unknown places, including those put on the deck face up."""
    count = opening.in_game(view, card) - seen(view, card)
    for other in range(int(view.n)):
        if view.hand[other, 0] == HIDDEN:
            count -= known(view, me, other, card)
    return count


@jit
def deal_cards(view: State, me: Seat, state: State) -> None:
    """Deal blue cards to the other hands and the Market Deck: remembered ones first, the rest at random.

    Cards put on the deck face up come after the others in state.deck until they are dealt.
    """
    places = int(view.n_laid)  # where the cards put on the deck face up are
    for other in range(int(view.n)):
        if view.hand[other, 0] == HIDDEN:
            places += int(view.blind[other])
    n, n_laid = 0, 0
    for k in range(state.deck.shape[0]):
        state.deck[k] = NONE
    for card in range(t.N_BLUE):
        count = unseen(view, me, card)
        laid = min(int(view.laid[card]), count)
        if places == 0:
            laid = 0
        if me >= 0 and view.hand[me, card] > 0 and view.blind[me] > 0:
            laid = max(0, laid - int(view.hand[me, card]))  # most likely drawn by the viewer
        for _ in range(count - laid):
            state.deck[n] = card
            n += 1
        for _ in range(laid):
            n_laid += 1
            state.deck[state.deck.shape[0] - n_laid] = card
    shuffle(state, state.deck, n)
    for k in range(n_laid - 1, 0, -1):
        hands.swap(state, state.deck.shape[0] - 1 - k, state.deck.shape[0] - 1 - draw(state, k + 1))
    while n_laid > places:  # some have been seen since
        last = state.deck.shape[0] - n_laid
        card = int(state.deck[last])
        state.deck[last] = NONE
        state.deck[n] = card
        hands.swap(state, n, draw(state, n + 1))
        n, n_laid = n + 1, n_laid - 1
    for seat in range(t.MAX_SEATS):
        if view.hand[seat, 0] == HIDDEN:
            held = 0
            for card in range(t.N_BLUE):
                state.hand[seat, card] = known(view, me, seat, card) if seat < view.n else 0
                held += int(state.hand[seat, card])
            drawn = int(view.blind[seat])
            holds = int(view.n_hand[seat]) + (1 if hides_card(view) and view.seat == seat else 0)
            while held < holds:
                at = n - 1
                if drawn > 0 and n_laid > 0:
                    at = state.deck.shape[0] - n_laid
                    n_laid, drawn = n_laid - 1, drawn - 1
                else:
                    n -= 1
                state.hand[seat, int(state.deck[at])] += 1
                state.deck[at] = NONE
                held += 1
    hide_inspectors(view, state, n, n_laid)


@jit
def hides_card(view: State) -> bool:
    """Whether somebody has chosen a card to build or upgrade with, which the viewer does not see."""
    laid = not view.over and secrecy.is_laid_out(int(view.phase))
    return laid and stack.argument(view, 2) == HIDDEN


@jit
def fits(state: State, seat: Seat, card: int, village: int) -> bool:
    """Whether a card could be the one chosen: there is an answer to what is asked about it."""
    stack.set_argument(state, 2, card)
    if state.phase == Phase.UPGRADE_MODE:
        stack.set_argument(state, 3, village)
        return upgrading.upgrades(state, seat, card, village)
    if state.phase == Phase.UPGRADE_AT:
        return upgrading.upgrades_somewhere(state, seat, card)
    for lot in range(s.MAX_LOTS):
        if building.check_build_lot(state, seat, s.LOT + lot) == s.Rule.OK:
            return True
    return False


@jit
def lay_out(view: State, me: Seat, state: State) -> bool:
    """Choose that card among those dealt to the hand, or else exchange one of them for one that fits."""
    seat = int(view.seat)
    first, village = draw(state, t.N_BLUE), draw(state, t.BUILDABLE)
    for k in range(t.N_BLUE * t.BUILDABLE):
        card = (first + k) % t.N_BLUE
        if state.hand[seat, card] > 0 and fits(state, seat, card, (village + k // t.N_BLUE) % t.BUILDABLE):
            state.hand[seat, card] -= 1
            return True
    for k in range(t.N_BLUE * t.BUILDABLE):
        card, place = (first + k) % t.N_BLUE, NONE
        for at in range(int(view.n_deck) - int(view.n_laid)):
            if state.deck[at] == card:
                place = at
        if place != NONE and fits(state, seat, card, (village + k // t.N_BLUE) % t.BUILDABLE):
            for other in range(t.N_BLUE):
                if state.hand[seat, other] > known(view, me, seat, other):
                    state.hand[seat, other] -= 1
                    state.deck[place] = other
                    return True
    return False


@jit
def hide_inspectors(view: State, state: State, n: int, n_laid: int) -> None:
    """Put the face-up cards on top, and the inspectors not yet shown into the bottom part."""
    for k in range(n_laid):
        at = state.deck.shape[0] - n_laid + k
        card = state.deck[at]
        state.deck[at] = NONE
        state.deck[n] = card
        n += 1
    hiding = int(view.n_deck) - n
    if hiding <= 0:
        return
    bottom = min(int(view.bottom), int(view.n_deck)) - hiding
    opening.insert_inspectors(state, n, bottom, hiding)


@jit
def deal_tickets(view: State, state: State) -> None:
    """Deal unseen tickets to the order deck and the unused pile."""
    for ticket in range(t.N_TICKETS):
        count = (
            opening.ticket_copies(view, ticket)
            - int(view.ticket_gone[ticket])
            - int(view.ticket_used[ticket])
        )
        for slot in range(t.SLOTS):
            if view.ticket[slot] == ticket:
                count -= 1
        state.ticket_deck[ticket] = count
        state.ticket_out[ticket] = 0
    for k in range(int(view.n_out)):
        mixed = view.specialties == 2 and k < 4  # those left out of a mixed set are specialties
        opening.move_out(state, t.SPECIALTY if mixed else 0)


@jit
def random_token(state: State) -> int:
    """A random token that is not dealt yet."""
    left = 0
    for value in range(t.N_TIPS):
        left += int(state.pool[value])
    return draw_counted(state, state.pool, left) + 1


@jit
def deal_tips(view: State, seat: Seat, state: State) -> None:
    """Deal unseen tip tokens to the orders, the players and the pool."""
    laying = view.d_stage == Stage.HAM and view.ham_at != NONE and not view.over
    for value in range(t.N_TIPS):
        state.pool[value] = 0
    if view.n_pool == 0 and view.turn == 0 and view.no_tips_left == 0:
        return  # still in the box
    for value in range(t.N_TIPS):
        count = t.tip_count(int(view.more_tips), value + 1)
        for k in range(int(view.n)):
            if view.tips[k, value] != HIDDEN:
                count -= int(view.tips[k, value])
            elif seat >= 0:
                count -= int(view.tip_seen[seat, k, value])
        for slot in range(t.SLOTS):
            if view.tip[slot] == value + 1 and not (laying and slot >= view.ham_at):
                count -= 1
            if laying and view.ham[slot] == value + 1:
                count -= 1
        state.pool[value] = count
    for slot in range(t.SLOTS):
        state.tip[slot] = view.tip[slot]
        state.tip_known[slot] = view.tip_known[slot]
        state.ham[slot] = view.ham[slot]
    places, left = 0, 0  # from which the tokens still to be laid may come, and how many these are
    for slot in range(t.SLOTS):
        places += 1 if state.ham[slot] == HIDDEN else 0
        left += 1 if laying and slot >= view.ham_at and view.tip[slot] != NONE else 0
    for slot in range(t.SLOTS):
        if laying and state.ham[slot] == HIDDEN:
            taken = draw(state, places) >= left
            state.ham[slot] = NONE if taken else random_token(state)
            places, left = places - 1, left - (0 if taken else 1)
        if state.tip[slot] == HIDDEN:
            state.tip[slot] = random_token(state) if not (laying and slot >= view.ham_at) else 1
        if view.d_stage == Stage.HAM and view.ham_at == NONE and not view.over:
            state.ham[slot] = state.tip[slot]
    for k in range(t.MAX_SEATS):
        if view.tips[k, 0] == HIDDEN:
            held = 0
            for value in range(t.N_TIPS):
                state.tips[k, value] = view.tip_seen[seat, k, value] if seat >= 0 and k < view.n else 0
                held += int(state.tips[k, value])
            for _ in range(held, int(view.n_tips[k])):
                state.tips[k, random_token(state) - 1] += 1


@jit
def deal_goals(view: State, state: State) -> None:
    """Deal unseen goal cards to the other players and the stack."""
    for goal in range(t.N_GOALS):
        state.goal_at[goal] = view.goal_at[goal]
    if not view.goals:
        return
    for k in range(int(view.n)):
        held = 0
        for goal in range(t.N_GOALS):
            if state.goal_at[goal] == k:
                held += 1
        for _ in range(int(view.n_goals[k]) - held):
            state.goal_at[draw_at(state, state.goal_at, HIDDEN)] = k
    for goal in range(t.N_GOALS):
        if state.goal_at[goal] == HIDDEN:
            state.goal_at[goal] = t.GOAL_STACK


@jit
def deal_promotions(view: State, state: State) -> None:
    """Deal unseen promotion tokens to the days with a face-down token (NY-COOP-38, -39)."""
    for day in range(t.N_DAYS):
        if view.day_back[day] > 0 and view.day_token[day] != NONE:
            colour = int(view.day_token[day]) // t.N_PROMOTIONS
            token = coop.take_token(state, colour)
            if view.promotions == coop.EASY and token != NONE:
                state.day_token[day] = colour * t.N_PROMOTIONS + token
