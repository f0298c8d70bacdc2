"""Psychic Pizza Deliverers Go to the Ghost Town."""

from fattorino.games.ghost_town.belief import imagine, resample
from fattorino.games.ghost_town.deduction import study
from fattorino.games.ghost_town.features import LAYOUT
from fattorino.games.ghost_town.greedy import greedy
from fattorino.games.ghost_town.insight import show
from fattorino.games.ghost_town.reasons import reasons
from fattorino.games.ghost_town.rules import NUM_COUNTS, apply, check, conserve, legal, result, setup
from fattorino.games.ghost_town.scene import gallery, scene
from fattorino.games.ghost_town.state import (
    COMPONENTS,
    FIELDS,
    FOLDER,
    MAX_DELIVERERS,
    MAX_RECORDS,
    MIN_DELIVERERS,
    OPTIONS,
    RULEBOOK,
    SPACE,
    SQUARES,
)
from fattorino.games.ghost_town.text import board
from fattorino.games.ghost_town.townfile import opening
from fattorino.games.ghost_town.view import NUM_FEATURES, observe, sees
from fattorino.games.ghost_town.view import show as show_custom
from fattorino.games.ghost_town.words import (
    account,
    aside,
    clash,
    key,
    label,
    prompt,
    rehearse,
    roles,
    sentence,
    target,
)
from fattorino.kernel.game import Deduction, Game
from fattorino.kernel.i18n import _

GAME = Game(
    name="ghost_town",
    title="Ghost Town",
    tagline=_("Find a pizza and its house in a town you cannot see."),
    length=_("20 turns, about half an hour"),
    version=1,
    folder=FOLDER,
    seats=tuple(range(MIN_DELIVERERS, MAX_DELIVERERS + 1)),
    options=OPTIONS,
    fields=FIELDS,
    space=SPACE,
    rulebook=RULEBOOK,
    components=COMPONENTS,
    num_features=NUM_FEATURES,
    num_counts=NUM_COUNTS,
    max_decisions=3 * MAX_RECORDS + SQUARES,  # an action asks three times at most: card, extra, barrier
    max_seats=MAX_DELIVERERS + 1,
    setup=setup,
    legal=legal,
    check=check,
    apply=apply,
    sees=sees,
    show=show_custom,
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
    resample=resample,
    opening=opening,
    gallery=gallery,
    clash=clash,
    rehearse=rehearse,
    aside=aside,
    layout=LAYOUT,
    deduction=Deduction(study, show),
)
