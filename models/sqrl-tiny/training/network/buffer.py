"""A buffer of sequences that are drawn in random order while workers write more of them."""
import glob
import os
import random
import threading
import time

import numpy as np
import torch

from sequences.shards import ARRAYS

FULL = 6000               # sequences; above that no shards are read
SHARDS_AT_ONCE = 8
WAIT, WAIT_FOR_SHARDS = 0.02, 0.05      # seconds


def to_tensors(rows):
    """Sequences as a batch: tokens and positions as int64, segments and loss as int32."""
    return [torch.from_numpy(np.stack([row[j] for row in rows]).astype(np.int64 if j < 2 else np.int32))
            for j in range(len(ARRAYS))]


class ShardBuffer:
    """Reads shards in the background and deletes them; every sequence is drawn once."""

    def __init__(self, folder, fewest):
        """fewest: sequences that have to be there before one is drawn."""
        self.rows, self._folder, self._lock, self._fewest = [], folder, threading.Lock(), fewest
        self.loaded = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        """Reads shards for ever."""
        seen = set()
        while True:
            if len(self.rows) > FULL:
                time.sleep(WAIT)
                continue
            paths = [path for path in glob.glob(self._folder + "/*.npz") if path not in seen]
            if not paths:
                time.sleep(WAIT_FOR_SHARDS)
                continue
            random.shuffle(paths)
            for path in paths[:SHARDS_AT_ONCE]:
                seen.add(path)
                shard = np.load(path)
                arrays = [shard[name] for name in ARRAYS]
                with self._lock:
                    self.rows += [tuple(array[i] for array in arrays) for i in range(len(arrays[0]))]
                self.loaded += len(arrays[0])
                os.remove(path)

    def batch(self, count):
        """Draws a batch; waits while there are too few sequences."""
        while len(self.rows) < self._fewest:
            time.sleep(WAIT)
        with self._lock:
            drawn = []
            for _ in range(count):
                i = random.randrange(len(self.rows))
                self.rows[i], self.rows[-1] = self.rows[-1], self.rows[i]
                drawn.append(self.rows.pop())
        return to_tensors(drawn)
