"""The decoder with tied embeddings."""
import math

import torch
import torch.nn.functional as functional
from torch import nn

from network.layers import Block, Norm


def is_matrix(name, parameter):
    """Whether a parameter is a matrix of a block: those have an optimizer of their own."""
    return parameter.ndim == 2 and "embd" not in name


class Model(nn.Module):
    """Embedding, blocks, norm, and the embedding again for the output.

    The names of the parts are those of GGUF's tensors.
    """

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.token_embd = nn.Embedding(config["vocab"], config["d"])
        self.blk = nn.ModuleList(Block(config) for _ in range(config["layers"]))
        self.output_norm = Norm(config["d"])
        inverse = config["theta"] ** (-torch.arange(0, config["hd"], 2).float() / config["hd"])
        self.register_buffer("inverse_frequencies", inverse, persistent=False)
        nn.init.normal_(self.token_embd.weight, std=0.02)
        for name, parameter in self.named_parameters():
            if is_matrix(name, parameter):
                # Blocks start as the identity.
                if "attn_output" in name or "ffn_down" in name:
                    nn.init.zeros_(parameter)
                else:
                    nn.init.normal_(parameter, std=0.5 / math.sqrt(parameter.shape[1]))

    def forward(self, tokens, positions, mask):
        """The states before the output matrix: B T width."""
        angles = positions.float()[:, None, :, None] * self.inverse_frequencies
        cos, sin = angles.cos(), angles.sin()
        x = self.token_embd(tokens)
        if x.is_cuda:
            x = x.bfloat16()
        for block in self.blk:
            x = block(x, cos, sin, mask)
        return self.output_norm(x)

    def loss(self, tokens, positions, mask, weights):
        """(mean cross entropy, accuracy) of the tokens whose weight is not 0, each given those before it."""
        h = self.forward(tokens, positions, mask)[:, :-1].reshape(-1, self.config["d"])
        places = (weights[:, 1:].reshape(-1) > 0).nonzero().squeeze(1)
        wanted = tokens[:, 1:].reshape(-1)[places]
        logits = functional.linear(h[places], self.token_embd.weight.to(h.dtype)).float()
        return functional.cross_entropy(logits, wanted), (logits.argmax(-1) == wanted).float().mean()
