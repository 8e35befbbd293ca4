"""Names as people have them, and as nobody has: on every page they are words, whole, and nothing but words."""

from html import escape
from itertools import cycle

import pytest

NAMES = [
    "<script>alert(1)</script>"[:24],
    "<img src=x onerror=a()>",
    "</title></svg></b><i>Bo",
    "\"Bo\" 'Ö' & <Co>",
    "&amp;&lt;b&gt;&#39;",
    "{{ 7 * 7 }}{% raw %}",
    "%(name)s %s {0}",
    "O'Neill\\n`${x}`",
    "משה כהן",
    "👩‍👩‍👧‍👦🎲",
    "田中太郎田中太郎田中太郎田中太郎田中太郎田中太郎",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "javascript:alert(1)",
]
GAMES = [("clever-4ever", '{"area":"pink","value":6}'), ("qwinto-cards", '{"row":"orange","column":5,"value":7}')]


@pytest.fixture
def pages(new_phone):
    """Every page on which the names of a table stand: to the host, to somebody else, while watching, and at the end."""

    def pages(game, entry, name):
        ada, stranger = new_phone(), new_phone()
        table = ada.with_friends(game, name, "Bo")
        ada.take(table, 2)  # so that the strip with the own sheets is there as well
        ada.enter(f"{table}/s/1", entry)
        ada.post(f"{table}/s/1/name", name=name)
        sources = ada.get(table).text.split('src="')
        watching = next(source for source in sources if source.startswith("/t/") and not source.startswith(table))
        watching = watching.partition("/qr.svg")[0]
        move = ada.get(f"{table}/s/1/move")
        link = move.text.partition('src="/move/')[2].partition("/qr.svg")[0]
        yield move
        yield stranger.get(f"/move/{link}")
        for phone in (ada, stranger):
            for path in (table, f"{table}/s/1", f"{table}/s/2", f"{table}/s/2/others"):
                yield phone.get(path)
        for path in (watching, f"{watching}/s/1"):
            yield stranger.get(path)
        yield ada.post(f"{table}/seats", name="")  # refused: the page of the table, with a sentence
        yield ada.get("/")
        ada.post(f"{table}/end")
        yield ada.get(table)
        yield ada.get("/")

    return pages


@pytest.mark.parametrize(
    ("name", "game", "entry"), [(name, *game) for name, game in zip(NAMES, cycle(GAMES), strict=False)]
)
def test_a_name_stands_on_every_page_as_it_was_typed(pages, page, name, game, entry):
    plain = [page(answer) for answer in pages(game, entry, "Adele")]
    for answer, same in zip(pages(game, entry, name), plain, strict=True):
        assert answer.status_code in (200, 422)
        shown = page(answer)
        assert name in shown.text
        # The same elements as for a plain name: nothing of the name became one, and no attribute was broken open.
        assert [tag for tag, _ in shown.elements] == [tag for tag, _ in same.elements]
        assert [sorted(attrs) for _, attrs in shown.elements] == [sorted(attrs) for _, attrs in same.elements]
        if escape(name) != name:
            assert name not in answer.text


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("\u202eadA\u202c", "adA"), ("A\u200edele\u2067", "Adele"), ("A\x00d\x1ba\x7f", "Ada"), (" A \n\t da ", "A da")],
)
def test_what_would_turn_or_hide_the_words_beside_a_name_is_left_out(ada, read_table, typed, kept):
    table = ada.with_friends("clever-4ever", "Ada")
    ada.post(f"{table}/s/1/name", name=typed)
    assert read_table(table).seat(1).name == kept
