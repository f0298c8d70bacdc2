"""The course of play: setup, moving, attacking, psychic cards, reports, the end.

In the order of the rulebook. A guard returns the rule that forbids an action; effects trust the guards.
"""

from typing import Any

from fattorino.games.ghost_town import effects, state as s, town
from fattorino.kernel import records
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, all_but, has_reader, only, tell
from fattorino.kernel.rng import seeded

# -- setting up ------------------------------------------------------------------------------------------


@jit
def setup(state: State, options: Any, seed: int, log: Log) -> None:
    """From a zeroed record to the first decision."""
    state.rng = seeded(seed)
    state.n = options.seats  # GT-ROLE-1: deliverers are seats 0 to n-1, the GM is seat n
    state.town = options.town
    state.difficulty = options.difficulty if options.town == s.Town.RANDOM else town.ANY
    state.report_distance = options.report_distance
    state.opening_report = options.opening_report
    state.gm_can_win = options.gm_can_win
    state.ranking = options.ranking
    state.race = options.race
    state.turn_limit = options.turn_limit
    state.reveal = options.reveal_after_game
    state.pigs = s.N_PIGS + options.extra_pigs if options.variant_pigs else 0
    state.oink = options.oink
    state.monkey = options.variant_monkey
    state.crow = options.variant_crow
    state.covers_used = options.variant_manholes
    state.monkey_of = NONE
    state.crow_of = NONE
    for k in range(s.MAX_DELIVERERS):
        state.carried[k] = NONE
        state.position[k] = NONE
    town.choose_icons(state, int(options.two_player_icons))
    effects.deal(state)
    town.clear_town(state)
    if state.town == s.Town.HUMAN_GM:
        state.phase = s.Phase.BUILD
        state.seat = state.n
        return
    if state.town == s.Town.DESIGNED:
        town.build_designed(state, int(options.town_id))
    else:
        town.build_random(state, town.tiles_in_all(state))
    open_play(state, log)


@jit
def open_play(state: State, log: Log) -> None:
    """GT-SETUP-3, GT-SETUP-4: the k-th deliverer in turn order starts on Start tile k."""
    for square in range(s.SQUARES):
        state.built[square] = state.tile[square]
    for k in range(int(state.n)):
        state.position[k] = state.start_at[k]
    state.phase = s.Phase.ACT
    state.turn = 1
    state.seat = 0
    if state.opening_report:  # otherwise GT-SETUP-5: no report before the first action
        for k in range(int(state.n)):
            effects.begin_record(state, k, NONE)
            effects.surround(state, k)
            tell(log, s.Event.ANNOUNCED, k, EVERYONE, NONE, 0)
            effects.speak(state, int(state.n_records), log, int(state.said[int(state.n_records)]))
            effects.close_record(state, k)


# -- guards ----------------------------------------------------------------------------------------------


