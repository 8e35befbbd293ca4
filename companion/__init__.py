"""A score-sheet companion for Clever 4ever and Qwinto. Here stands the version and nothing else."""

__version__ = "0.1.0"
