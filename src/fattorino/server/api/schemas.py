"""What the API takes and gives, as OpenAPI describes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from fattorino.server.tables.chat import LONGEST_CHAT, MOST_NOTES
from fattorino.server.tables.moderation import LONGEST
from fattorino.server.tables.names import LONGEST_NAME

LONGEST_KEY = 100  # characters of an idempotency key

Name = Annotated[str, Field(max_length=LONGEST_NAME, description="What others call you")]
Colour = Annotated[int, Field(ge=0, le=5, strict=True, description="Colour and shape: 0 to 5")]
BotName = Annotated[
    str, Field(max_length=32, description="A bot; GET /api/games lists them", examples=["greedy"])
]


class Body(BaseModel):
    """A request body: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class SeatOrder(Body):
    """A seat as the host orders it."""

    kind: Literal["human", "bot"] = Field("human", description="Who decides here")
    bot: BotName = ""
    name: Name = ""
    colour: Colour | None = None


A_MATCH = {
    "game": "ghost_town",
    "seats": [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}],
    "options": {},
}


class NewMatch(Body, json_schema_extra={"examples": [A_MATCH]}):
    """A new table."""

    game: str = Field(
        max_length=64, description="The name of a game; GET /api/games lists them", examples=["ghost_town"]
    )
    seats: list[SeatOrder] = Field(
        min_length=1,
        max_length=8,
        description="One for each seat that decides, in the order of the game's seats",
    )
    options: dict[str, Any] = Field(
        default_factory=dict, description="Options of the game; the rest keep their defaults"
    )
    seed: Annotated[int, Field(strict=True)] | None = Field(
        None,
        description="0 to 2**62 - 1, for a game that can be repeated; without one it is secret until the end",
    )
    listed: bool = Field(False, description="Show the table on the front page")
    clock: int | None = Field(None, description="Seconds for a move, after which a bot makes it: 10 to 600")
    hints: bool = Field(True, description="Let players ask what a bot would do")
    several_seats: bool = Field(False, description="Let one browser take several seats")
    onlooker: bool = Field(False, description="Also offer the seats that only look on")
    start: bool = Field(
        True, description="Begin at once; false: wait for people to sit down, then POST .../start"
    )


class SeatKey(BaseModel):
    """The right to sit somewhere."""

    seat: int
    token: str = Field(description="Send it as Authorization: Bearer TOKEN")
    url: str = Field(description="The same right as a link for a browser")


class MatchMade(BaseModel):
    """A table was made."""

    id: str
    url: str = Field(description="For everybody: open seats to take, or a game to watch")
    commitment: str = Field(description='SHA-256 of "SEED:NONCE"; both are shown once the game is over')
    host: str = Field(
        description="The token of whoever made the table: the right to start it and to set bots"
    )
    seats: list[SeatKey] = Field(description="The human seats")


class LegalAction(BaseModel):
    action: int
    label: str = Field(description="What it does, in words")
    target: str = Field(description='The thing on the board that stands for it, or ""')
    key: str = Field("", description="What to type for it")


class ChatText(BaseModel):
    seat: int
    name: str
    text: str
    when: float
    event: str = Field(
        description='"" if a person said it; else what was done: locked, unlocked, freed, left, muted, '
        "unmuted, seated, halted, resumed, silenced, unsilenced, closed, deleted, relinked"
    )
    number: int = Field(description="From 1")


class ChatShown(BaseModel):
    chat: list[ChatText]


class SeatShown(BaseModel):
    seat: int
    role: str
    kind: Literal["open", "human", "bot", "closed"]
    name: str
    colour: int
    bot: str
    stand_in: str
    connected: bool
    muted: bool


