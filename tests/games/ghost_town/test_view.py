"""What each seat may see, and what nobody is ever told."""

import numpy as np
import pytest

from fattorino.games.ghost_town import state as gt
from fattorino.games.ghost_town.scene import middle
from fattorino.games.ghost_town.state import Card, Phase, Place
from fattorino.games.ghost_town.walk import walk_of
from fattorino.games.ghost_town.words import deck_size, hand_size
from fattorino.kernel.features import names
from fattorino.kernel.records import HIDDEN, namespace
from games.ghost_town.street import (
    BACK,
    DOWN,
    GAME,
    KEEP,
    LEFT,
    RIGHT,
    UP,
    USE,
    Street,
    attack,
    hop,
    move,
    rook,
)

SECRET = (
    "tile",
    "walls",
    "ghosts",
    "manholes",
    "position",
    "start_at",
    "box_at",
    "sign_at",
    "teleport_at",
    "pizza",
    "house",
    "supply",
    "path",
    "built",
)


@pytest.mark.rule("GT-INFO-1")
def test_a_deliverer_sees_the_record_and_the_own_hand_only() -> None:
    street = Street().hand(0, Card.HOP_STEP).hand(1, Card.ROOK_TELEPORT, Card.BARRIER)
    street.play(move(UP))
    view = street.view(0)
    for name in SECRET:
        assert (np.asarray(view[name]) == HIDDEN).all(), f"{name} is shown"
    assert (view.card_at == 0).sum() == 1
    assert (view.card_at == 1).sum() == 0
    assert view.held[1].sum() == 2, "of others the size only"
    assert view.n_records == 1
    assert view.said[0] == street.state.said[0]


@pytest.mark.rule("GT-INFO-2")
def test_the_game_master_sees_the_map_but_no_hand() -> None:
    street = Street().hand(0, Card.HOP_STEP)
    view = street.view(2)
    assert view.tile.tolist() == street.state.tile.tolist()
    assert view.position.tolist() == street.state.position.tolist()
    assert (view.card_at == 0).sum() == 0


@pytest.mark.rule("GT-INFO-3")
@pytest.mark.parametrize("reveal", [True, False])
def test_after_the_game_the_town_and_the_paths_are_open(reveal: bool) -> None:
    street = Street(reveal_after_game=reveal)
    for _ in range(40):
        street.play(move(UP))
    view = street.view(0)
    assert (view.tile.tolist() == street.state.tile.tolist()) == reveal
    assert (view.path[:40].tolist() == street.state.path[:40].tolist()) == reveal


@pytest.mark.rule("GT-INFO-4")
def test_an_onlooker_sees_what_a_deliverer_without_cards_sees() -> None:
    street = Street().hand(1, Card.HOP_STEP)
    street.play(move(UP))
    assert street.view(-1).tobytes() == street.view(0).tobytes()


@pytest.mark.rule("GT-INFO-5", "GT-DEC-2")
@pytest.mark.parametrize("after_back", [False, True])
def test_the_pause_for_a_barrier_does_not_show(after_back: bool) -> None:
    street = Street().put(0, "D2").hand(0, Card.BARRIER)
    if after_back:
        street.put(0, "A7").add_ghost("D3").hand(0, Card.BACK_TO_START)
        street.play(BACK)
    before = [street.view(viewer).tobytes() for viewer in (1, 2, -1)]
    street.play(move(UP if after_back else LEFT))
    assert street.state.phase == Phase.BARRIER
    assert [street.view(viewer).tobytes() for viewer in (1, 2, -1)] == before
    assert street.heard(1) == street.heard(2) == []
    assert street.heard(0) == [f"You: Move {'up' if after_back else 'left'}.", "A ghost is in the way."]
    street.play(KEEP)
    assert street.heard(1)[:2] == [
        f"Deliverer 1: Move {'up' if after_back else 'left'}.",
        "A ghost is in the way.",
    ]
    assert street.heard(0) == street.heard(1)[2:]


@pytest.mark.rule("GT-REPORT-7")
def test_reports_are_heard_by_everybody() -> None:
    street = Street()
    street.play(attack(RIGHT))
    heard = [sentence.replace("You", "Deliverer 1") for sentence in street.heard(0)]
    assert heard == street.heard(1) == street.heard(2)


