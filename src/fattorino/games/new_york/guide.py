"""Help beside the board: the goal, the status, what is missing for an action."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from fattorino.games.new_york import (
    choice_sheet,
    lessons,
    names,
    sentences,
    shortfall,
    state as s,
    story,
    tables as t,
    words,
)
from fattorino.games.new_york.rules import hands, score
from fattorino.games.new_york.state import Act, Phase
from fattorino.kernel.guide import Fact, Guide, Missing, Summary
from fattorino.kernel.i18n import _, in_a_row, ngettext
from fattorino.kernel.records import NONE, Seat

# -- the status ------------------------------------------------------------------------------------------


def summary(view: Any, seat: Seat) -> Summary:
    """The goal, the progress towards the end, all scores, the turn order, the viewer's resources."""
    n = int(view.n)
    end = _("Inspectors {n} of {all}: the last ends the game")
    if view.coop:
        end = _("Inspectors {n} of {all}: with the last the team loses")
    return Summary(
        goal=goal(view, seat),
        end=_("The game is over.") if view.over else end.format(n=int(view.inspectors), all=t.INSPECTORS),
        share=share(view),
        scores=sentences.score_lines(view),
        order=order(view),
        have=have(view, seat) if 0 <= seat < n else (),
        end_tells=_(
            "The Health Inspectors lie in the last third of the Market Deck. Each one costs everybody a fine."
        ),
        score_tells=() if view.coop else score_tells(),
    )


def score_tells() -> list[str]:
    """How each line of a score is counted."""
    return [
        _("$1 for each dollar in hand"),
        _("$1 for each ingredient of a pizzeria and each Power Card in play"),
        _("$1 for each disk on a pizzeria"),
        _("what is printed on your tip tokens"),
        _("the rewards of those you fulfil"),
    ]


def order(view: Any) -> list[int]:
    """Who decides now, as far as the viewer can see, and the turns after that."""
    if view.over:
        return []
    n, active = int(view.n), max(0, int(view.active))
    now = int(view.seat) if view.seat >= 0 else active
    return [now, *(seat for k in range(n) if (seat := (active + k) % n) != now)]


def goal(view: Any, seat: Seat) -> str:
    """The viewer's current goal."""
    if view.over:
        return _outcome(view, seat)
    if view.coop:
        text = ngettext(
            "Earn ${{money}} and deliver {n} pizza together; so far ${{now}} and {{done}}.",
            "Earn ${{money}} and deliver {n} pizzas together; so far ${{now}} and {{done}}.",
            int(view.goal_pizzas),
        )
        return text.format(
            money=int(view.goal_money),
            now=int(view.money[0]),
            done=int(view.pizzas),
        )
    if not 0 <= seat < view.n:
        return _("Most dollars win: deliver pizzas, collect tips, build pizzerias.")
    if not any(view.lot[seat, village] != NONE for village in range(t.BUILDABLE)):
        return _("Most dollars win. First open a pizzeria.")
    if Phase.ORDER < view.phase <= Phase.REWARD and view.d_seat == seat and view.d_slot >= 0:
        return _("Most dollars win. Your delivery of order {number} is under way.").format(
            number=int(view.d_slot) + 1
        )
    lack = shortfall.nearest_order(view, seat)
    if lack is None:
        return _("Most dollars win: deliver pizzas.")
    number = lack.slot + 1
    if lack.short == 0:
        return _("Most dollars win. You have what order {number} takes: deliver it.").format(number=number)
    wanted = shortfall.kinds_words(lack.kinds) or ngettext("{n} more card", "{n} more cards", lack.short)
    text = _("Most dollars win. Next for order {number}: {wanted}.")
    return text.format(number=number, wanted=wanted)


def _outcome(view: Any, seat: Seat) -> str:
    """Who has won."""
    if view.coop:
        return _("Both goals are reached: the team wins!") if view.won else _("The team has lost.")
    best = [k for k in range(int(view.n)) if not any(score.ahead(view, o, k) for o in range(int(view.n)))]
    who = in_a_row([names.seat_name(k, seat) for k in best])
    return _("{who} won with ${n}.").format(who=who, n=int(score.total(view, best[0])))


@cache
def deck_at_first(n: int, any_cards: int, cheese: int) -> int:
    """The size of the Market Deck after the setup, with orders of average size."""
    orders = 10
    group = (True, bool(any_cards), bool(cheese))
    used = sum(t.copies_of(card) for card in range(t.N_BLUE) if group[t.group_of(card)])
    return int(used) + t.INSPECTORS - n * t.START_HAND - t.OPEN_MARKET - orders


def share(view: Any) -> float:
    """The share of the game that is over: cards drawn, inspectors shown."""
    if view.over:
        return 1.0
    drawn = 1 - int(view.n_deck) / deck_at_first(int(view.n), int(view.any_cards), int(view.cheese))
    return min(0.99, max(0.0, drawn, int(view.inspectors) / t.INSPECTORS))