class MatchState(BaseModel):
    """A table as one viewer may see it."""

    id: str
    version: int = Field(description="Counts the changes this viewer received; send it with an action")
    game: str
    status: Literal["open", "running", "over"]
    options: dict[str, Any]
    seat: int | None = Field(description="Your seat; null if you watch")
    seats: list[SeatShown]
    to_move: int | None = Field(description="The seat that decides, as far as you may know")
    over: bool
    prompt: str
    legal: list[LegalAction] = Field(description="What you may do now")
    view: dict[str, Any] | None = Field(
        description="The position as you may see it; -2 is hidden, -1 is none"
    )
    log: list[str]
    scores: list[int] | None = Field(description="Once the game is over")
    winners: list[int]
    account: list[list[tuple[str, int]]] = Field(
        description="Each seat's score, line by line, once the game is over"
    )
    chat: list[ChatText] = Field(description="The newest lines; GET .../chat gives older ones")
    undo: str | None = Field(description="Why you cannot take back your last step; null if you can")
    clock: int | None
    hints: bool = Field(description="Whether a player may ask what a bot would do")
    deadline: float | None = Field(description="When the clock runs out, in seconds since 1970")
    commitment: str
    seed_chosen: bool = Field(
        description="Whoever made the table chose the seed, and can know what is hidden"
    )
    opened: dict[str, Any] | None = Field(description="The secrets behind the seed, once the game is over")
    parts: list[dict[str, Any]] = Field(description="People's parts of the chance: seat, commitment, opened")
    opening: bool = Field(description="Whether these parts are to be opened now")
    rematch: str
    locked: bool = Field(description="Nobody else can sit down")
    several_seats: bool = Field(description="One browser may take several seats")
    frozen: str = Field(description="Why the table can only be looked at, or empty")


class Play(Body, json_schema_extra={"examples": [{"action": 3, "version": 12}]}):
    """One decision."""

    action: Annotated[int, Field(strict=True, ge=0, description="One of `legal`")]
    version: Annotated[int, Field(strict=True, description="The version you decided on")]
    key: str = Field(
        "",
        max_length=LONGEST_KEY,
        pattern=r"^[^\x00-\x1f\x7f]*$",
        description="Idempotency key; the header Idempotency-Key does the same",
    )


class Played(BaseModel):
    version: int = Field(description="Your new version")
    repeated: bool = Field(False, description="It had been played before with this idempotency key")


class Undo(Body):
    version: Annotated[int, Field(strict=True)] | None = Field(
        None, description="Refuse if the table has moved on"
    )


class Say(Body, json_schema_extra={"examples": [{"text": "Good luck!"}]}):
    text: str = Field(min_length=1, max_length=LONGEST_CHAT)


class Notes(Body, json_schema_extra={"examples": [{"notes": {"cell-12": "wall"}}]}):
    notes: dict[str, str | None] = Field(
        max_length=MOST_NOTES, description="Cells to mark; an empty mark wipes a cell"
    )


class NotesKept(BaseModel):
    notes: dict[str, str]


class Pace(Body, json_schema_extra={"examples": [{"pace": "at_once"}]}):
    pace: Literal["at_once", "brisk", "people"] = Field(
        description="Bots move at once, after the server's usual pause, or as slowly as people do"
    )


class Sit(Body, json_schema_extra={"examples": [{"name": "Ada", "colour": 2}]}):
    name: Name | None = None
    colour: Colour | None = None


class PartGiven(Body):
    """A part of the chance: its commitment before the start, itself when the host starts."""

    commitment: str | None = Field(default=None, pattern="^[0-9a-f]{64}$", description="SHA-256 of the part")
    part: str | None = Field(default=None, min_length=16, max_length=128, pattern="^[0-9A-Za-z_-]+$")


class PartKept(BaseModel):
    opened: bool


class Halted(BaseModel):
    """Whether a table is halted."""

    halted: bool


class OperatorTable(BaseModel):
    """A table as the operator sees it."""

    id: str
    game: str
    status: str
    created: float
    moves: int | None = Field(description="Lines of the log that everybody sees; null: not in memory")
    people: list[str]
    connected: int
    halted: bool


class OperatorTables(BaseModel):
    """The tables of a server."""

    tables: list[OperatorTable]


class Halt(Body, json_schema_extra={"examples": [{"reason": "Back at eight."}]}):
    reason: str = Field("", max_length=LONGEST, description="What everybody at the table reads")


class Notice(Body, json_schema_extra={"examples": [{"text": "The server restarts at ten."}]}):
    text: str = Field(max_length=LONGEST, description="What everybody reads on every page; '' is nothing")


