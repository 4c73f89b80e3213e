"""Norm, rotary embedding and the block of attention and feed-forward part."""
import math

import torch
import torch.nn.functional as functional
from torch import nn

from network.config import CONFIG

# FlexAttention, when it is in use; else attention goes through a dense mask.
flex = None


def use_flex(function):
    """Sets the FlexAttention function that the blocks use; None for none."""
    global flex
    flex = function


def uses_flex():
    """Whether the blocks use FlexAttention."""
    return flex is not None


class Norm(nn.Module):
    """RMSNorm with a gain."""

    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))

    def forward(self, x):
        y = x.float()
        y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + CONFIG["eps"])
        return (y * self.weight).to(x.dtype)


def rotate(x, cos, sin):
    """Half-split rotary embedding (NEOX style).  x: B H T D; cos, sin: B 1 T D/2."""
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1).to(x.dtype)


class Block(nn.Module):
    """Pre-norm attention (grouped queries, norms on queries and keys) and SwiGLU.

    The names of the parts are those of GGUF's tensors.
    """

    def __init__(self, config):
        super().__init__()
        width, head = config["d"], config["hd"]

        def linear(inputs, outputs):
            return nn.Linear(inputs, outputs, bias=False)

        # Their order is the order of the weights in a run's files, and of torch's random draws.
        self.attn_norm, self.ffn_norm = Norm(width), Norm(width)
        self.attn_q = linear(width, config["heads"] * head)
        self.attn_k = linear(width, config["kv"] * head)
        self.attn_v = linear(width, config["kv"] * head)
        self.attn_q_norm, self.attn_k_norm = Norm(head), Norm(head)
        self.attn_output = linear(config["heads"] * head, width)
        self.ffn_gate, self.ffn_up = linear(width, config["ffn"]), linear(width, config["ffn"])
        self.ffn_down = linear(config["ffn"], width)
        self.config = config

    def forward(self, x, cos, sin, mask):
        """x: B T width.  mask: of FlexAttention's kind when that is in use, else dense."""
        config = self.config
        batch, length, _ = x.shape
        h = self.attn_norm(x)
        q = self.attn_q(h).view(batch, length, config["heads"], config["hd"])
        k = self.attn_k(h).view(batch, length, config["kv"], config["hd"])
        v = self.attn_v(h).view(batch, length, config["kv"], config["hd"]).transpose(1, 2)
        q = rotate(self.attn_q_norm(q).transpose(1, 2), cos, sin)
        k = rotate(self.attn_k_norm(k).transpose(1, 2), cos, sin)
        if flex is not None:
            o = flex(q, k, v, block_mask=mask, enable_gqa=True)
        elif q.is_cuda:
            group = config["heads"] // config["kv"]
            o = functional.scaled_dot_product_attention(
                q, k.repeat_interleave(group, 1), v.repeat_interleave(group, 1), attn_mask=mask)
        else:
            group = config["heads"] // config["kv"]
            k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
            scores = (q @ k.transpose(-1, -2)) / math.sqrt(config["hd"])
            scores = scores.masked_fill(~mask, float("-inf"))
            o = torch.softmax(scores.float(), -1).to(q.dtype) @ v
        x = x + self.attn_output(o.transpose(1, 2).reshape(batch, length, -1))
        h = self.ffn_norm(x)
        return x + self.ffn_down(functional.silu(self.ffn_gate(h)) * self.ffn_up(h))
