"""Where the folders without Python lie: in the installed package, or beside it in the repository. Nothing is read."""

from pathlib import Path

HERE = Path(__file__).parent
HOME = HERE if (HERE / "templates").is_dir() else HERE.parent
"""The folder of templates/, static/, translations/ and printables/."""
