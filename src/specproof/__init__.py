"""specproof: written law as data, executable, and provable against real databases."""

__version__ = "0.1.0"
