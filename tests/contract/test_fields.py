"""Nobody sees more of a state than was signed for."""

import difflib

import pytest

import fattorino
from contract import fields
from contract.recorder import HOME

NAMES = sorted(path.name for path in HOME.iterdir() if (path / "playthroughs").exists())


@pytest.mark.parametrize("name", NAMES)
def test_who_sees_each_field_is_what_was_signed_for(name: str) -> None:
    signed = (HOME / name / fields.FILE).read_text(encoding="utf-8").splitlines()
    now = fields.declared(fattorino.load(name)).splitlines()
    other = [line for line in difflib.ndiff(signed, now) if line[0] in "+-"]
    assert not other, "\n".join(["somebody sees more or less; if that is right, make fields:", *other])
