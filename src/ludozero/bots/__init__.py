"""Players that are programs: each looks at a view and chooses a move."""
