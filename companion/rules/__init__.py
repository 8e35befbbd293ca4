"""The registry: the only place that knows the games by name."""

from collections.abc import Mapping
from typing import Any

from companion.rules.clever4ever import clever_4ever
from companion.rules.game import BadEntry, Game, IllegalEntry
from companion.rules.qwinto import qwinto_cards, qwinto_dice

games: Mapping[str, Game[Any, Any]] = {game.id: game for game in (clever_4ever, qwinto_cards, qwinto_dice)}

__all__ = ["BadEntry", "Game", "IllegalEntry", "games"]
