"""What the numbers of `observe` mean."""

from fattorino.games.ghost_town import state as s
from fattorino.kernel.features import Group, Layout, Part

MEMORY = 30  # the newest lines of the record, newest first
DISTANCE = 3  # binary digits of how far a flight went
TILES = s.N_TILES - 1  # kinds of tile; an empty square has none

LAYOUT: Layout = (
    Group(
        "table",
        (
            Part("turn", 1, "the turn, as a share of the turn limit"),
            Part("to_move", 1, "1 if the viewer is to move"),
            Part("placed", 1, "tiles on the map while it is built, as a share of its squares"),
            Part("deliverers", 1, "how many there are, as a share of the most"),
            Part("hand", s.N_KINDS, "own psychic cards of each kind", high=s.MOST_ALIKE),
            Part(
                "phase",
                s.Phase.END.value,
                "what is being decided: BUILD, ACT, EXTRA, BARRIER; none of them is OINK",
            ),
        ),
    ),
    Group(
        "deliverers",
        (
            Part("out", 1, "1 once they have delivered"),
            Part("monkey", 1, "1 if the monkey is with them"),
            Part("cards", 1, "how many psychic cards they hold", high=3 * s.MAX_BATCHES),
            Part("carried", s.N_ICONS, "the pizza they carry"),
        ),
        times=s.MAX_DELIVERERS,
    ),
    Group(
        "record",
        (
            Part("by", s.MAX_DELIVERERS, "who acted, the viewer first"),
            Part("announced", s.BARRIER_USE, "the action announced, numbered as in the action space"),
            Part("extra", s.HOP_STEP, "the Move or Attack after Back-to-Start"),
            Part("reports", s.Report.SURROUND.value, "what the game master said, one number a report"),
            Part("detail", s.N_ICONS, "the pizza, house or face a report names"),
            Part("walls", s.STRAIGHT, "walls felt in the four directions"),
            Part("sensed", 3, "ghost, pizza, house on the squares around"),
            Part("pizza_at", s.N_DIRECTIONS, "in which directions a pizza was sensed"),
            Part("distance", DISTANCE, "how far a flight went, in binary digits, where that is reported"),
        ),
        times=MEMORY,
    ),
    Group(
        "town",
        (Part("tile", TILES, "what lies on a square, for whoever sees the map: the game master"),),
        times=s.SQUARES,
    ),
)
