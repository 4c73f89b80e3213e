"""A question as it is typed: capitals, question marks, polite openings, slips of the finger."""
import re

NUMBER_WORDS = {"2": "two", "3": "three", "4": "four", "5": "five", "10": "ten"}
OPENINGS = ["please ", "can you tell me ", "i need ", "tell me ", "i'd like to know ", "hey, ", "could you "
                                                                                                "show "]
ASKS = re.compile(r"(?i)(how|what|which|who|when|is|are|do|does|did|where|can|on average)")
SHORTEST_WITH_TYPO = 5


def typo(rng, question, untouched):
    """The question with one slip in a lower-case word that is not among the untouched ones.

    The slip drops a letter, swaps two or doubles one; without a word long enough nothing changes.
    """
    words = question.split(" ")
    candidates = [i for i, word in enumerate(words)
                  if len(word) >= SHORTEST_WITH_TYPO and word.isalpha() and word.islower()
                  and word not in untouched]
    if not candidates:
        return question
    at = rng.choice(candidates)
    word = words[at]
    i = rng.randrange(1, len(word) - 1)
    dropped = word[:i] + word[i + 1:]
    swapped = word[:i] + word[i + 1] + word[i] + word[i + 2:]
    doubled = word[:i] + word[i] + word[i:]
    words[at] = rng.choice([dropped, swapped, doubled])
    return " ".join(words)


def typed(rng, sample):
    """The sample's question as a person types it.

    A question that is put in lower case changes its values too: the filters of the sample then say that
    what is typed differs from what is stored.
    """
    question = re.sub(r"\s+", " ", sample.question).strip()
    filters = sample.value_filters()
    untouched = set(word for f in filters for word in re.findall(r"\w+", str(f.value.spoken).lower()))
    if rng.random() < 0.06:
        question = typo(rng, question, untouched)
    if rng.random() < 0.08:
        question = re.sub(r" (10|[2345]) ", lambda m: f" {NUMBER_WORDS[m.group(1)]} ", question, count=1)
    letters = rng.random()
    if letters < 0.14 and question.lower() != question and not sample.keeps_case:
        question = question.lower()
        for f in filters:
            spoken = str(f.value.spoken)
            if spoken.lower() != spoken:
                f.value = f.value._replace(spoken=spoken.lower(), altered=True)
    elif letters < 0.55:
        question = question[:1].upper() + question[1:]
    if rng.random() < 0.04:
        question = rng.choice(OPENINGS) + question[:1].lower() + question[1:]
    if ASKS.match(question):
        if rng.random() < 0.4:
            question += "?"
    elif rng.random() < 0.08:
        question += rng.choice([".", "?", "!"])
    return question
