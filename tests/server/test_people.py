"""What people and teams are called on the pages of a table."""

import fattorino
from fattorino.server.pages import fragments
from fattorino.server.pages.labels import names_on_board, renamed
from fattorino.server.tables.chance import Chance
from fattorino.server.tables.table import Table


def test_a_headline_tells_who_lost_against_whom() -> None:
    game = fattorino.load("pizza_city")
    table = Table("k3vx7mq2wd9p", game, game.settings(4), Chance(5, "n"))
    for seat in table.seats:
        seat.kind, seat.name = "bot", "Greedy bot"
    table.seats[0].kind, table.seats[0].name = "human", "Ada"
    assert fragments.headline(table, 0, [1, 2]) == "Your team lost: Blue won"
    assert fragments.headline(table, None, [0, 3]) == "Red won"


def test_names_on_a_board_are_short_and_harmless() -> None:
    game = fattorino.load("papa_paolo")
    table = Table("k3vx7mq2wd9p", game, game.settings(2), Chance(5, "n"))
    for seat, name in zip(table.seats, ("<b>Ada", "Maximiliane"), strict=True):
        seat.kind, seat.name = "human", name
    drawn = renamed('<text>Player 1</text><g data-tell="Player 2: £3"/>', names_on_board(table.seats))
    assert drawn == '<text>&lt;b&gt;Ada</text><g data-tell="Maximili…: £3"/>'
