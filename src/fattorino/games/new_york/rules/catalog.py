"""All questions, found in `questions/` and in `cards/`."""

from importlib import import_module
from pkgutil import iter_modules

from fattorino.games.new_york.rules import powers, question, questions
from fattorino.games.new_york.rules.question import Question

FILES = [import_module(f"{questions.__name__}.{found.name}") for found in iter_modules(questions.__path__)]
QUESTIONS: dict[int, Question] = {
    int(made.phase): made for made in question.declared([*FILES, *powers.FILES], Question)
}
