"""A report as one self-contained HTML page: no scripts, fonts or pictures from elsewhere."""

from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from fattorino.arena import plots
from fattorino.kernel.i18n import _, language, ngettext

SHOWN = 30  # rows of a table; the rest is in the JSON
TOP = 12  # rows of a plot
A_QUESTION = 4  # of them for one question
OFTEN = 0.05  # least share of a seat's games with, and without, a choice


def page(
    report: dict[str, Any], other: dict[str, Any] | None = None, gaps: dict[str, Any] | None = None
) -> str:
    """The page of a report, or of two side by side."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"_": _, "ngettext": ngettext, "language": language()}
    environment.filters |= {"percent": percent, "span": span, "points": points, "number": number}
    main = other or report
    return environment.get_template("report.html").render(
        report=main,
        base=report if other else None,
        gaps=gaps,
        plots=pictures(report, other, gaps),
        verdict=verdict(main),
        who_begins=who_begins(main),
        what_changed=what_changed(gaps) if gaps else "",
        table=table(main),
        questions=questions(main),
        lists=lists_of(main),
        shown=SHOWN,
        told=[row for row in main["actions"] if row["sure"]],
    )


def percent(share: float | None, digits: int = 1) -> str:
    return _("none") if share is None else f"{100 * share:.{digits}f} %"


def span(interval: list[float] | None, digits: int = 1) -> str:
    """An interval of shares."""
    if interval is None:
        return ""
    low, high = (number(100 * share, digits) for share in interval)
    return _("{low} to {high}").format(low=low, high=high)


def points(gap: float | None, digits: int = 1) -> str:
    """A difference of shares, in percentage points."""
    return "" if gap is None else f"{100 * gap:+.{digits}f}".replace("-", "−")


def number(value: float, digits: int = 1) -> str:
    return f"{value:,.{digits}f}".replace("-", "−")


def table(report: dict[str, Any]) -> str:
    """How many play, and with which options other than the usual ones."""
    players = ngettext("{n} player", "{n} players", report["players"])
    return ", ".join([players, *(f"{name} {value}" for name, value in report["changed_options"].items())])


def verdict(report: dict[str, Any]) -> str:
    """The answer to "is it fair?" in a sentence or two."""
    sides, games = report["sides"], report["games"]
    if len(sides) == 1:
        low, high = sides[0]["interval"]
        return _("The table wins {share} of the games (95 % interval {interval}).").format(
            share=percent(sides[0]["share"]), interval=span([low, high])
        )
    decided = games - report["undecided"]
    if not decided:
        return _("Nobody won any of the {n} games, so nothing can be said about the seats.").format(
            n=f"{games:,}"
        )
    rows = report[report["judged"]]
    told = sorted((row for row in rows if row["claim"]), key=lambda row: -row["share"])
    parts = []
    if report["undecided"]:
        parts.append(
            _("Somebody won {n} of {all} games. Of those:").format(n=f"{decided:,}", all=f"{games:,}")
        )
    if told:
        told = told if len(rows) > 2 else told[:1]  # of two, the other has the rest
        parts += [sentence(row, number == 0) for number, row in enumerate(told)]
        parts.append(_("An equal share is {equal}.").format(equal=percent(rows[0]["equal"])))
        more = max(row["more_games"] for row in told)
        if more:
            parts.append(
                _("About {n} games with other seeds would settle what is probable.").format(n=f"{more:,}")
            )
    else:
        widest = max((high - low) / 2 for low, high in (row["interval"] for row in rows))
        fair = (
            _("No seat wins clearly more or less than an equal share of {equal}; "
              "shares are known to about ± {points} points.")
            if report["judged"] == "sides"
            else _("No place in the turn order wins clearly more or less than an equal share of {equal}; "
                   "shares are known to about ± {points} points.")
        )  # fmt: skip
        parts.append(fair.format(equal=percent(rows[0]["equal"]), points=f"{100 * widest:.1f}"))
    return " ".join(parts)


def sentence(row: dict[str, Any], first: bool) -> str:
    """What is claimed of a share; the first of several sentences says more about what it is of."""
    more, probable = row["share"] > row["equal"], row["claim"] == "probably"
    if probable and more:
        text = _("{name} probably wins more: {share} ({interval}).")
    elif probable:
        text = _("{name} probably wins less: {share} ({interval}).")
    elif more:
        text = _("{name} wins more: {share} ({interval}).")
    else:
        text = _("{name} wins less: {share} ({interval}).")
    return text.format(
        name=named(row, first),
        share=percent(row["share"]),
        interval=span(row["interval"]),
        equal=percent(row["equal"]),
    )


def named(row: dict[str, Any], first: bool) -> str:
    """A side, or a place in the turn order, at the beginning of a sentence."""
    if "place" in row:
        return (_("Place {n} in the turn order") if first else _("Place {n}")).format(n=row["place"])
    return _("The team {name}").format(name=row["name"]) if len(row["seats"]) > 1 else str(row["name"])


def who_begins(report: dict[str, Any]) -> str:
    """Whether seats or places in the turn order cannot differ in this set-up."""
    if len(report["sides"]) == 1:
        return _("All win or lose together, so neither seats nor places in the turn order can differ.")
    if report["begins"] is None:
        return _(
            "Every seat is as likely to begin as any other, so the seats cannot differ: what differs between "
            "them is chance. The places in the turn order can."
        )
    return _("{name} began every game, so the places in the turn order are the seats.").format(
        name=report["places"][0]["name"]
    )


def what_changed(gaps: dict[str, Any]) -> str:
    """How many games a change of the components changes."""
    games = f"{gaps['games']:,}"
    if not gaps["changed_games"]:
        return _("Nothing changed: all {n} games end as before, with the same seeds.").format(n=games)
    return _("{n} of {all} games end differently, with the same seeds before and now.").format(
        n=f"{gaps['changed_games']:,}", all=games
    )


def questions(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The actions by question, the most chosen first."""
    found = []
    for asked, rows in groupby(report["actions"], key=lambda row: row["asked"]):
        listed = sorted(rows, key=lambda row: -row["chosen"])
        chosen = sum(row["chosen"] for row in listed)
        found.append({"asked": asked, "question": listed[0]["question"], "rows": listed, "chosen": chosen})
    return sorted(found, key=lambda entry: -entry["chosen"])


