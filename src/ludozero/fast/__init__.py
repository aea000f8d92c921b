"""The rules at machine speed. The only room that knows of Numba; deleting gpu.py breaks nothing else."""