@jit
def card_of(action: Action) -> int:
    """The kind of card that an action of ACT plays, or NONE for Move and Attack."""
    if action < s.HOP_STEP:
        return NONE
    if action < s.BACK_TO_START:
        return (action - s.HOP_STEP) // s.STRAIGHT
    return action - s.BACK_TO_START + s.Card.BACK_TO_START


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    phase = state.phase
    if phase == s.Phase.END:
        return s.Rule.GT_TURN_5
    if phase == s.Phase.BUILD:
        if action < s.SQUARE or action >= s.OINK:
            return s.Rule.GT_BUILD_1  # the town comes first
        tile, face = town.tile_to_place(state, int(state.placed))
        return town.check_build(state, tile, face, action - s.SQUARE)
    if phase == s.Phase.OINK or action >= s.OINK:
        return s.Rule.OK if phase == s.Phase.OINK and action >= s.OINK else s.Rule.GT_VAR_PIG_5
    if action >= s.SQUARE:
        return s.Rule.GT_ROLE_2  # the town is built
    if phase == s.Phase.BARRIER:
        return s.Rule.OK if action == s.BARRIER_USE or action == s.BARRIER_KEEP else s.Rule.GT_CARD_BARRIER_2
    kind = card_of(action)
    if kind == NONE:
        return s.Rule.OK  # GT-TURN-3, GT-DEC-1: no direction is ever masked out
    if phase == s.Phase.EXTRA:
        return s.Rule.GT_CARD_BACK_2
    if action == s.BARRIER_KEEP:
        return s.Rule.GT_CARD_BARRIER_2  # nobody asked
    if effects.card_in_hand(state, int(state.seat), kind) == NONE:
        return s.Rule.GT_TURN_2
    return s.Rule.GT_CARD_BARRIER_1 if action == s.BARRIER_USE else s.Rule.OK


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending."""
    n = 0
    if state.phase == s.Phase.BUILD:
        for action in range(s.SQUARE, s.OINK):
            if check(state, action) == s.Rule.OK:
                actions[n] = action
                n += 1
        return n
    if state.phase == s.Phase.BARRIER:
        actions[0] = s.BARRIER_USE
        actions[1] = s.BARRIER_KEEP
        return 2
    if state.phase == s.Phase.OINK:
        for voice in range(s.N_VOICES):
            actions[voice] = s.OINK + voice
        return s.N_VOICES
    for action in range(s.HOP_STEP):
        actions[action] = action
    n = s.HOP_STEP
    if state.phase == s.Phase.EXTRA:
        return n
    seat = int(state.seat)
    for kind in range(s.Card.BARRIER):
        if effects.card_in_hand(state, seat, kind) != NONE:
            if kind < s.Card.BACK_TO_START:
                for direction in range(s.STRAIGHT):
                    actions[n] = s.HOP_STEP + s.STRAIGHT * kind + direction
                    n += 1
            else:
                actions[n] = s.BACK_TO_START + kind - s.Card.BACK_TO_START
                n += 1
    return n


# -- the actions -----------------------------------------------------------------------------------------


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision.

    All actions share one call for arriving and one for finishing, so that GPU threads with different actions
    converge there.
    """
    if state.phase == s.Phase.BUILD:
        apply_build(state, action - s.SQUARE, log)
        return
    seat = int(state.seat)
    state.reveals = int(state.reveals) + 1  # every action leads to a report
    asked = bool(state.phase == s.Phase.BARRIER)
    answered = bool(state.phase == s.Phase.OINK)
    if answered:
        seat = apply_oink(state, action - s.OINK)
        target = NONE
    elif asked:
        target = apply_barrier(state, seat, action == s.BARRIER_USE)
    else:
        if state.phase == s.Phase.EXTRA:
            state.extra[int(state.n_records)] = action
        else:
            effects.begin_record(state, seat, action)
        if action < s.ATTACK:
            target = apply_move(state, seat, action - s.MOVE, log)
        elif action < s.HOP_STEP:
            target = apply_attack(state, seat, action - s.ATTACK)
        elif action == s.BACK_TO_START:
            apply_back_to_start(state, seat, log)
            return
        else:
            effects.reveal_card(state, seat, card_of(action))
            target = effects.card_way(state, seat, action)
        if state.phase == s.Phase.BARRIER:
            return
    if target != NONE:
        report = effects.arrive(state, seat, target)
        effects.say(state, report)
        if report == s.Report.OINK and state.oink == s.Oink.GAME_MASTER:
            ask_game_master(state, seat, log)
            return
    finish(state, seat, log, asked, answered)


@jit
def apply_build(state: State, square: int, log: Log) -> None:
    """The game master lays the next tile; only that seat learns where."""
    gm = int(state.seat)
    tile, face = town.tile_to_place(state, int(state.placed))
    town.lay(state, tile, face, square)
    tell(log, s.Event.PLACED, gm, only(gm), tile, face, square)
    tell(log, s.Event.PLACED_UNSEEN, gm, all_but(gm), tile, face)
    if state.placed == town.tiles_in_all(state):
        open_play(state, log)  # GT-DEC-4 does not apply: a person built the town
        state.reveals = int(state.reveals) + 1
        return
    tile, face = town.tile_to_place(state, int(state.placed))
    for candidate in range(s.SQUARES):
        if town.check_build(state, tile, face, candidate) == s.Rule.OK:
            return
    town.clear_town(state)  # GT-BUILD-12: building starts again
    tell(log, s.Event.REBUILD, gm, EVERYONE)


