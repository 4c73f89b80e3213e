"""Shards: files of sequences, written by workers while the training reads them."""
import os

import numpy as np

from sequences.stream import SEQUENCE_LENGTH, SequenceStream
from tokenizer.bpe import Tokenizer

ARRAYS = ("tok", "pos", "seg", "loss")
STOP_FILE = "stop"
SEQUENCES_PER_SHARD = 48


def write_shards(seed, folder, count, per_shard=SEQUENCES_PER_SHARD, length=SEQUENCE_LENGTH):
    """Writes shards until there are count of them or the folder has a file named stop."""
    stream = SequenceStream(seed, Tokenizer.load(), length)
    for i in range(count):
        if os.path.exists(os.path.join(folder, STOP_FILE)):
            return
        rows = [stream.sequence()[0] for _ in range(per_shard)]
        path = os.path.join(folder, "s%05d_%05d" % (seed, i))
        with open(path + ".tmp", "wb") as file:
            np.savez(file, **{name: np.stack([row[j] for row in rows]) for j, name in enumerate(ARRAYS)})
        os.rename(path + ".tmp", path + ".npz")      # whole files only under the name that is read
