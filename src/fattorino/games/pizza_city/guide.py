"""Help beside the board: the goal, what is missing for an action, why a click does nothing."""

from typing import Any

from fattorino.games.pizza_city import state as s, words as w
from fattorino.games.pizza_city.bike import directions, flairs
from fattorino.games.pizza_city.city import is_closed
from fattorino.games.pizza_city.lessons import matters, shows
from fattorino.games.pizza_city.route import free_routes, obstacle, route
from fattorino.games.pizza_city.story import moment, places, retell, starts_turn
from fattorino.kernel.guide import Fact, Guide, Line, Missing, Summary
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import NONE, Seat

# -- the status ------------------------------------------------------------------------------------------


def summary(view: Any, seat: Seat) -> Summary:
    """The strip above the board."""
    lead = max(int(score) for score in view.score) / int(view.goal)
    rounds = int(view.turn) / (s.N_CHAIRS * int(view.max_rounds))
    scores: list[list[Line]] = [list(lines) for lines in w.score_breakdown(view)]
    share = 1.0 if view.over else max(lead, rounds)
    tells = _("A pizza is delivered when a bike ends a move on a drop-off token. Partners win together.")
    return Summary(goal(view, seat), end(view), share, scores, order(view), have(view, seat), tells)


def goal(view: Any, seat: Seat) -> str:
    """The viewer's current goal."""
    if view.over:
        return result(view, seat)
    tokens = listed([s.corner_name(corner) for corner in s.corners_in(int(view.tokens))], _("a token"))
    mine = w.chairs_of(view, seat)
    if not mine:
        return _("Each team tries to end a move of its bike on a drop-off token: {tokens}.").format(
            tokens=tokens
        )
    if view.phase == s.Phase.DROP and seat == view.seat:
        return _("Put the next drop-off token near your bike and far from the other.")
    rider = s.bike_chair(s.team_of(mine[0]))
    if mine == [rider]:
        return _("Deliver: end a move on {tokens}.").format(tokens=tokens)
    if rider in mine:
        return _("Lay streets for your bike, and end its moves on {tokens}.").format(tokens=tokens)
    return _("Open ways for your bike to {tokens}, close them for the other bike.").format(tokens=tokens)


def result(view: Any, seat: Seat) -> str:
    """Who won, and by how much, from the viewer's side."""
    red, blue = (int(score) for score in view.score)
    if max(red, blue) < int(view.goal):
        return _("A draw: Red delivered {red}, Blue {blue}.").format(red=red, blue=blue)
    team = s.Team.RED if red > blue else s.Team.BLUE
    text = _("{team} won {more} : {less}.")
    if mine := w.chairs_of(view, seat):
        won, lost = _("Your team won {more} : {less}!"), _("Your team lost {less} : {more} to {team}.")
        text = won if s.team_of(mine[0]) == team else lost
    return text.format(team=w.team_name(team), more=max(red, blue), less=min(red, blue))


def end(view: Any) -> str:
    """The progress towards the end."""
    close = [w.team_name(team) for team in s.Team if int(view.score[team]) == int(view.goal) - 1]
    if view.over:
        return _("The game is over.")
    if len(close) == s.N_TEAMS:
        return _("The next pizza wins")
    if close and int(view.goal) > 1:
        return _("{team} needs one more pizza").format(team=close[0])
    return ngettext("{n} pizza wins", "{n} pizzas win", int(view.goal))


def order(view: Any) -> list[int]:
    """The turn order: a City that places a token, then the chairs in turn."""
    if view.over:
        return []
    turns = range(int(view.turn), int(view.turn) + s.N_CHAIRS + 1)
    chairs = [w.asked_chair(view), *(turn % s.N_CHAIRS for turn in turns[1:])]
    return list(dict.fromkeys(s.person_in(int(view.n), chair) for chair in chairs))


def have(view: Any, seat: Seat) -> list[Fact]:
    """The viewer's resources."""
    found: list[Fact] = []
    for chair in () if view.over else w.chairs_of(view, seat):
        team, held = s.team_of(chair), int(view.held[chair])
        if chair == s.bike_chair(team):
            moves = [
                str(s.move_value(kind))
                for kind in range(s.N_MOVES)
                for _copy in range(view.bike_hand[team, kind])
            ]
            values = _("Move cards: {values}").format(values=listed(moves, _("none")))
            tells = _(
                "A Move card takes the bike as many blocks as it says, straight on where the way is free."
            )
            found.append(Fact("bike", values, tells))
            if view.table[team].any():
                ready = ngettext("{n} Flair card ready", "{n} Flair cards ready", int(view.table[team].sum()))
                tells = _("On your table: {cards}. Each is used once, when its moment comes.").format(
                    cards=w.table_words(view, team)
                )
                found.append(Fact("power-speed", ready, tells))
        else:
            tells = _("Cards to lay on roads, where they stay for good. After your turn you draw new ones.")
            found.append(Fact("park", ngettext("{n} City card", "{n} City cards", held), tells))
    return found


