"""A stream of packed sequences.

A sequence is the system prompt of one database (segment 0) and independent questions behind it (segments
1, 2, ...).  Each question's positions go on from the prompt, so that all share it as a prefix.  Only what
the assistant says carries loss.
"""
import random
import sqlite3
from typing import NamedTuple

import numpy as np

from chinook.intents import MIX
from chinook.intents.evidence import with_evidence
from chinook.schema import load
from domains.build import build
from protocol.prompt import CONTINUE, FINISH, observation_turn, system_prompt, user_turn
from protocol.schema_dump import dump_schema
from questions.intents import GENERIC
from questions.parts import Sample
from sequences.trajectory import Trajectory, draw_trajectory
from sql.schema import Schema
from text.surface import typed
from text.templates import expand
from tokenizer.bpe import IM_END, IM_START

SEQUENCE_LENGTH = 5120
LONGEST_QUESTION = 2560         # tokens, with the prompt before it
MOST_QUESTIONS = 250            # segments are numbered in one byte
MOST_FAILURES = 60
PADDING_SEGMENT = 255
CHINOOK_SHARE = 0.5
KEPT_EMPTY = 0.12               # share of the queries without a result that are kept
REMEMBERED_QUERIES = 200000


class Subject(NamedTuple):
    """The database a sequence is about."""

    schema: Schema
    dump: str
    is_chinook: bool
    evidence: str
    sample: Sample = None       # a question that needs the evidence


class Question(NamedTuple):
    """A question as typed, and its trajectory."""

    text: str
    trajectory: Trajectory


class _Segment:
    """Tokens of one conversation with their loss flags."""

    def __init__(self, tokenizer):
        self._encode = tokenizer.encode
        self.tokens, self.loss = [], []

    def add(self, role, text, is_learned=False):
        """One ChatML message; when it is learned, its text and the end of turn carry loss."""
        head = [IM_START] + self._encode(role + "\n")
        body = self._encode(text) + [IM_END]
        tail = self._encode("\n")
        self.tokens += head + body + tail
        self.loss += [0] * len(head) + [int(is_learned)] * len(body) + [0] * len(tail)


def _coded_values(schema):
    """[(column name, stored, spoken)] of the categories that are not said as they are stored."""
    return [(column.name, *value) for table in schema.tables for column in table.columns
            if column.kind == "cat" for value in column.pool
            if isinstance(value, tuple) and value[0].lower() != value[1].lower()]


