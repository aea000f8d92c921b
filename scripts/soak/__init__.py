"""The long runs: what needs a clock or thousands of games. `python -m scripts.soak --help` names the parts."""
