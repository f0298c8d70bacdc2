"""NY-INSTANT-5: when somebody may be asked in secret, according to public information."""

from collections.abc import Sequence
from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import secrecy
from fattorino.games.new_york.state import Event, Phase
from fattorino.kernel.game import Round, SecretPrompts

COPYING = 3  # a whole delivery is considered, not just a yes or no


def rounds(event: Any) -> Sequence[Round]:
    """The seats that may be asked at this moment: all at once if only one of them can be, else in turn."""
    kind, seat, _audience, what, bits, several = (int(n) for n in event[:6])
    if kind == Event.MOMENT:
        order = [(seat + k) % t.MAX_SEATS for k in range(1, t.MAX_SEATS)]  # NY-INSTANT-3
    elif kind == Event.TURN:
        order, several = list(range(t.MAX_SEATS)), 0  # NY-INSTANT-2: one card, one holder
    else:
        return ()
    asked = [other for other in order if bits >> other & 1]
    if several:
        return [Round([other]) for other in asked]
    weight = COPYING if kind == Event.MOMENT and what == Phase.ROTARY else 1
    return [Round(asked, weight)] if asked else ()


def secret(view: Any) -> bool:
    """NY-INSTANT-4: whether this seat is being asked in secret."""
    return bool(secrecy.is_secret(int(view.phase)))


SECRET_PROMPTS = SecretPrompts(rounds, secret, s.DONE)
