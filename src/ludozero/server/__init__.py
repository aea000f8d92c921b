"""Tables for people and bots over HTTP: the only room that waits for anybody, and the only one with a database."""

from importlib.metadata import version

VERSION = version("ludozero")
