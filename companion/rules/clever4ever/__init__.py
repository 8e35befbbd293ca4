"""Clever 4ever: dice, 1 to 4 players. RULES.md section 1."""

from companion.rules.clever4ever.game import clever_4ever

__all__ = ["clever_4ever"]
