"""Weights in files: all of them as one float16 vector, cut into parts, in the order of config.json."""
import json
import os

import numpy as np
import torch

from network.config import CONFIG

PARTS = 4


def flatten(model):
    """(all weights as one float16 vector, [(name, shape)] in their order)."""
    index, parts = [], []
    for name, parameter in model.named_parameters():
        index.append((name, list(parameter.shape)))
        parts.append(parameter.detach().float().cpu().numpy().astype(np.float16).ravel())
    return np.concatenate(parts), index


def export(model, folder):
    """Writes w0.bin and so on, and config.json."""
    weights, index = flatten(model)
    size = -(-len(weights) // PARTS)
    for i in range(PARTS):
        weights[i * size:(i + 1) * size].tofile(os.path.join(folder, "w%d.bin" % i))
    with open(os.path.join(folder, "config.json"), "w", encoding="utf8") as file:
        json.dump(dict(cfg=CONFIG, index=index), file)


def load(model, path):
    """Reads the weights from one file of all parts; raises ValueError when it has more of them."""
    weights = np.fromfile(path, np.float16).astype(np.float32)
    at = 0
    with torch.no_grad():
        for _, parameter in model.named_parameters():
            size = parameter.numel()
            parameter.copy_(torch.from_numpy(weights[at:at + size].reshape(parameter.shape)))
            at += size
    if at != len(weights):
        raise ValueError("the model has %d weights, the file %d" % (at, len(weights)))
