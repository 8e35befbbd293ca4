"""The command line: ``companion serve``, ``print`` and ``backup``. It starts things and says what happened.

No rule, no page and no SQL. Flask, waitress and the store are imported only by the command that needs them.
"""

import errno
import gc
import io
import logging
import os
import signal
import socket
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click
import platformdirs
import segno

from companion import __version__

EVERY_INTERFACE = "0.0.0.0"
THREADS = 64
"""Each open page holds one thread for its event stream: room for some forty phones and their taps."""
COLLECT_AFTER = 50_000
"""New objects before Python looks for cycles among them. A page makes thousands that hold none, and to look after every
700, as Python does by itself, took a quarter of the time of a tap."""
LAST_ANSWERS = 1
"""Seconds that an answer may still take when the server is stopped. Open event streams use up all of it."""
ROUTES = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255")
"""Addresses behind the default route and in each private range. Nothing is ever sent to them."""

PANGO = """Install it:
  Debian, Ubuntu:  sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
  macOS:           brew install pango"""
NOT_PRINTABLE = {
    "no_such_game": "There is no such game: {game}. There are {games}.",
    "no_such_paper": "There is no such paper: {paper}. There are a4, letter, a5 and a6.",
    "no_such_ink": "There is no such ink: {ink}. There are colour and saving.",
    "no_such_language": "There is no such language: {language}. There are en and de.",
    "bad_number": "{number} is out of range: a page holds 1, 2 or 4 sheets, and 1 to 50 copies can be made.",
    "bad_text": "The {what} may have up to {longest} characters, and only such as can be printed.",
    "too_many_names": "No more than {most} can play.",
    "too_small": "The fields would be too small for a pen with {up} on a page of {paper}: take larger paper, or fewer.",
}
"""What the command says when a pad is not offered."""

database_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file with the saved games [default: COMPANION_DB, or a file in your data folder].",
)


@click.group()
@click.version_option(__version__, prog_name="companion")
def main() -> None:
    """Score sheets for Clever 4ever and Qwinto, for everybody at the table who has a phone."""


@main.command()
@click.option(
    "--host", default=EVERY_INTERFACE, show_default=True, help="The address to listen on; 127.0.0.1 keeps others out."
)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free port.")
@database_option
@click.option(
    "--proxies",
    default=0,
    envvar="COMPANION_PROXIES",
    type=click.IntRange(0, 9),
    help="How many reverse proxies of yours stand in front [default: COMPANION_PROXIES, or none].",
)
@click.option("--no-qr", is_flag=True, help="Print no QR code.")
def serve(host: str, port: int, db: Path | None, proxies: int, no_qr: bool) -> None:
    """Start the server that the phones open."""
    path = database_path(db)
    app = _app(path, PROXIES=proxies)
    app.config["LAN_ADDRESS"] = _addresses(host)[0]
    server = listen(app, host, port)
    urls = [_url(address, int(server.effective_port)) for address in _addresses(host)]
    click.echo(f"companion {__version__}")
    click.echo(f"{_who_can_open(urls)}: {' or '.join(urls)}")
    if not no_qr:
        click.echo(qr_code(urls[0]), nl=False)
    click.echo(f"Saved games: {path}")
    click.echo("Stop with Ctrl-C. Every entry is saved at once.")
    logging.getLogger("waitress").setLevel(logging.ERROR)  # silent about the streams that it cuts when it stops
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, _stop)
    server.run()
    click.echo("\nStopped.")


