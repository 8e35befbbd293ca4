"""What a build does beyond copying the package: compile the catalogues, and carry the top-level folders along.

Runs in the build environment, with hatchling and Babel and nothing of the companion.
"""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CARRIED = ("templates", "static", "translations", "printables")
"""Folders of the repository that an installed companion finds inside its package."""


def compile_catalogues(translations: Path) -> None:
    """Write a ``messages.mo`` beside every ``messages.po``.

    :param translations: the folder with one subfolder for each language
    """
    for source in translations.glob("*/LC_MESSAGES/messages.po"):
        with source.open("rb") as readable:
            catalogue = read_po(readable, locale=source.parts[-3])
        with source.with_suffix(".mo").open("wb") as writable:
            write_mo(writable, catalogue)


class CompanionBuildHook(BuildHookInterface[Any]):
    """Hatchling finds this class by its base."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before each target is built.

        :param version: ``"standard"``, or ``"editable"`` for an installation that reads the folders in place
        """
        root = Path(self.root)
        compile_catalogues(root / "translations")
        if self.target_name != "wheel" or version != "standard":
            return
        for folder in CARRIED:
            if (root / folder).is_dir():
                build_data["force_include"][str(root / folder)] = f"companion/{folder}"
