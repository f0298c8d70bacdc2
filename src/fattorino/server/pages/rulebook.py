"""A game's rulebook.md as a page: a fixed anchor for each rule id, every mention of an id a link."""

from __future__ import annotations

import re
from functools import cache

from markupsafe import Markup, escape

from fattorino.kernel.game import Game
from fattorino.server.pages.primer import chapters

_ITEM = re.compile(r"<li>\s*(?:<p>)?<strong>([A-Z]{2}(?:-[A-Z0-9]+)+)</strong>")
_ROW = re.compile(r"<tr>\s*<td>([A-Z]{2}-AMB-[0-9]+)</td>")
_HEADING = re.compile(r"<h([23])>(.*?)</h\1>")
_CHAPTER = re.compile(r"(<h2 [^>]*>.*?</h2>)(.*?)(?=<h2 |\Z)", re.DOTALL)
_MENTION = re.compile(r"(?<![\w\"#-])([A-Z]{2}(?:-[A-Z0-9]+)+)\b(?![^<]*>)(?!</a>)")


def slug(text: str) -> str:
    """A heading as a URL fragment."""
    plain = re.sub(r"<[^>]+>|&[a-z]+;", "", text).lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@cache
def book(game: Game) -> Markup:
    """The rulebook as HTML; raw HTML in the text is shown as text."""
    text = game.rulebook.path.read_text(encoding="utf-8")
    from markdown_it import MarkdownIt  # loaded when it is first needed

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    anchors = {name: name for name in [*game.rulebook.ids, *_ROW.findall(html)]}
    html = _ROW.sub(r'<tr id="\1"><td>\1</td>', html)
    for rule in game.rulebook.ids:  # a mention of GT-TELE links to GT-TELE-1
        anchors.setdefault(rule.rpartition("-")[0], rule)
    html = _MENTION.sub(
        lambda found: f'<a href="#{anchors[found[1]]}">{found[1]}</a>' if found[1] in anchors else found[1],
        html,
    )
    html = re.sub(r'(<tr id="[^"]*"><td>)<a [^>]*>([^<]*)</a>', r"\1\2", html)
    html = re.sub(r"<strong><a [^>]*>([^<]*)</a></strong>", r"<strong>\1</strong>", html)
    html = _ITEM.sub(r'<li id="\1"><a class="rule" href="#\1">\1</a>', html)
    for number, chapter in enumerate(chapters(game), 1):
        for rule in chapter.rules:
            named = f'<a class="rule" href="#{rule}">{rule}</a>'
            html = html.replace(named, f'{named} <a class="see" href="#primer-{number}">see the picture</a>')
    html = _HEADING.sub(lambda found: f'<h{found[1]} id="{slug(found[2])}">{found[2]}</h{found[1]}>', html)
    html = _CHAPTER.sub(r'<details class="chapter"><summary>\1</summary>\2</details>', html)
    html = html.replace("<table>", '<div class="wide" tabindex="0" role="group" aria-label="table"><table>')
    return Markup(html.replace("</table>", "</table></div>"))


@cache
def contents(game: Game) -> list[tuple[str, Markup]]:
    """The headings of the rulebook: anchor and words."""
    found = re.findall(r'<h2 id="([^"]*)">(.*?)</h2>', book(game))
    return [(str(escape(anchor)), Markup(words)) for anchor, words in found]