@jit(inline=True)
def apply_move(state: State, seat: Seat, direction: int, log: Log) -> int:
    """GT-MOVE-1 to GT-MOVE-5: returns the square entered, or NONE; other deliverers are ignored."""
    report = effects.met(state, seat, direction)
    if report == s.Report.NOTHING:  # GT-MOVE-4
        return s.next_square(int(state.position[seat]), direction)
    effects.say(state, report)
    if report == s.Report.BUMP_GHOST and effects.card_in_hand(state, seat, s.Card.BARRIER.value) != NONE:
        state.resume = state.phase  # GT-CARD-BARRIER-2: asked in private (GT-DEC-2, GT-INFO-5)
        state.towards = direction
        state.phase = s.Phase.BARRIER
        tell_action(state, seat, log, only(seat))
        tell(log, s.Event.REPORTED, seat, only(seat), s.Report.BUMP_GHOST.value, 0)
    return NONE


@jit
def apply_barrier(state: State, seat: Seat, use: bool) -> int:
    """GT-CARD-BARRIER-2 to -4: drive the ghost off and step in, or keep the card (NONE); no card is drawn."""
    if not use:
        return NONE
    effects.reveal_card(state, seat, s.Card.BARRIER.value)
    effects.say(state, s.Report.BARRIER_USED.value)
    return s.next_square(int(state.position[seat]), int(state.towards))


@jit(inline=True)
def apply_attack(state: State, seat: Seat, direction: int) -> int:
    """GT-ATTACK-1: the token does not move (NONE), unless the Crow carries it off."""
    report = effects.strike(state, seat, direction)
    effects.say(state, report)
    if report == s.Report.ATTACK_HIT:
        effects.draw_card(state, seat)
    elif report == s.Report.CROW:
        return effects.nearest_sign(state, int(state.position[seat]))
    return NONE


@jit
def apply_back_to_start(state: State, seat: Seat, log: Log) -> None:
    """GT-CARD-BACK-1, -2: return, then a Move or an Attack; the card is discarded afterwards (GT-DECK-5)."""
    effects.reveal_card(state, seat, s.Card.BACK_TO_START.value)
    state.position[seat] = state.start_at[seat]
    state.arrived = 1  # GT-VAR-MONKEY-3: not an arrival, although the token moved
    effects.say(state, s.Report.BACK_AT_START.value)
    state.phase = s.Phase.EXTRA
    tell(log, s.Event.ANNOUNCED, seat, EVERYONE, s.BACK_TO_START, 0)
    tell(log, s.Event.REPORTED, seat, EVERYONE, s.Report.BACK_AT_START.value, 0)


@jit
def ask_game_master(state: State, seat: Seat, log: Log) -> None:
    """GT-VAR-PIG-5: announce the action; the game master decides how the pig oinks."""
    tell_action(state, seat, log, EVERYONE)
    state.phase = s.Phase.OINK
    state.seat = state.n


@jit
def apply_oink(state: State, voice: int) -> int:
    """GT-VAR-PIG-5: record the voice the game master chose; returns the deliverer whose action continues."""
    line = int(state.n_records)
    state.detail[line] = voice
    state.seat = state.by[line]
    return int(state.by[line])


@jit
def tell_action(state: State, seat: Seat, log: Log, audience: int) -> None:
    """Log the announced action, or the one after Back-to-Start."""
    line = int(state.n_records)
    if state.extra[line] == NONE:
        tell(log, s.Event.ANNOUNCED, seat, audience, int(state.action[line]), 0)
    else:
        tell(log, s.Event.ANNOUNCED, seat, audience, int(state.extra[line]), 1)


@jit
def announce(state: State, seat: Seat, log: Log, asked: bool, answered: bool) -> None:
    """Log the action and its reports for everyone; a seat asked for a Barrier has the first ones already."""
    line = int(state.n_records)
    audience = all_but(seat) if asked else EVERYONE
    told = 0 if state.extra[line] == NONE else 1 << s.Report.BACK_AT_START
    if not answered:
        tell_action(state, seat, log, audience)
    if asked:
        tell(log, s.Event.REPORTED, seat, audience, s.Report.BUMP_GHOST.value, 0)
        told |= 1 << s.Report.BUMP_GHOST
    effects.speak(state, line, log, int(state.said[line]) & ~told)


