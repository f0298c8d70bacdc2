"""All questions, found in `questions/`."""

from importlib import import_module
from pkgutil import iter_modules

from fattorino.games.papa_paolo.rules import questions
from fattorino.games.papa_paolo.rules.question import Question

FILES = [import_module(f"{questions.__name__}.{found.name}") for found in iter_modules(questions.__path__)]
QUESTIONS: dict[int, Question] = {
    int(made.phase): made for file in FILES for made in vars(file).values() if isinstance(made, Question)
}
