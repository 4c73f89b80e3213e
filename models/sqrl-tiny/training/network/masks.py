"""Attention masks: a token sees what is before it in its own segment and in the shared prefix, segment 0."""
import torch


def dense_mask(segments):
    """The mask as B 1 T T of booleans, on the segments' device."""
    places = torch.arange(segments.shape[1], device=segments.device)
    is_before = places[:, None] >= places[None]
    is_seen = (segments[:, None, :] == 0) | (segments[:, None, :] == segments[:, :, None])
    return (is_before & is_seen)[:, None]


def flex_mask(length):
    """A function from segments to FlexAttention's block mask, for sequences of a fixed length on the GPU."""
    from torch.nn.attention.flex_attention import create_block_mask
    create = torch.compile(create_block_mask, dynamic=False)

    def make_mask(segments):
        def is_seen(b, h, q, k):
            return (q >= k) & ((segments[b, k] == 0) | (segments[b, k] == segments[b, q]))
        return create(is_seen, segments.shape[0], None, length, length, device="cuda")
    return make_mask
