"""Papà Paolo: tiles, majorities, an auction and couriers."""

from fattorino.games.papa_paolo.features import LAYOUT
from fattorino.games.papa_paolo.gallery import gallery
from fattorino.games.papa_paolo.greedy import greedy
from fattorino.games.papa_paolo.reasons import reasons
from fattorino.games.papa_paolo.rounds import setup
from fattorino.games.papa_paolo.rules import apply, check, legal
from fattorino.games.papa_paolo.scene import board, scene
from fattorino.games.papa_paolo.score import NUM_COUNTS, conserve, result
from fattorino.games.papa_paolo.sentences import sentence
from fattorino.games.papa_paolo.state import (
    COMPONENTS,
    FIELDS,
    FOLDER,
    MAX_SEATS,
    MIN_SEATS,
    OPTIONS,
    RULEBOOK,
    SPACE,
)
from fattorino.games.papa_paolo.view import NUM_FEATURES, imagine, observe, sees, show
from fattorino.games.papa_paolo.words import account, clash, key, label, prompt, roles, target
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

GAME = Game(
    name="papa_paolo",
    title="Papà Paolo",
    tagline=_("Lay out your district, bid on the Piazza, deliver while the pizza is hot."),
    length=_("5 rounds, 20 to 30 minutes per player"),
    version=1,
    folder=FOLDER,
    seats=tuple(range(MIN_SEATS, MAX_SEATS + 1)),
    options=OPTIONS,
    fields=FIELDS,
    space=SPACE,
    rulebook=RULEBOOK,
    components=COMPONENTS,
    num_features=NUM_FEATURES,
    num_counts=NUM_COUNTS,
    max_decisions=20_000,  # 20 turns of six deliveries, each three tours over 31 sides at the very most
    max_seats=MAX_SEATS,
    setup=setup,
    legal=legal,
    check=check,
    apply=apply,
    sees=sees,
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
    gallery=gallery,
    clash=clash,
    layout=LAYOUT,
)