def have(view: Any, seat: Seat) -> list[Fact]:
    """A player's resources, and their limits."""
    held, limit = int(hands.hand_size(view, seat)), int(hands.hand_limit(view, seat))
    money = _(
        "Deliveries bring money, lots and fines cost it. What is left at the end is part of your score."
    )
    if view.coop:
        money = _("The money of the team: deliveries bring it, lots and fines cost it.")
    facts = [
        Fact("coin", names.money(int(hands.money_of(view, seat))), money),
        Fact(
            "card",
            _("{n} of {limit} cards").format(n=held, limit=limit),
            _("Cards in your hand. At the end of your turn you discard what is more than {limit}.").format(
                limit=limit
            ),
        ),
        Fact(
            "disk",
            names.disks(int(view.supply[seat])),
            _(
                "Disks you have left. Each pizzeria you build takes one, and each makes one space of its "
                "deliveries free."
            ),
        ),
    ]
    if view.coop:
        return facts
    tips = ngettext("{n} tip", "{n} tips", int(view.n_tips[seat]))
    if view.n_tips[seat] > 0 and view.tips[seat, 0] >= 0:
        tips = _("{tips}: {money}").format(tips=tips, money=names.money(sentences.tip_dollars(view, seat)))
    tells = _("Tip tokens of your deliveries: their values are added to your score at the end.")
    return [*facts, Fact("tip", tips, tells)]


# -- what is not possible ------------------------------------------------------------------------------------


def missing(view: Any, seat: Seat) -> Sequence[Missing]:
    """Expected actions that are not possible now."""
    options = choice_sheet.choices(view, seat)
    if not options:
        return ()
    phase = int(view.phase)
    found = []
    if phase in (Phase.PRE, Phase.OTHER_ACTION) or shortfall.forced_to_market(view, seat):
        if s.ACT + Act.DELIVER not in options:
            reason, target = shortfall.why_no_delivery(view, seat)
            found.append(Missing(words.label(view, s.ACT + Act.DELIVER), reason, target))
        if s.ACT + Act.REPUTATION not in options and not view.tycoon:
            reason = f"{shortfall.why_no_build(view, seat)} {shortfall.why_no_upgrade(view, seat)}"
            found.append(Missing(words.label(view, s.ACT + Act.REPUTATION), reason))
    if phase == Phase.INCREASE:
        if s.INC not in options:
            found.append(Missing(words.label(view, s.INC), shortfall.why_no_build(view, seat)))
        if s.INC + 1 not in options:
            found.append(Missing(words.label(view, s.INC + 1), shortfall.why_no_upgrade(view, seat)))
    return found


def unavailable(view: Any, seat: Seat, target: str) -> str:
    """What is being asked, and what would make a thing on the board available."""
    if view.over or not 0 <= seat < view.n:
        return ""
    if view.seat != seat or words.is_quiet(view):
        return words.prompt(view, seat)
    thing, _dash, number = target.partition("-")
    at = int(number) if number.isdigit() else NONE
    if view.phase == Phase.PRE:
        return _before_action(view, seat, thing, at)
    if view.phase == Phase.ORDER and thing == "order":
        return shortfall.why_no_order(view, seat, at)
    if view.phase == Phase.BUILD_LOT and thing == "lot":
        taken = _("A pizzeria stands here already. {prompt}").format(prompt=words.prompt(view, seat))
        return taken if view.owner[at] != NONE else ""
    if view.phase == Phase.PIZZERIA and thing == "lot" and int(view.owner[at]) == seat:
        village = [int(lot) for lot in view.lot[seat]].index(at)
        lack = shortfall.pizzeria_shortfall(
            view, seat, int(view.d_slot), village, shortfall.purse_of(view, seat)
        )
        return shortfall.order_words(lack) if lack and lack.short else ""
    return _("First answer this: {prompt}").format(prompt=words.prompt(view, seat))


def _before_action(view: Any, seat: Seat, thing: str, at: int) -> str:
    """What would make a thing available while an action is being chosen."""
    if thing == "order":
        why = shortfall.why_no_order(view, seat, at)
        return why or _("To deliver order {number}, choose Deliver a Pizza.").format(number=at + 1)
    if thing == "lot" and at >= 0:
        return shortfall.lot_words(view, seat, at)
    if thing in ("market", "deck"):
        return _("To take cards, choose Go To Market.")
    if thing == "hand" and 0 <= at < t.N_BLUE:
        return _("Choose an action first: this card can then build, upgrade, pay or go onto a pizza.")
    if thing == "zone" and 0 <= at < t.N_VILLAGES:
        return _("Orders for {village} are delivered here; choose Deliver a Pizza.").format(
            village=names.village_name(at)
        )
    return ""


def declines(view: Any, action: int) -> bool:
    """Whether an action declines: nothing is added, taken or played. (With Ham it takes a tip.)"""
    return action == s.DONE and view.phase != Phase.HAM_TAKE


GUIDE = Guide(
    summary=summary,
    starts_turn=story.starts_turn,
    retell=story.retell,
    moment=story.moment,
    places=sentences.places,
    missing=missing,
    unavailable=unavailable,
    matters=lessons.matters,
    shows=lessons.shows,
    declines=declines,
)