@jit(inline=True)
def finish(state: State, seat: Seat, log: Log, asked: bool, answered: bool) -> None:
    """Finish an action: report, discard used cards, go on to the next deliverer.

    `asked`: the seat was asked for its Barrier. `answered`: the game master was asked for a pig's voice.
    """
    line = int(state.n_records)
    if effects.has_surroundings(state, line):
        effects.surround(state, seat)
    if has_reader(log):
        announce(state, seat, log, asked, answered)
    effects.close_record(state, seat)
    if asked or state.action[line] >= s.HOP_STEP:  # GT-DECK-4, GT-DECK-5, GT-CARD-BARRIER-3
        for card in range(s.N_CARDS):
            if state.card_at[card] == s.Place.IN_PLAY:
                state.card_at[card] = s.Place.USED
    if state.place[seat]:
        tell(log, s.Event.OUT, seat, EVERYONE, int(state.place[seat]) if state.ranking else 0)
    next_deliverer(state, log)


@jit(inline=True)
def next_deliverer(state: State, log: Log) -> None:
    """GT-TURN-1, GT-TURN-4, GT-TURN-5, GT-WIN-4: the next one still in play, or the end."""
    n = int(state.n)
    state.phase = s.Phase.ACT
    seat = int(state.seat)
    if state.n_out < n and not (state.race and state.n_out > 0):
        for _ in range(n):
            seat += 1
            if seat == n:
                seat = 0
                state.turn = int(state.turn) + 1
                if state.turn > state.turn_limit:
                    break
            if state.place[seat] == 0:
                state.seat = seat
                return
        state.turn = state.turn_limit
    state.phase = s.Phase.END
    state.over = 1
    state.seat = NONE
    tell(log, s.Event.ENDED, NONE, EVERYONE)


# -- the end ---------------------------------------------------------------------------------------------


@jit
def result(state: State, out: Any) -> None:
    """GT-WIN-1 to GT-WIN-3: score, rank and whether they won, for each deliverer and then the GM."""
    n = int(state.n)
    n_out = int(state.n_out)
    for seat in range(n):
        won = state.place[seat] > 0
        out[seat, 0] = won
        out[seat, 2] = won
        if won:
            out[seat, 1] = state.place[seat] if state.ranking else 1
        else:  # GT-WIN-2: all losers share the place after the last winner; nobody loses in first place
            out[seat, 1] = max(n_out if state.ranking else 1, 1) + 1
    gm_won = state.gm_can_win and n_out == 0
    out[n, 0] = gm_won  # GT-ROLE-3: without the option the GM neither wins nor loses
    out[n, 1] = 1 if gm_won else 2
    out[n, 2] = gm_won


@jit
def conserve(state: State, counts: Any) -> None:
    """What can never be created or lost: cards, ghosts, pizzas, tiles, tokens."""
    cards = 0
    for card in range(s.N_CARDS):
        if 0 <= state.card_at[card] < s.Place.GONE + s.MAX_DELIVERERS:
            cards += 1
    counts[0] = cards
    counts[1] = int(state.supply) - s.N_GHOSTS + records.ones(int(state.ghosts))
    pizzas = 0
    for icon in range(s.N_ICONS):
        if state.in_play[icon] and state.box_at[icon] != NONE:
            pizzas += 1 - int(state.pizza[icon])
    for seat in range(int(state.n)):
        if state.carried[seat] != NONE:
            pizzas -= 1
    counts[2] = pizzas
    tiles = -int(state.placed)
    for square in range(s.SQUARES):
        if state.tile[square] != s.Tile.EMPTY:
            tiles += 1
    if state.monkey_of != NONE:
        tiles += 1
    if state.crow_of != NONE:
        tiles += 1
    for seat in range(int(state.n)):
        tiles += int(state.covers[seat])
    counts[3] = tiles
    held = 0
    for seat in range(int(state.n)):
        for batch in range(int(state.batches)):
            held += int(state.held[seat, batch])
    for card in range(s.N_CARDS):
        if state.card_at[card] < s.Place.DECK or state.card_at[card] >= s.Place.GONE:
            held -= 1
    counts[4] = held


NUM_COUNTS = 5
