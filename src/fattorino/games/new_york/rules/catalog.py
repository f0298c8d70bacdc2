"""All questions, found in `questions/` and in `cards/`."""

from fattorino.games.new_york import cards
from fattorino.games.new_york.rules import questions
from fattorino.games.new_york.rules.question import Question
from fattorino.kernel.dispatch import declared

QUESTIONS = {int(question.phase): question for question in declared(Question, questions, cards)}
