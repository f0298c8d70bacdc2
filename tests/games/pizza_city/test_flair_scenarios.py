"""The scenarios of the rules about Flair cards: position, moves, result."""

import pytest

from fattorino.games.pizza_city.state import Phase
from games.pizza_city.table import Table

S15 = "stop_bb V(0,3)/1"  # a stop sign at (0,4)
S19 = ["subway_bb V(0,3)/1", "subway_bb V(6,2)/0"]  # subway stops at (0,4) and (6,2)


@pytest.mark.rule("PC-FLAIR-TICKET-1", "PC-FEAT-SUBWAY-1")
def test_s19_a_ticket_between_plays() -> None:
    table = Table(lay=S19, red=(0, 4), flair=["ticket"])
    table.play("use ticket", settle=False)
    assert table.options == {"(6,2)"}

    table.play("(6,2)")
    assert table.at() == (6, 2)
    assert (table.state.phase, table.state.plays) == (Phase.BIKE_MAIN, 2)


@pytest.mark.rule("PC-BUMP-5", "PC-FLAIR-TICKET-3")
def test_s20_no_ticket_to_the_other_bike() -> None:
    table = Table(lay=S19, red=(0, 4), blue=(6, 2), flair=["ticket"])

    assert "use ticket" not in table.options
    assert table.why_not("use ticket") == "PC_FLAIR_TICKET_3"


@pytest.mark.rule("PC-FLAIR-TICKET-1", "PC-DELIV-1")
def test_s21_a_ticket_delivers() -> None:
    table = Table(lay=S19, red=(0, 4), tokens=[(6, 2)], flair=["ticket"])
    table.play("use ticket")

    assert list(table.state.score) == [1, 0]


@pytest.mark.rule("PC-FLAIR-TICKET-2")
def test_s22_a_ticket_in_mid_move() -> None:
    table = Table(lay=S19, flair=["ticket"], hand=["move_3"])
    table.play("move 3", "N")
    assert table.at() == (0, 4)
    assert table.options == {"GO", "use ticket"}

    table.play("use ticket")
    assert table.at() == (6, 1)


@pytest.mark.rule("PC-FLAIR-BOOST-1", "PC-MOVE-9")
def test_s23_boost_at_the_last_corner() -> None:
    table = Table(flair=["boost"])
    table.play("move 2", "N", "GO", "GO")
    assert table.at() == (0, 4)
    assert table.options == {"use boost", "END"}

    table.play("use boost")
    assert table.at() == (0, 3)


@pytest.mark.rule("PC-FLAIR-3")
def test_s24_boost_twice() -> None:
    table = Table(flair=["boost", "boost"], hand=["move_4"])
    table.play("move 4", "N", "use boost", "use boost")

    assert table.at() == (0, 0)


@pytest.mark.rule("PC-FLAIR-JUKE-1")
def test_s25_juke() -> None:
    table = Table(flair=["juke"], hand=["move_3"])
    table.play("move 3", "N", settle=False)
    assert table.options == {"GO"}

    table.settle()
    assert table.at() == (0, 5)
    assert table.options == {"GO", "use juke"}

    table.play("use juke")
    assert table.options == {"E", "S"}

    table.play("E")
    assert table.at() == (2, 5)


@pytest.mark.rule("PC-MOVE-7", "PC-FLAIR-JUKE-1")
def test_s26_juke_at_an_obstacle() -> None:
    table = Table(red=(5, 6), flair=["juke"], hand=["move_3"])
    table.play("move 3", "E")
    assert table.at() == (6, 6)
    assert table.options == {"use juke", "END"}

    table.play("use juke", "N")
    assert table.at() == (6, 4)


@pytest.mark.rule("PC-FLAIR-NONSTOP-1")
@pytest.mark.parametrize(("value", "ends"), [(3, (0, 3)), (2, (0, 4))])
def test_s27_nonstop(value: int, ends: tuple[int, int]) -> None:
    table = Table(lay=[S15], flair=["nonstop"], hand=[f"move_{value}"])
    table.play(f"move {value}", "N")
    if value == 3:
        assert table.at() == (0, 4)
        assert table.options == {"END", "use nonstop"}
        table.play("use nonstop")

    assert table.at() == ends
    assert table.n_flair("nonstop") == int(value == 2)


@pytest.mark.rule("PC-MOVE-8", "PC-MOVE-4")
def test_s28_anyway_at_the_first_step() -> None:
    table = Table(lay=["oneway_bb V(0,5)/1"], flair=["anyway"])
    table.play("move 2")
    assert table.options == {"N", "E", "END"}

    table.play("N", settle=False)
    assert table.options == {"use anyway"}
    assert table.why_not("END") == "PC_MOVE_8"

    table.settle()
    assert table.at() == (0, 4)


