"""A turn of the assistant and its closing blocks."""
from typing import NamedTuple


class Turn(NamedTuple):
    """What the assistant says, whether it is to be learned, and what it sees next (None at the end)."""

    text: str
    is_learned: bool
    observation: object


def answer_block(sql):
    """The block that ends a trajectory."""
    return f"<answer> {sql} </answer>"


def probe_turn(said, sql, observation, is_learned=True):
    """A turn that ends with a probe."""
    return Turn(f"{said}\n<sql> {sql} </sql>", is_learned, observation)
