"""The text of the sqrl protocol: what the model reads and writes.  The app speaks the same one."""