class SequenceStream:
    """Sequences from one seed."""

    def __init__(self, seed, tokenizer, length=SEQUENCE_LENGTH):
        """tokenizer: gives encode(text) -> token numbers.  length: tokens of one sequence."""
        self.rng = random.Random(seed)
        self.tokenizer, self.length = tokenizer, length
        self.chinook = load()
        self._chinook_dump = dump_schema(self.chinook.connection)
        self._verdicts = {}      # Chinook's queries that were run: 0 fails, 1 is empty, 2 has rows

    def _verdict(self, schema, sql):
        """Whether the query fails (0), gives nothing to see (1) or something (2)."""
        try:
            rows = schema.connection.execute(sql).fetchmany(3)
        except sqlite3.Error:
            return 0
        return 2 if rows and rows[0] != (None,) and not (len(rows) == 1 and rows[0] == (0,)) else 1

    def _is_kept(self, schema, sql, is_chinook):
        """Whether the query runs; one with an empty result is kept rarely."""
        if not is_chinook:
            verdict = self._verdict(schema, sql)
        elif sql in self._verdicts:
            verdict = self._verdicts[sql]
        else:
            verdict = self._verdict(schema, sql)
            if len(self._verdicts) > REMEMBERED_QUERIES:
                self._verdicts.clear()
            self._verdicts[sql] = verdict
        return verdict == 2 or (verdict == 1 and self.rng.random() < KEPT_EMPTY)

    def question(self, subject):
        """A question on the subject, or None when the draw gave none."""
        mix = MIX if subject.is_chinook else GENERIC
        intent = self.rng.choices([intent for intent, _ in mix], [weight for _, weight in mix])[0]
        sample = intent(subject.schema, self.rng)
        if not sample or not sample.sql or not self._is_kept(subject.schema, sample.sql, subject.is_chinook):
            return None
        return self._asked(subject, sample)

    def _asked(self, subject, sample):
        """The sample as a question with its trajectory."""
        text = typed(self.rng, sample)
        return Question(text, draw_trajectory(subject.schema, self.rng, sample, subject.is_chinook,
                                              bool(subject.evidence)))

    def subject(self):
        """Chinook, its tables at times in another order, or an instance of a domain."""
        if self.rng.random() < CHINOOK_SHARE:
            return self._chinook_subject()
        schema = build(self.rng)
        dump = dump_schema(schema.connection)
        coded = _coded_values(schema)
        evidence = ""
        if coded and self.rng.random() < 0.6:
            evidence = "; ".join(
                expand(self.rng, "({n} '{a}' means {b}|{b} refers to {n} = '{a}')",
                       n=name, a=stored, b=spoken)
                for name, stored, spoken in coded)
        return Subject(schema, dump, False, evidence)

    def _chinook_subject(self):
        """Chinook, rarely with evidence."""
        dump = self._chinook_dump
        if self.rng.random() < 0.12:
            blocks = dump.split("\n\n")
            self.rng.shuffle(blocks)
            dump = "\n\n".join(blocks)
        if self.rng.random() < 0.10:
            evidence, sample = with_evidence(self.rng)
            return Subject(self.chinook, dump, True, evidence, sample)
        return Subject(self.chinook, dump, True, "")

    def _evidence_question(self, subject):
        """A question that needs the subject's evidence."""
        while True:
            evidence, sample = with_evidence(self.rng)
            if evidence == subject.evidence:
                return self._asked(subject, sample)

    def _conversation(self, question):
        """The tokens of one question and its turns."""
        segment = _Segment(self.tokenizer)
        segment.add("user", user_turn(question.text))
        turns, must_finish = question.trajectory
        for turn in turns:
            segment.add("assistant", turn.text, turn.is_learned)
            if turn.observation is None:
                continue
            said = observation_turn(turn.observation)
            if not must_finish or turn.observation is not turns[-2].observation:
                segment.add("user", said)
            elif self.rng.random() < 0.5:
                segment.add("user", said.replace(CONTINUE, FINISH))
            else:
                segment.add("user", said)
                segment.add("user", FINISH)
        return segment

    def sequence(self):
        """((tokens, positions, segments, loss) as arrays of the stream's length, number of questions)."""
        subject = self.subject()
        prompt = _Segment(self.tokenizer)
        prompt.add("system", system_prompt(subject.dump, subject.evidence))
        tokens = list(prompt.tokens)
        start = len(tokens)
        positions, segments, loss = list(range(start)), [0] * start, [0] * start
        count, failures = 0, 0
        while count < MOST_QUESTIONS and failures < MOST_FAILURES:
            if subject.sample is not None and self.rng.random() < 0.3:
                question = self._evidence_question(subject)
            else:
                question = self.question(subject)
            if question is None:
                failures += 1
                continue
            segment = self._conversation(question)
            size = len(segment.tokens)
            if start + size > LONGEST_QUESTION:
                continue
            if len(tokens) + size > self.length:
                break
            count += 1
            tokens += segment.tokens
            positions += range(start, start + size)
            segments += [count] * size
            loss += segment.loss
        padding = self.length - len(tokens)
        if padding < 0:
            return self.sequence()      # the prompt alone is too long
        arrays = (np.array(tokens + [0] * padding, np.uint16), np.array(positions + [0] * padding, np.uint16),
                  np.array(segments + [PADDING_SEGMENT] * padding, np.uint8),
                  np.array(loss + [0] * padding, np.uint8))
        return arrays, count
