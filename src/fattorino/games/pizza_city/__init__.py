"""Pizza City."""

from fattorino.games.pizza_city.belief import imagine
from fattorino.games.pizza_city.board import board
from fattorino.games.pizza_city.features import LAYOUT
from fattorino.games.pizza_city.gallery import gallery
from fattorino.games.pizza_city.greedy import greedy, value
from fattorino.games.pizza_city.reasons import reasons
from fattorino.games.pizza_city.rules import NUM_COUNTS, apply, check, conserve, legal, result, setup
from fattorino.games.pizza_city.scene import scene
from fattorino.games.pizza_city.sentences import sentence
from fattorino.games.pizza_city.state import (
    COMPONENTS,
    FIELDS,
    FOLDER,
    OPTIONS,
    ROUND_LIMITS,
    RULEBOOK,
    SEAT_COUNTS,
    SPACE,
    TURN_DECISIONS,
)
from fattorino.games.pizza_city.view import NUM_FEATURES, observe, show
from fattorino.games.pizza_city.words import account, key, label, prompt, roles, target
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

GAME = Game(
    name="pizza_city",
    title="Pizza City",
    tagline=_("Two teams, two bikes, and a city that is rebuilt under the wheels."),
    length=_("about half an hour"),
    version=2,
    folder=FOLDER,
    seats=tuple(SEAT_COUNTS),
    options=OPTIONS,
    fields=FIELDS,
    space=SPACE,
    rulebook=RULEBOOK,
    components=COMPONENTS,
    num_features=NUM_FEATURES,
    num_counts=NUM_COUNTS,
    max_decisions=2 * max(ROUND_LIMITS) * TURN_DECISIONS,
    max_seats=max(SEAT_COUNTS),
    setup=setup,
    legal=legal,
    check=check,
    apply=apply,
    show=show,
    imagine=imagine,
    observe=observe,
    result=result,
    conserve=conserve,
    roles=roles,
    prompt=prompt,
    label=label,
    target=target,
    sentence=sentence,
    account=account,
    scene=scene,
    board=board,
    key=key,
    greedy=greedy,
    reasons=reasons,
    value=value,
    gallery=gallery,
    layout=LAYOUT,
)