# -- what is not possible now -------------------------------------------------------------------------------


def moves_to(view: Any, team: int, corners: int) -> list[str]:
    """The names of the Move cards in a visible hand that end on one of these corners."""
    return [
        w.card_name(kind)
        for kind in range(s.N_MOVES)
        if view.bike_hand[team, kind] > 0
        and any(s.has(corners, path[-1]) for path in free_routes(view, team, s.move_value(kind)))
    ]


def missing(view: Any, seat: Seat) -> list[Missing]:
    """Expected choices that are not possible at this decision."""
    if view.over or seat != view.seat:
        return []
    phase, team = s.Phase(int(view.phase)), w.riding_team(view)
    if phase == s.Phase.BIKE_MAIN:
        return [*missing_plays(view, team), *idle_flairs(view, team)]
    if phase == s.Phase.BIKE_DIR:
        return shut_ways(view, team)
    if phase == s.Phase.BIKE_STOP and not view.table[team, s.Flair.NONSTOP]:
        return [
            Missing(_("Ride on"), _("A stop sign holds the bike: only a Nonstop on your table passes it."))
        ]
    if phase == s.Phase.BIKE_STEP:
        found = []
        if int(view.rest) > 0 and obstacle(view, team, int(view.heading)) == s.Status.FREE:
            rest = ngettext(
                "{n} block is left and the way is free: a move is ridden to its end.",
                "{n} blocks are left and the way is free: a move is ridden to its end.",
                int(view.rest),
            )
            found.append(Missing(_("Stop here"), rest, f"corner-{int(view.bike[team])}"))
        return [*found, *idle_flairs(view, team)]
    return []


def missing_plays(view: Any, team: int) -> list[Missing]:
    """What is missing before, between and after the plays of a Bike turn."""
    if w.plays_left(view) == 0:
        return [Missing(_("Play another card"), _("All your plays of this turn are made."))]
    if not view.bike_hand[team, : s.N_MOVES].any():
        return [Missing(_("Ride"), _("You hold no Move card. You draw new cards after your turn."))]
    if moves_to(view, team, int(view.tokens)):
        return []
    return [Missing(_("Deliver at once"), _("No Move card of yours ends on a drop-off token."))]


def idle_flairs(view: Any, team: int) -> list[Missing]:
    """The Flair cards on the team's table that cannot be used now."""
    usable = flairs(view, team)
    return [
        Missing(
            _("Use {card}").format(card=w.flair_name(flair)),
            w.flair_moment(flair),
            f"table-{team}-{flair.value}",
        )
        for flair in s.Flair
        if view.table[team, flair] and not s.has(usable, flair)
    ]


def shut_ways(view: Any, team: int) -> list[Missing]:
    """The roads from here that are one-way in the other direction."""
    corner = int(view.bike[team])
    return [
        Missing(
            _("Ride {direction}").format(direction=w.direction_name(direction)),
            _("That road is one-way, against you."),
            f"corner-{s.next_corner(corner, direction)}",
        )
        for direction in range(s.N_DIRECTIONS)
        if obstacle(view, team, direction) == s.Status.AGAINST
        and not s.has(directions(view, team), direction)
    ]


# -- a click that does nothing  ---------------------------------------------------------------------------


def wanted(view: Any, seat: Seat) -> str:
    """What is being asked, in one sentence."""
    if view.over:
        return _("The game is over.")
    if seat != view.seat:
        return _("{who} is on turn.").format(who=w.chair_name(w.asked_chair(view)))
    return {
        s.Phase.CITY_CARD: _("First choose one of your City cards."),
        s.Phase.CITY_PLACE: _("Choose a marked road for your card."),
        s.Phase.BIKE_MAIN: _("Play a card from your hand.") if w.plays_left(view) else _("End your turn."),
        s.Phase.BIKE_DIR: _("Choose a marked corner to ride to."),
        s.Phase.BIKE_STEP: _("Finish this move first."),
        s.Phase.BIKE_STOP: _("Stop here, or use Nonstop."),
        s.Phase.BIKE_JUKE: _("Choose a marked corner to turn to."),
        s.Phase.BIKE_TICKET: _("Choose a marked subway stop."),
        s.Phase.DROP: _("Choose a marked corner for the new drop-off token."),
    }[s.Phase(int(view.phase))]


