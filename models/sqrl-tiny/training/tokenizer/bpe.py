"""Byte-level BPE with the GPT-2 pre-tokenizer (llama.cpp: tokenizer.ggml.pre = "gpt-2")."""
import json
import os

import regex

MERGES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "merges.json")
PRE_TOKEN = regex.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+")
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
END_OF_TEXT, IM_START, IM_END = range(len(SPECIAL))
BYTES = 256
CACHED_WORDS = 300000
NO_MERGE = 1 << 30


def _byte_characters():
    """GPT-2's printable stand-ins for the bytes: byte -> character."""
    printable = list(range(33, 127)) + list(range(161, 173)) + list(range(174, BYTES))
    characters = {byte: chr(byte) for byte in printable}
    stand_in = BYTES
    for byte in range(BYTES):
        if byte not in characters:
            characters[byte] = chr(stand_in)
            stand_in += 1
    return characters


BYTE_CHARACTERS = _byte_characters()
CHARACTER_BYTES = {character: byte for byte, character in BYTE_CHARACTERS.items()}


def characters_of(word):
    """The word's UTF-8 bytes as their stand-ins."""
    return [BYTE_CHARACTERS[byte] for byte in word.encode("utf8")]


def merge_pair(parts, pair):
    """The parts with each occurrence of the pair, from the left, made one."""
    merged, i = [], 0
    while i < len(parts):
        if i + 1 < len(parts) and (parts[i], parts[i + 1]) == pair:
            merged.append(parts[i] + parts[i + 1])
            i += 2
        else:
            merged.append(parts[i])
            i += 1
    return merged


class Tokenizer:
    """Encodes text by a list of merges; remembers the words it has seen."""

    def __init__(self, merges):
        """merges: pairs of token texts, the first learned first."""
        self.merges = [tuple(pair) for pair in merges]
        bytes_in_order = [BYTE_CHARACTERS[byte] for byte in range(BYTES)]
        self.tokens = SPECIAL + bytes_in_order + [one + other for one, other in self.merges]
        self._ids = {token: i for i, token in enumerate(self.tokens)}
        self._rank = {pair: i for i, pair in enumerate(self.merges)}
        self._cache = {}

    @classmethod
    def load(cls, path=MERGES):
        """The tokenizer of a merges file."""
        with open(path, encoding="utf8") as file:
            return cls(json.load(file))

    def _word(self, word):
        """Token numbers of one pre-token."""
        ids = self._cache.get(word)
        if ids is None:
            parts = characters_of(word)
            while len(parts) > 1:
                best = min(zip(parts, parts[1:]), key=lambda pair: self._rank.get(pair, NO_MERGE))
                if best not in self._rank:
                    break
                parts = merge_pair(parts, best)
            ids = self._cache[word] = [self._ids[part] for part in parts]
            if len(self._cache) > CACHED_WORDS:
                self._cache.clear()
        return ids

    def encode(self, text):
        """Token numbers of plain text; special tokens are not looked for."""
        ids = []
        for word in PRE_TOKEN.findall(text):
            ids += self._word(word)
        return ids

    def decode(self, ids):
        """The text of token numbers; special tokens by their names, broken UTF-8 replaced."""
        return "".join(self._text(i) for i in ids)

    def _text(self, i):
        """The text of one token."""
        token = self.tokens[i]
        if i < len(SPECIAL):
            return token
        return bytes(CHARACTER_BYTES[character] for character in token).decode("utf8", "replace")
