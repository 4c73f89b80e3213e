"""The network and its training: layers, optimizer, masks, weights and the buffer of sequences.

These modules need torch; everything else here does without.
"""
