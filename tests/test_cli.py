"""The commands as their user meets them: what they print, and how they end. No pages; those have their own tests."""

import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from companion import __version__
from companion.cli import database_path, lan_addresses, main, qr_code
from companion.store import Store

ROOT = Path(__file__).parents[1]


@pytest.fixture
def database(tmp_path):
    return tmp_path / "companion.db"


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_the_version_is_the_one_of_the_package():
    result = run("--version")
    assert result.exit_code == 0
    assert __version__ in result.output


def test_the_server_prints_its_address_answers_there_and_ends_with_ctrl_c(database):
    command = [sys.executable, "-c", "from companion.cli import main; main()", "serve"]
    options = ["--host", "127.0.0.1", "--port", "0", "--no-qr", "--db", str(database)]
    with subprocess.Popen([*command, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            url = next(line for line in server.stdout if "http://127.0.0.1:" in line).split()[-1]
            with urlopen(urljoin(url, "healthz"), timeout=30) as answer:
                assert answer.status == 200
            server.send_signal(signal.SIGINT)
            rest = server.stdout.read()
            server.wait(timeout=30)
        finally:
            server.kill()
    assert str(database) in rest
    assert rest.strip().endswith("Stopped.")
    assert server.returncode == 0


def test_a_port_in_use_is_told_in_one_sentence(database):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = run("serve", "--host", "127.0.0.1", "--port", port, "--db", database)
    assert result.exit_code == 1
    assert f"Port {port} is in use already" in result.output
    assert "Traceback" not in result.output


def test_saved_games_that_are_none_are_not_served(database):
    database.write_bytes(b"a shopping list, and no database at all" * 100)
    result = run("serve", "--host", "127.0.0.1", "--port", "0", "--db", database)
    assert result.exit_code == 1
    assert str(database) in result.output
    assert "Traceback" not in result.output


def test_the_option_names_the_database_before_the_environment_does(monkeypatch):
    monkeypatch.setenv("COMPANION_DB", "/games/from-the-environment.db")
    assert database_path(Path("/games/from-the-option.db")) == Path("/games/from-the-option.db")
    assert database_path(None) == Path("/games/from-the-environment.db")


def test_without_a_word_the_database_lies_in_the_data_folder_of_the_user(monkeypatch, tmp_path):
    monkeypatch.delenv("COMPANION_DB", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    path = database_path(None)
    assert path.is_relative_to(tmp_path)
    assert path.name == "companion.db"


def test_every_address_is_one_of_this_machine():
    for address in lan_addresses():
        with socket.create_server((address, 0)) as listener:
            assert listener.getsockname()[0] == address


def test_a_machine_without_a_network_is_reached_by_itself(monkeypatch):
    monkeypatch.setattr("companion.cli.ROUTES", ())
    assert lan_addresses() == ["127.0.0.1"]


def test_the_qr_code_is_a_square_with_a_quiet_zone():
    lines = qr_code("http://192.168.178.20:8000/").splitlines()
    # 27 bytes need version 2: 25 modules, and 4 on each side; two rows of modules share a line.
    assert {len(line) for line in lines} == {33}
    assert len(lines) == 17
    assert set(lines[0]) == set(lines[1]) == {"█"}


def test_a_backup_is_a_database_of_its_own(database, tmp_path):
    Store(database)
    copy = tmp_path / "copy.db"
    result = run("backup", copy, "--db", database)
    assert result.exit_code == 0
    assert copy.read_bytes().startswith(b"SQLite format 3\0")


def test_a_backup_overwrites_nothing(database, tmp_path):
    Store(database)
    copy = tmp_path / "copy.db"
    copy.write_text("the games of last year")
    result = run("backup", copy, "--db", database)
    assert result.exit_code == 1
    assert f"{copy} exists already" in result.output
    assert copy.read_text() == "the games of last year"


def test_a_backup_of_nothing_says_so_and_makes_nothing(database, tmp_path):
    result = run("backup", tmp_path / "copy.db", "--db", database)
    assert result.exit_code == 1
    assert "no saved games" in result.output
    assert list(tmp_path.iterdir()) == []


def test_print_writes_a_pad_of_blank_sheets(tmp_path):
    pad = tmp_path / "pad.pdf"
    result = run("print", "clever-4ever", "--paper", "a4", "--up", "2", "--copies", "10", "-o", pad)
    assert result.exit_code == 0
    assert len(PdfReader(pad).pages) == 10


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "no such game: chess"),
        (["clever-4ever", "--paper", "a6"], "too small for a pen with 1 on a page of a6"),
        (["clever-4ever", "--paper", "b5"], "no such paper: b5"),
        (["clever-4ever", "--up", "3"], "3 is out of range: a page holds 1, 2 or 4 sheets"),
        (["clever-4ever", "--copies", "51"], "51 is out of range"),
        (["clever-4ever", "--ink", "gold"], "no such ink: gold"),
        (["clever-4ever", "--language", "fr"], "no such language: fr"),
        (["clever-4ever", "--title", "x" * 41], "The title may have up to 40 characters"),
        (["clever-4ever", *["--name", "A"] * 5], "No more than 4 can play"),
    ],
)
def test_print_says_what_is_not_offered_and_writes_nothing(tmp_path, arguments, sentence):
    pad = tmp_path / "pad.pdf"
    result = run("print", *arguments, "-o", pad)
    assert result.exit_code == 1
    assert sentence in result.output
    assert not pad.exists()
