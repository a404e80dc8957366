"""Compares the node with wyoming-piper: one machine, one run, one ruler. See `benchmarks/README.md`."""
