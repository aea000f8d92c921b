"""One game being played, and what is written down of it."""