class Renamed(Body, json_schema_extra={"examples": [{"name": "Guest"}]}):
    name: Name = Field("", description="The new name; '' is that of the seat")


class SeatInside(SeatShown):
    person: str = Field(description="Who sits there, for DELETE /api/operator/people/{person}; '' for nobody")
    addresses: list[str] = Field(description="Where their open pages are, as far as this process knows")


class TableInside(OperatorTable):
    """A table as the operator looks into it."""

    reason: str = Field(description="Why it is halted, in the operator's words")
    seats: list[SeatInside]
    chat: list[ChatText]


class ServerState(BaseModel):
    """How a server is."""

    version: str
    database: str
    writable: bool = Field(description="Whether the database can be written now")
    database_bytes: int
    disk_free_bytes: int
    memory_bytes: int = Field(description="Of this process; 0 where it is not known")
    tables_in_memory: dict[str, int]
    streams: int = Field(description="Open pages and programs, at this process")
    interpreted: list[str] = Field(description="Games that are not compiled, or not wholly")
    notice: str
    blocked: int = Field(description="How many addresses are blocked")


class SeatAt(BaseModel):
    table: str
    seat: int


class PersonShown(BaseModel):
    id: str = Field(description="For DELETE /api/operator/people/{person}")
    names: list[str]
    seats: list[SeatAt] = Field(description="Where they sit")
    tables: list[str] = Field(description="Where something of theirs is left")


class PeopleShown(BaseModel):
    people: list[PersonShown]


class Erased(BaseModel):
    tables: int = Field(description="At how many tables")


class BlockedShown(BaseModel):
    addresses: list[str]


class Locked(BaseModel):
    locked: bool


class WithBot(Body):
    bot: BotName


class StandIn(Body):
    bot: BotName = Field("", description="Not used: it is the table's default bot")


class ObservedPart(BaseModel):
    name: str
    size: int = Field(description="So many numbers")
    meaning: str
    low: float
    high: float


class ObservedGroup(BaseModel):
    name: str
    times: int = Field(description="How often its parts follow one another: once for each player, say")
    parts: list[ObservedPart]


class Observation(BaseModel):
    """What your seat sees, as numbers for a learner."""

    version: int = Field(description="Send it with an action")
    seat: int
    to_move: int | None
    numbers: list[float] = Field(description="As many as the layout has; none before the start")
    legal: list[int] = Field(description="What you may play now")
    num_actions: int
    layout: list[ObservedGroup]


class Hint(BaseModel):
    """What a bot would do in your place, knowing what you know."""

    action: int
    label: str
    target: str
    sentence: str
    version: int = Field(description="Your version it was thought for")


class Why(BaseModel):
    legal: bool
    rule: str = Field(description='The rule that forbids it, or ""')
    sentence: str
    lesson: str = Field(description='What a newcomer is told of the rule where it is the answer, or ""')
    action: int | None = Field(description="The action that was looked at")
    kind: str = Field("", description="For typed words: the kind of question they answer")
    rest: str = Field("", description="For typed words: those after the first, not looked at yet")


class Saved(BaseModel):
    """A saved game: anyone can replay it."""

    game: str
    version: int
    options: dict[str, Any]
    seed: int
    actions: list[int]


class OptionShown(BaseModel):
    name: str
    help: str
    default: Any
    values: list[Any]


class GameShown(BaseModel):
    name: str
    title: str
    tagline: str
    length: str
    version: int
    seats: list[int]
    num_actions: int
    options: list[OptionShown]
    ready: bool = Field(description="Playable: always, interpreted until the rules are compiled")
    progress: dict[str, Any]


class Games(BaseModel):
    games: list[GameShown]
    bots: list[str]


class TableShown(BaseModel):
    id: str
    url: str
    game: str
    status: Literal["open", "running", "over"]
    seats: list[SeatShown]


class TablesShown(BaseModel):
    tables: list[TableShown]


class ProblemShown(BaseModel):
    """A refusal (RFC 9457): stable code, one sentence, and the rule's id where a rule is why."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    rule: str | None = None
