"""The text that the tokenizer is trained on."""
from protocol.prompt import SYSTEM, observation_turn, user_turn
from sequences.stream import SequenceStream

QUESTIONS_PER_SUBJECT = 40
SYSTEM_PROMPTS = 50
VALUE_REPEATS = 2


def corpus(seed, subjects):
    """Texts: dumps of the subjects and questions on them, then system prompts and Chinook's values."""
    stream = SequenceStream(seed, None)
    texts = []
    for _ in range(subjects):
        subject = stream.subject()
        texts.append(subject.dump)
        for _ in range(QUESTIONS_PER_SUBJECT):
            question = stream.question(subject)
            if question:
                texts += _texts_of(question)
    texts += [SYSTEM] * SYSTEM_PROMPTS
    for table in stream.chinook.tables:
        for column in table.columns:
            texts += [" " + str(value) for value in column.pool] * VALUE_REPEATS
    return texts


def _texts_of(question):
    """What is read and said about one question."""
    texts = [user_turn(question.text)]
    for turn in question.trajectory.turns:
        texts.append(turn.text)
        if turn.observation:
            texts.append(observation_turn(turn.observation))
    return texts