@pytest.mark.rule("PC-FLAIR-ANYWAY-1")
@pytest.mark.parametrize(("choice", "ends"), [("use anyway", (0, 3)), ("END", (0, 5))])
def test_s29_anyway_on_the_way(choice: str, ends: tuple[int, int]) -> None:
    table = Table(lay=["oneway_bb V(0,4)/1"], flair=["anyway"], hand=["move_3"])
    table.play("move 3", "N")
    assert table.at() == (0, 5)
    assert table.options == {"use anyway", "END"}

    table.play(choice)
    assert table.at() == ends


@pytest.mark.rule("PC-FLAIR-SHORTCUT-1")
def test_s30_shortcut() -> None:
    table = Table(flair=["shortcut"])
    table.play("move 1")
    assert table.options == {"N", "NE", "E", "END"}

    table.play("NE")
    assert table.at() == (1, 5)
    assert table.n_flair("shortcut") == 0


@pytest.mark.rule("PC-FLAIR-SHORTCUT-1")
def test_s31_shortcut_after_a_park() -> None:
    table = Table(lay=["plain_pp V(1,5)/0"], flair=["shortcut"])
    table.play("move 2", "NE")
    assert table.at() == (1, 5)
    assert table.options == {"use shortcut", "END"}

    table.play("use shortcut")
    assert table.at() == (2, 4)


@pytest.mark.rule("PC-FLAIR-STYLE-1", "PC-BIKE-6", "PC-BIKE-1")
def test_s32_style() -> None:
    table = Table(flair=["style"], hand=["move_1", "move_1", "move_2", "toss", "boost"])
    table.play("use style", "move 1", "N", "move 1", "N", "move 2", "N")

    assert table.state.held[3] == 4
    assert table.state.seat == 0  # the turn is over


@pytest.mark.rule("PC-FLAIR-1")
def test_s33_style_in_the_turn_it_is_played() -> None:
    table = Table(hand=["style", "move_1", "move_1", "toss", "boost"])
    table.play("flair style", "use style", "move 1", "N", "move 1", "N")

    assert table.at() == (0, 4)
    assert table.state.turn == 4


@pytest.mark.rule("PC-FLAIR-TOSS-1")
def test_s34_toss() -> None:
    table = Table(tokens=[(0, 4)], flair=["toss"], hand=["move_3"])
    table.play("move 3", "N")
    assert table.at() == (0, 4)
    assert table.options == {"GO", "use toss"}

    table.play("use toss")
    assert table.at() == (0, 3)
    assert list(table.state.score) == [1, 0]


@pytest.mark.rule("PC-DELIV-1")
def test_s35_riding_over_delivers_nothing() -> None:
    table = Table(tokens=[(0, 4)], hand=["move_3"])
    table.play("move 3", "N")

    assert list(table.state.score) == [0, 0]
    assert table.n_tokens() == 1


@pytest.mark.rule("PC-DELIV-3")
def test_s36_toss_and_end() -> None:
    table = Table(tokens=[(0, 4), (0, 3), (5, 5)], flair=["toss"], hand=["move_3", "boost"])
    table.play("move 3", "N", "use toss")
    assert list(table.state.score) == [2, 0]

    table.play("flair boost")
    assert (table.state.phase, table.state.seat, table.state.owed) == (Phase.DROP, 2, 2)


@pytest.mark.rule("PC-END-1")
def test_s37_toss_wins() -> None:
    table = Table(tokens=[(0, 4)], flair=["toss"], hand=["move_3"], score=(2, 0))
    table.play("move 3", "N", "use toss")

    assert table.state.over
    assert table.at() == (0, 4)
    assert list(table.state.score) == [3, 0]


@pytest.mark.rule("PC-FLAIR-JUKE-3")
def test_s54_juke_without_another_direction() -> None:
    table = Table(lay=["oneway_bb V(0,5)/0", "oneway_bb H(0,5)/1"], flair=["juke"], hand=["move_3"])
    table.play("move 3", "N", settle=False)
    table.play("GO", settle=False)
    assert table.at() == (0, 5)
    assert table.options == {"GO"}
    assert table.why_not("use juke") == "PC_FLAIR_JUKE_3"

    table.settle()
    assert table.at() == (0, 4)
    assert table.options == {"GO", "use juke"}

    table.play("GO")
    assert table.at() == (0, 3)