def unavailable(view: Any, seat: Seat, target: str) -> str:
    """What is being asked, and what would make the clicked thing available; "" for an unknown one."""
    thing, *numbers = target.split("-")
    if thing not in ("corner", "road", "city", "hand", "table") or not all(n.isdecimal() for n in numbers):
        return ""
    about = ""
    if not view.over and thing == "table":
        about = about_flair(view, seat, int(numbers[0]), int(numbers[1]))
    elif not view.over and seat == view.seat:
        about = {"corner": about_corner, "road": about_road, "city": about_city, "hand": about_hand}[thing](
            view, int(numbers[0])
        )
    return f"{wanted(view, seat)} {about}".strip()


def about_corner(view: Any, corner: int) -> str:
    """What would take a bike, or a token, to a corner."""
    phase, team, name = s.Phase(int(view.phase)), w.riding_team(view), s.corner_name(corner)
    if phase in (s.Phase.CITY_CARD, s.Phase.CITY_PLACE):
        return _("City cards lie on roads, not on corners.")
    if phase == s.Phase.BIKE_MAIN:
        cards = moves_to(view, team, 1 << corner)
        if cards:
            return _("{cards} can end on {corner}.").format(cards=listed(cards, ""), corner=name)
        return _("No Move card of yours ends on {corner} from here.").format(corner=name)
    if phase == s.Phase.BIKE_DIR:
        direction = s.direction_to(int(view.bike[team]), corner)
        if direction != NONE and obstacle(view, team, direction) == s.Status.BUILDING:
            return _("A Building is in the way: diagonals lead through Parks only.")
        if direction != NONE and obstacle(view, team, direction) == s.Status.AGAINST:
            return _("That road is one-way, against you.")
        return ngettext(
            "A move goes straight on: {n} block, or less if something is in the way.",
            "A move goes straight on: {n} blocks, or less if something is in the way.",
            int(view.rest),
        )
    if phase == s.Phase.DROP:
        bikes = min(s.distance(corner, int(bike)) for bike in view.bike)
        if bikes < s.FROM_BIKES:
            return _("{corner} is {n} from a bike: at least {least} are needed.").format(
                corner=name, n=bikes, least=s.FROM_BIKES
            )
        return _("{corner} is too near another token: at least {least} are needed.").format(
            corner=name, least=s.FROM_TOKENS
        )
    return ""


def about_road(view: Any, segment: int) -> str:
    """What would allow a card on a road."""
    if view.phase == s.Phase.CITY_PLACE and is_closed(view, segment):
        return _("This road is closed by the City card that lies on it.")
    return "" if view.phase < s.Phase.BIKE_MAIN else _("Only a City player lays cards on roads.")


def about_city(view: Any, face: int) -> str:
    """What would allow choosing a City card."""
    if view.phase == s.Phase.CITY_PLACE:
        return _("To take another card, undo your choice first.")
    return _("City cards are laid in a City turn.")


def about_hand(view: Any, kind: int) -> str:
    """What would allow playing a Bike card."""
    if view.phase == s.Phase.BIKE_MAIN:
        return _("All your plays of this turn are made.")
    return _("Then you can play the next card.") if view.phase < s.Phase.DROP else ""


def about_flair(view: Any, seat: Seat, team: int, flair: int) -> str:
    """What would allow using a Flair card on a table."""
    if s.bike_chair(team) not in w.chairs_of(view, seat):
        return _("{card} belongs to {who}: {effect}").format(
            card=w.flair_name(flair), who=w.chair_name(s.bike_chair(team)), effect=w.flair_effect(flair)
        )
    return w.flair_moment(flair)


def declines(view: Any, action: int) -> bool:
    """Whether an action spends a Move card without riding."""
    return bool(action == s.END and view.phase == s.Phase.BIKE_DIR)


def warning(view: Any, action: int) -> str:
    """A warning before a Move card is wasted."""
    team = w.riding_team(view)
    if declines(view, action):
        return _("The bike stays where it is, and the Move card is lost. Do it all the same?")
    if view.phase == s.Phase.BIKE_DIR and s.DIRECTION <= action < s.PLAY_MOVE:
        here = int(view.bike[team])
        if route(view, team, action - s.DIRECTION, int(view.rest))[-1] == here:
            return _(
                "The other bike stands there: yours goes back to {corner}, and the Move card is lost."
            ).format(corner=s.corner_name(here))
    return ""


GUIDE = Guide(
    summary, starts_turn, retell, moment, places, missing, unavailable, matters, shows, declines, warning
)
