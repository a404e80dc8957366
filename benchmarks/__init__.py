"""Measurements that anyone can run: `scripts/bench`. Not tests, and never run by them."""
