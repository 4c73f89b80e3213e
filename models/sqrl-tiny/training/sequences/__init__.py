"""Training sequences: trajectories over generated questions, packed behind shared prefixes."""