def test_the_kind_of_a_drawn_card_is_for_the_drawer() -> None:
    street = Street().put(0, "D2")
    street.play(attack(LEFT))
    assert any(sentence.startswith("You drew") for sentence in street.heard(0))
    assert not any("drew" in sentence for sentence in street.heard(1))
    assert (street.view(1).card_at == 0).sum() == 0


@pytest.mark.rule("GT-VAR-ALL-2")
def test_everybody_is_told_which_variants_are_in_use() -> None:
    view = Street(variant_pigs=True, variant_crow=True, oink="distinct").view(1)
    assert (view.pigs, view.crow, view.monkey, view.covers_used, view.oink) == (3, 1, 0, 0, 1)


def test_a_barrier_that_is_used_is_public() -> None:
    street = Street().put(0, "D2").hand(0, Card.BARRIER)
    street.play(move(LEFT))
    street.play(USE)
    assert "The barrier drives the ghost off." in street.heard(1)
    assert (street.view(1).card_at == Place.USED).sum() == 1


def test_everybody_can_count_the_deck_and_read_the_used_cards() -> None:
    street = Street().put(0, "D4").hand(0, Card.HOP_STEP)
    deck = street.count(Place.DECK)
    street.play(hop(UP))
    street.put(1, "D2").play(attack(LEFT))
    for viewer in (0, 1, 2, -1):
        view = street.view(viewer)
        assert deck_size(view) == street.count(Place.DECK) == deck - 1
        assert f"Deck: {deck - 1}. Used cards: Hop Step × 1." in GAME.board(view, viewer)
        piles = GAME.scene(view, viewer)["tables"][0]
        assert [piles["row"](n) for n in range(2)] == [
            ["Deck", str(deck - 1)],
            ["Used cards", "Hop Step × 1"],
        ]


def test_the_deck_can_be_counted_through_a_whole_game() -> None:
    for seed in range(6):
        match = GAME.new(seats=3, seed=seed, difficulty="easy")
        chance = np.random.default_rng(seed)
        while not match.over:
            options = [a for a in match.legal() if a >= 4] or match.legal()
            match.play(int(chance.choice(options)))
            for viewer in (None, 0, 1, 2, 3):
                assert deck_size(match.view(viewer)) == (match.state[0].card_at == Place.DECK).sum()


@pytest.mark.rule("GT-TURN-4")
def test_who_is_out_is_shown_without_cards() -> None:
    street = Street().hand(0, Card.HOP_STEP, Card.BARRIER).carry(0, 0).house(0).put(0, "B5")
    street.play(move(DOWN))
    for viewer in (0, 1, -1):
        view = street.view(viewer)
        assert hand_size(view, 0) == 0
        assert not any(symbol == "card" for symbol, _words in GAME.scene(view, viewer)["players"][0])
    assert GAME.scene(street.view(0), 0)["hand"] == []
    assert "You: delivered\n" in GAME.board(street.view(0), 0)


def test_the_way_of_whoever_delivered_ends_at_the_house() -> None:
    street = Street().carry(0, 0).house(0).put(0, "B5")
    street.play(move(DOWN))
    master = 2
    view = street.view(master)
    (way,) = [path for path in GAME.scene(view, master)["paths"] if path["seat"] == 0]
    x, y = middle(int(view.sign_at[0]))
    aside = -3.5 if view.n == 2 else -7  # each way is drawn a little beside the others
    assert (way["steps"] + way["flights"]).endswith(f"L{x + aside:g} {y + aside:g}")


def test_a_house_the_crow_leads_to_is_drawn_on_the_new_sheet() -> None:
    street = Street(variant_crow=True).house(0).put(0, "B2")
    assert street.play(attack(UP)).startswith("CROW, HOUSE_REFUSED")
    walk = walk_of(namespace(street.view(0)), 0)
    assert walk.sheet.begins == "flight"
    assert walk.sheet.facts[walk.spot] == "house"
    assert "the crow" in GAME.board(street.view(1), 1)


def test_a_flight_of_one_square_is_one_square_long() -> None:
    street = Street(report_distance=True).put(0, "B4").hand(0, Card.ROOK_TELEPORT)
    street.play(rook(LEFT))
    assert street.heard(1)[1] == "The flight was 1 square long."


def test_numbers_for_a_learner_come_from_the_view() -> None:
    match = GAME.new(seats=3, seed=4)
    for action in (0, 4, 1, 5):
        match.play(action)
    numbers = match.features(1)
    assert numbers.shape == (GAME.num_features,)
    assert np.isfinite(numbers).all()
    assert numbers[0] == pytest.approx(2 / 20)
    assert numbers[1] == 1.0, "it is this seat's turn"
    hand = [sum(match.state[0].card_at[3 * k : 3 * k + 3] == 1) for k in range(gt.N_KINDS)]
    assert numbers[4 : 4 + gt.N_KINDS].tolist() == hand


