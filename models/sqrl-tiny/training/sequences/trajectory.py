"""A trajectory: the turns of the assistant from a question to its answer."""
from typing import NamedTuple

from sequences.detours import take_detour
from sequences.probes import find_probes, probe_chance
from sequences.turns import Turn, answer_block, probe_turn
from sql.names import literal
from text.templates import expand

MOST_PROBES = 3
FINISH_CHANCE = 0.05


class Trajectory(NamedTuple):
    """The turns; must_finish: the last observation comes with the order to finish."""

    turns: list
    must_finish: bool


def draw_trajectory(schema, rng, sample, is_chinook, has_evidence):
    """The turns that lead from the sample's question to its answer."""
    why = sample.why(rng)
    answer = why + "\n" + answer_block(sample.sql)
    turns = []
    filters = sample.value_filters()
    rng.shuffle(filters)
    for f in filters:
        if len(turns) >= MOST_PROBES or rng.random() >= probe_chance(f.value, is_chinook, has_evidence):
            continue
        probes = find_probes(schema, rng, f.value, is_chinook)
        if not probes:
            continue
        name = f"{f.value.column.table.name}.{f.value.column.name}"
        turns += _probe_turns(rng, probes, f.value, name)
        why = expand(rng, (
            "(The value is stored as {v}|It is stored as {v}|The exact value is {v}|{c} holds {v})."
        ), v=literal(f.value.stored), c=name) + " " + why
        answer = why + "\n" + answer_block(sample.sql)
    if not turns:
        turns, answer = take_detour(rng, schema, sample, why, answer)
    must_finish = len(turns) > 0 and rng.random() < FINISH_CHANCE
    return Trajectory(turns + [Turn(answer, True, None)], must_finish)


def _probe_turns(rng, probes, value, name):
    """The turns of a value's look-ups."""
    turns = []
    for i, probe in enumerate(probes):
        if i == 0:
            said = expand(rng, (
                "(I need the exact spelling of '{v}' in {c}, so I look it up first|"
                "The stored form of '{v}' in {c} may differ, so I check it before filtering|"
                "I'll check how '{v}' is stored in {c}|Before filtering I verify the value '{v}' in {c})"
            ), v=value.spoken, c=name)
        else:
            said = expand(rng, (
                "(Nothing matches '{v}', so I try a looser pattern on {c}|"
                "The result is empty; I search {c} with a shorter pattern)"
            ), v=probes[i - 1].pattern, c=name)
        turns.append(probe_turn(said + ".", probe.sql, probe.observation))
    return turns
