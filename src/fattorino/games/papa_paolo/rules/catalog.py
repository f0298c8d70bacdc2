"""All questions, found in `questions/`."""

from fattorino.games.papa_paolo.rules import questions
from fattorino.games.papa_paolo.rules.question import Question
from fattorino.kernel.dispatch import declared

QUESTIONS = {int(question.phase): question for question in declared(Question, questions)}
