"""What all tests share. Nothing heavy: most tests need neither the app nor a browser."""

from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

# The same examples in every run, and no deadline on a busy machine.
settings.register_profile("companion", derandomize=True, deadline=None)
settings.load_profile("companion")


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Most tests have an app of their own; to compile the same templates anew for each took most of their time."""
    cache = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": cache})
        yield
