"""The gallery shows every component once."""

from fattorino.games.new_york import GAME
from fattorino.games.new_york.tables import CITY_EVENTS, GOALS, KINDS, POWERS, TICKETS
from fattorino.render import gallery


def test_every_component_is_in_the_gallery() -> None:
    drawn = gallery(GAME)
    names = [name for _title, pieces in drawn for name, _note, _picture in pieces]
    powers = [name for title, pieces in drawn if title.endswith(" cards") for name, _note, _picture in pieces]
    assert sorted(powers) == sorted(str(power["name"]) for power in POWERS)
    assert len(names) == len(KINDS) + 9 + len(POWERS) + len(TICKETS) + len(GOALS) + len(CITY_EVENTS) + 5
    assert all("<svg" in picture for _title, pieces in drawn for _name, _note, picture in pieces)