def test_a_learner_hears_how_far_a_flight_went() -> None:
    street = Street(report_distance=True).put(0, "D4").hand(0, Card.ROOK_TELEPORT)
    street.play(rook(LEFT))
    numbers = np.zeros(GAME.num_features, np.float32)
    GAME.observe(street.view(1), 1, numbers)
    heard = dict(zip(names(GAME.layout), numbers, strict=True))
    digits = [value for name, value in heard.items() if ".distance" in name][:3]
    assert digits == [1, 1, 0], "three squares, in the newest line"


def test_a_game_master_who_learns_sees_the_town_and_nobody_else_does() -> None:
    match = GAME.new(seats=2, seed=4, town="human_gm")
    start = int(match.legal()[0]) - gt.SQUARE
    match.play(start + gt.SQUARE)
    laid = [f"town[{start}].tile[{kind}]" for kind in range(gt.N_TILES - 1)]
    for seat in range(3):
        seen = dict(zip(names(GAME.layout), match.features(seat), strict=True))
        assert [seen[name] for name in laid] == [float(seat == 2)] + (gt.N_TILES - 2) * [0]
        assert sum(value for name, value in seen.items() if name.startswith("town[")) == float(seat == 2)


def test_labels_and_keys_tell_actions_apart() -> None:
    match = GAME.new(seats=2, seed=1)
    labels = [GAME.label(match.view(0), action) for action in range(gt.SQUARE)]
    assert len(set(labels)) == len(labels)
    keys = [GAME.key(action) for action in range(GAME.num_actions)]
    assert len(set(keys)) == len(keys)
    assert labels[0] == "Move up"
    assert GAME.label(match.view(0), hop(RIGHT)) == "Hop Step right"


def test_who_watches_reads_the_sheet_of_every_deliverer() -> None:
    match = GAME.new(seats=2, seed=7)
    for turn in range(9):
        match.play(int(match.legal()[turn * 3 % 4]))

    watched, own = GAME.board(match.view(None), -1), GAME.board(match.view(0), 0)
    assert watched.count("@[/bold red]") == 2
    assert own.count("@[/bold red]") == 1
    assert own.split("[dim]@ you")[0].strip() in watched  # drawn from the same reports


def test_the_legend_of_the_map_names_the_round_tiles_in_use() -> None:
    plain = GAME.board(Street().view(2), 2)
    assert "Crow" not in plain and "Pig" not in plain
    full = GAME.board(
        Street(variant_pigs=True, variant_monkey=True, variant_crow=True, variant_manholes=True).view(2), 2
    )
    for words in ("p a Little Pig", "P the Parent Pig", "M the Monkey", "C the Crow", "O a manhole cover"):
        assert words in full


@pytest.mark.rule("GT-CARD-BARRIER-1")
def test_a_barrier_in_the_hand_answers_why_it_cannot_be_played() -> None:
    street = Street().put(0, "D2").hand(0, Card.BARRIER)
    (card,) = GAME.scene(street.view(0), 0)["hand"]
    meant = [a for a in range(GAME.num_actions) if GAME.target(street.view(0), a) == card["target"]]
    assert [street.why_not(action) for action in meant] == ["GT-CARD-BARRIER-1"]
    street.play(move(LEFT))
    assert [GAME.target(street.view(0), action) for action in street.legal()] == ["", ""], "two buttons ask"


def test_a_learner_can_tell_what_is_decided() -> None:
    """One number per phase; all are 0 for a game master who is asked for a pig's voice."""
    street = Street(variant_pigs=True).put(0, "D3")
    told = set()
    for phase in Phase:
        seat = 2 if phase in (Phase.BUILD, Phase.OINK) else 0
        street.state.phase, street.state.seat = phase, seat
        numbers = np.zeros(GAME.num_features, np.float32)
        GAME.observe(street.view(seat), seat, numbers)
        seen = dict(zip(names(GAME.layout), numbers, strict=True))
        if phase != Phase.END:  # where nothing is decided
            told.add(tuple(value for name, value in seen.items() if name.startswith("table.phase")))
    assert len(told) == len(Phase) - 1
