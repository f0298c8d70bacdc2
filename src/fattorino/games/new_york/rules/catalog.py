"""All questions, found in `questions/` and in `cards/`, and whether one still has to be asked."""

from fattorino.games.new_york import cards
from fattorino.games.new_york.rules import question, questions
from fattorino.kernel.dispatch import by_part, declared

QUESTIONS = {int(made.phase): made for made in declared(question.Question, questions, cards)}
is_due = by_part(QUESTIONS, "due", question.always)