@main.command("print")
@click.argument("game")
@click.option("--paper", default="a4", show_default=True, help="a4, letter, a5 or a6.")
@click.option("--up", default=1, show_default=True, type=int, help="Sheets on a page: 1, 2 or 4.")
@click.option("--copies", default=1, show_default=True, type=int, help="Pages, up to 50.")
@click.option("--ink", default="colour", show_default=True, help="colour or saving.")
@click.option("--language", default="en", show_default=True, help="en or de.")
@click.option("--title", default="", help="A line above every sheet.")
@click.option("--name", "names", multiple=True, help="A player's name; give it once for each player.")
@click.option("-o", "--output", type=click.File("wb", lazy=True), help="The file to write, or - [default: GAME.pdf].")
def print_pad(game: str, output: Any, copies: int, **options: Any) -> None:
    """Make a PDF of blank sheets: GAME is clever-4ever, qwinto-cards or qwinto-dice."""
    from companion.printing import NoPrinting, NotPrintable, Pad, blank
    from companion.rules import games

    try:
        pdf = blank(Pad(game, pages=copies, **options))
    except NotPrintable as refused:
        sentence = NOT_PRINTABLE[refused.reason].format(games=", ".join(games), **refused.details)
        raise click.ClickException(sentence) from refused
    except NoPrinting as missing:
        raise click.ClickException(f"WeasyPrint needs a library of this system: {missing}\n{PANGO}") from missing
    target = output or click.open_file(f"{game}.pdf", "wb")
    with target:
        target.write(pdf)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup(file: Path, db: Path | None) -> None:
    """Copy the saved games into FILE, even while people play."""
    from companion.store import Store, StoreError

    path = database_path(db)
    if not path.exists():
        raise click.ClickException(f"There are no saved games to copy: {path} does not exist.")
    try:
        Store(path).backup(file)
    except StoreError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"Copied {path} to {file}.")


def database_path(option: Path | None) -> Path:
    """The file with the saved games: the option, else ``COMPANION_DB``, else a file in the user's data folder."""
    if option is not None:
        return option
    if from_environment := os.environ.get("COMPANION_DB"):
        return Path(from_environment)
    return platformdirs.user_data_path("companion", appauthor=False) / "companion.db"


def listen(app: Any, host: str, port: int) -> Any:
    """A waitress server that holds its port already; ``run()`` serves until it is interrupted.

    :param app: any WSGI application
    :param port: 0 to 65535; 0 takes any free one, ``effective_port`` tells which
    :raises click.ClickException: if the port cannot be had
    """
    from waitress import create_server

    gc.set_threshold(COLLECT_AFTER, 20, 20)
    try:
        server = create_server(
            app,
            host=host,
            port=port,
            ipv4=":" not in host,
            ipv6=":" in host,
            threads=THREADS,
            ident=None,
            connection_limit=1000,
            channel_timeout=300,
            channel_request_lookahead=1,  # notices a phone that left while its event stream is open
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=False,  # the app itself knows whether a proxy may be believed
        )
    except (OSError, ValueError) as error:
        raise click.ClickException(_why_not(host, port, error)) from error
    server.task_dispatcher.shutdown = partial(server.task_dispatcher.shutdown, timeout=LAST_ANSWERS)
    return server


def lan_addresses() -> list[str]:
    """The IPv4 addresses under which other devices reach this one, best first; the loopback address if there are none.

    Asks the system which of its addresses it would send from, and sends nothing.
    """
    found = [address for route in ROUTES if (address := _address_towards(route))]
    return list(dict.fromkeys(found)) or ["127.0.0.1"]


def qr_code(url: str) -> str:
    """The URL as a QR code of half blocks, with its quiet zone, for a terminal."""
    drawing = io.StringIO()
    segno.make_qr(url).terminal(drawing, compact=True)
    return drawing.getvalue()


def _address_towards(route: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((route, 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address


def _addresses(host: str) -> list[str]:
    return lan_addresses() if host == EVERY_INTERFACE else [host]


def _url(address: str, port: int) -> str:
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def _who_can_open(urls: list[str]) -> str:
    only_here = all(url.startswith(("http://127.", "http://localhost:", "http://[::1]")) for url in urls)
    return "Open on this computer" if only_here else "Open on every phone in this network"


def _app(path: Path, **config: Any) -> Any:
    from companion.app import create_app
    from companion.store import StoreError

    try:
        return create_app(path, **config)
    except StoreError as error:
        raise click.ClickException(str(error)) from error


def _why_not(host: str, port: int, error: OSError | ValueError) -> str:
    code = error.errno if isinstance(error, OSError) else None
    if code == errno.EADDRINUSE:
        return f"Port {port} is in use already, perhaps by another companion. Choose another one with --port."
    if code == errno.EACCES:
        return f"This user may not listen on port {port}. Choose one above 1023 with --port."
    return f"Cannot listen on {host}, port {port}: {error}"


def _stop(signal_number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
