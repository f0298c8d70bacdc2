"""What is made from components.toml."""

from fattorino.kernel.components import enum_of


def test_an_enum_counts_ids_in_their_order() -> None:
    made = enum_of("Flair", ["ticket", "boost"], __name__)

    assert [(member.name, member.value) for member in made] == [("TICKET", 0), ("BOOST", 1)]
    assert made.BOOST == 1
