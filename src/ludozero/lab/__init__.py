"""The laboratory: whole games by the million, and what can be learnt from them."""
