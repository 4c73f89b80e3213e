"""The network's shape.  A run's config.json keeps it under these names, and the GGUF writer reads them."""

CONFIG = dict(
    d=512,            # width
    layers=9,
    heads=8,
    kv=4,             # heads of keys and values
    hd=64,            # size of a head
    ffn=1280,         # width inside the feed-forward part
    vocab=6144,
    ctx=4096,         # context that the model is meant for
    eps=1e-6,         # of the norms
    theta=10000.0,    # base of the rotary embedding
)

# A network that trains on a CPU within seconds, to see that the program runs.
SMOKE_CONFIG = dict(layers=2, d=64, heads=2, kv=1, hd=32, ffn=128)