def telling(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The largest differences among choices that are neither rare nor universal, a few per question, each
    label once.
    """
    chosen: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda row: -abs(row["difference"])):
        alike = [other for other in chosen if other["asked"] == row["asked"]]
        new = all(other["label"] != row["label"] for other in chosen)
        if OFTEN <= row["used"] <= 1 - OFTEN and new and len(alike) < A_QUESTION and len(chosen) < TOP:
            chosen.append(row)
    return chosen


def lists_of(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The components by list, the most taken first."""
    found = []
    for name, rows in groupby(report["components_used"], key=lambda row: row["list"]):
        listed = sorted(rows, key=lambda row: -row["chosen"])
        found.append({"name": name.replace("_", " "), "rows": listed})
    return found


def pictures(
    report: dict[str, Any], other: dict[str, Any] | None, gaps: dict[str, Any] | None
) -> dict[str, str]:
    """The plots of a page."""
    main = other or report
    drawn: dict[str, str] = {}
    judged = main["judged"]
    if all(row["share"] is not None for row in main[judged]):
        pairs = zip(report[judged], main[judged], strict=True)
        rows = [
            (now["name"], [(row["share"], *row["interval"]) for row in ((was, now) if other else (now,))])
            for was, now in pairs
        ]
        title = _("Win shares with 95 % intervals")
        drawn["seats"] = plots.shares("seats", title, rows, main[judged][0]["equal"])
    scores = [(row["name"], row["games"]) for row in main["scores"]]
    drawn["scores"] = plots.spread("scores", _("Scores of each seat"), scores, _("score"))
    drawn["length"] = plots.spread(
        "length", _("Length of games"), [("", main["length"]["games"])], _("decisions in a game")
    )
    told = [row for row in main["actions"] if row["difference"] is not None]
    strongest = telling([row for row in told if row["sure"]] or told)
    if strongest:
        rows_of_it = [
            (row["label"], row["difference"], *row["interval"])
            for row in sorted(strongest, key=lambda row: -row["difference"])
        ]
        title = _("What goes with winning and losing")
        drawn["goes_with"] = plots.differences(
            "goes-with", title, rows_of_it, _("points of win share, with less without")
        )
    if gaps:
        rows_of_it = [(row["name"], row["difference"], *row["interval"]) for row in gaps[judged]]
        title = _("Change of the win shares")
        drawn["gaps"] = plots.differences("gaps", title, rows_of_it, _("points of win share"))
    return drawn
