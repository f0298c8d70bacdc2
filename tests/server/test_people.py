"""What people and teams are called on the pages of a table."""

import fattorino
from fattorino.server.pages import labels
from fattorino.server.pages.fragments import fragments
from fattorino.server.pages.labels import names_on_board, renamed
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.table import Table


def test_a_headline_tells_who_lost_against_whom() -> None:
    game = fattorino.load("pizza_city")
    table = Table("k3vx7mq2wd9p", game, game.settings(4), Chance(5, "n"))
    for seat in table.seats:
        seat.kind, seat.name = "bot", "Greedy bot"
    table.seats[0].kind, table.seats[0].name = "human", "Ada"
    assert labels.headline(table, 0, [1, 2]) == "Your team lost: Blue won"
    assert labels.headline(table, None, [0, 3]) == "Red won"


def finished(table: Table) -> Table:
    """The table with its game over, after whatever decisions come to it."""
    table.begin(table.prepare_start(0.0))
    for move in range(2000):
        if table.over:
            return table
        decision = table.decision()
        action = int(decision.actions[move * 5 % len(decision.actions)])
        table.adopt(*table.prepare(decision.seat, action, "", 0.0), 0.0)
    raise AssertionError("the game does not end")


def test_the_end_names_who_won_and_partners_have_one_account() -> None:
    game = fattorino.load("pizza_city")
    table = Table("k3vx7mq2wd9p", game, game.settings(4, pizzas_to_win=1), Chance(5, "n"))
    for seat in table.seats:
        seat.kind, seat.name = "human", f"Person {seat.number}"
    parts, result = fragments(finished(table), None), table.see(None).outcome
    winner = "Red" if result and 0 in result.winners else "Blue"
    assert f"The game is over. {winner} won." in parts["prompt"]
    assert f"<span>{winner} won</span>" in parts["moment"]
    account = parts["status"]
    assert [account.count(f"<td>Pizzas delivered by {team}<") for team in ("Red", "Blue")] == [1, 1]
    assert all(f"Person {seat.number}" in account for seat in table.seats)
    assert "Lock the table" not in fragments(table, 0, host=True)["players"]


def test_names_on_a_board_are_short_and_harmless() -> None:
    game = fattorino.load("papa_paolo")
    table = Table("k3vx7mq2wd9p", game, game.settings(2), Chance(5, "n"))
    for seat, name in zip(table.seats, ("<b>Ada", "Maximiliane"), strict=True):
        seat.kind, seat.name = "human", name
    drawn = renamed('<text>Player 1</text><g data-tell="Player 2: £3"/>', names_on_board(table.seats))
    assert drawn == '<text>&lt;b&gt;Ada</text><g data-tell="Maximili…: £3"/>'
