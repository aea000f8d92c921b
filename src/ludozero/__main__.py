"""`python -m ludozero` is the command `ludozero`."""

from ludozero.cli import main

main()
