"""What holds the project together: who may import what, the vendored files, the two commands. No rule of a game."""

import ast
import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HTMX = ROOT / "static" / "vendor" / "htmx-4.0.1"
NOT_IN_THE_RULES = {
    *("flask", "flask_babel", "babel", "jinja2", "werkzeug", "waitress"),
    *("sqlite3", "sqlite_utils", "random", "secrets", "time", "datetime", "os", "socket", "threading"),
}


def imported_modules(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def test_importing_the_package_imports_neither_flask_nor_weasyprint():
    code = "import companion, sys; print({'flask', 'weasyprint'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"


def test_the_rules_know_no_web_no_database_no_clock_and_no_chance():
    files = sorted((ROOT / "companion" / "rules").rglob("*.py"))
    assert ROOT / "companion" / "rules" / "game.py" in files
    offences = [
        f"{file.relative_to(ROOT)} imports {module}"
        for file in files
        for module in imported_modules(file)
        if module.split(".")[0] in NOT_IN_THE_RULES
    ]
    assert offences == []


def test_the_rules_import_nothing_of_the_rest_of_the_companion():
    offences = [
        f"{file.relative_to(ROOT)} imports {module}"
        for file in sorted((ROOT / "companion" / "rules").rglob("*.py"))
        for module in imported_modules(file)
        if module.split(".")[0] == "companion" and not re.match(r"companion\.rules(\.|$)", module)
    ]
    assert offences == []


def test_the_readme_names_the_two_commands():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "make run" in readme
    assert "make test" in readme


def test_the_vendored_htmx_is_the_published_one():
    sums = re.findall(r"([0-9a-f]{64})  (\S+)", (HTMX / "README.md").read_text("utf-8"))
    assert {name for _, name in sums} == {file.name for file in HTMX.iterdir()} - {"README.md"}
    for expected, name in sums:
        assert hashlib.sha256((HTMX / name).read_bytes()).hexdigest() == expected, name
