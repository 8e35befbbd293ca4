"""Qwinto, with cards and with dice: one sheet, two games.

Only the two games are named here; their rules stand in the modules beside.
"""

from companion.rules.qwinto.game import QwintoCards, QwintoDice

qwinto_cards = QwintoCards()
qwinto_dice = QwintoDice()

__all__ = ["qwinto_cards", "qwinto_dice"]
