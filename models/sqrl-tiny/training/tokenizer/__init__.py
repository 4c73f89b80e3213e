"""The model's tokenizer: byte-level BPE, its encoder and the training of its merges."""
