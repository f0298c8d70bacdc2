"""New York Pizza Delivery."""

from fattorino.games.new_york.belief import imagine
from fattorino.games.new_york.features import LAYOUT
from fattorino.games.new_york.gallery import gallery
from fattorino.games.new_york.greedy import greedy
from fattorino.games.new_york.hush import HUSH
from fattorino.games.new_york.reasons import reasons
from fattorino.games.new_york.rules.answers import apply
from fattorino.games.new_york.rules.asking import check, legal
from fattorino.games.new_york.rules.opening import setup
from fattorino.games.new_york.rules.score import NUM_COUNTS, conserve, result
from fattorino.games.new_york.scene import scene
from fattorino.games.new_york.sentences import account, sentence
from fattorino.games.new_york.state import FIELDS, OPTIONS, RULEBOOK, SPACE
from fattorino.games.new_york.tables import COMPONENTS, FOLDER, MAX_SEATS
from fattorino.games.new_york.text import board
from fattorino.games.new_york.view import NUM_FEATURES, observe, sees, show
from fattorino.games.new_york.words import clash, key, label, prompt, roles, target
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

GAME = Game(
    name="new_york",
    title="New York Pizza Delivery",
    tagline=_("Build pizzerias all over Manhattan and carry the orders across town."),
    length=_("15 to 20 minutes a player"),
    version=4,
    folder=FOLDER,
    seats=tuple(range(1, MAX_SEATS + 1)),
    options=OPTIONS,
    fields=FIELDS,
    space=SPACE,
    rulebook=RULEBOOK,
    components=COMPONENTS,
    num_features=NUM_FEATURES,
    num_counts=NUM_COUNTS,
    max_decisions=20_000,
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
    layout=LAYOUT,
    hush=HUSH,
    clash=clash,
    gallery=gallery,
)
