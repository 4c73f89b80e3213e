"""Learns a tokenizer's merges from word counts."""
import collections

from tokenizer.bpe import BYTES, SPECIAL, characters_of, merge_pair

FEWEST_OCCURRENCES = 2
DIGITS = set("0123456789")


def _has_digit(pair):
    """Whether a pair would put a digit into a longer token: digits stay single tokens."""
    one, other = pair
    return one[-1] in DIGITS or other[0] in DIGITS or one[0] in DIGITS


def learn_merges(words, vocabulary_size):
    """The merges of a vocabulary of that size, the first learned first.

    words: Counter of pre-tokens.  There are fewer merges when no pair occurs twice any more.
    """
    wanted = vocabulary_size - BYTES - len(SPECIAL)
    parts_of = [characters_of(word) for word in words]
    frequency = list(words.values())
    counts, places = collections.Counter(), collections.defaultdict(set)

    def add(i):
        """Counts the pairs of a word."""
        for pair in zip(parts_of[i], parts_of[i][1:]):
            if not _has_digit(pair):
                counts[pair] += frequency[i]
                places[pair].add(i)

    def remove(i):
        """Takes the pairs of a word out of the counts."""
        for pair in zip(parts_of[i], parts_of[i][1:]):
            if pair in counts:
                counts[pair] -= frequency[i]
                if counts[pair] <= 0:
                    del counts[pair]
                places[pair].discard(i)

    for i in range(len(parts_of)):
        add(i)
    merges = []
    while len(merges) < wanted and counts:
        # The pair itself decides between equals, so that the result does not hang on an order.
        pair, count = max(counts.items(), key=lambda item: (item[1], item[0]))
        if count < FEWEST_OCCURRENCES:
            break
        merges.append(pair)
        for i in list(places[pair]):
            remove(i)
            parts_of[i] = merge_pair(parts_of[i], pair)
            add(i)
    return merges
