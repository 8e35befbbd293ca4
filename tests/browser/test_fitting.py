"""What must be in sight, whole and in reach on which screen: sizes measured on open pages. No rule of a game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ConsoleErrors
from tests.browser.places import CARDS, CLEVER, DICE, Hand
from tests.browser.taps import field, number

Phones = Callable[..., Page]
LYING = {"width": 640, "height": 360}
LARGE = "document.documentElement.style.fontSize = '200%'"
FOUR = ["Maximilian", "Alexandra", "Oma Gerda", "Bo"]
SIX = [*FOUR, "Abcdefghijklmnopqrstuvwx", "Christiane"]
CALL = {"action": "call", "value": 13, "colours": ["orange", "purple"], "active": True}
WIDEST_REACH = """segment => {
  const inside = (x, y) => document.elementFromPoint(x, y)?.closest("[data-field]") === segment;
  const {left, right} = segment.getBoundingClientRect();
  const xs = Array.from({length: Math.ceil(right - left) + 96}, (_, i) => left - 48 + i);
  const reach = ({top, bottom}) => xs.filter((x) => inside(x, (top + bottom) / 2)).length;
  return Math.max(...Array.from(segment.querySelectorAll(".cell"), (cell) => reach(cell.getBoundingClientRect())));
}"""


class Box:
    """Where something lies on the screen, in pixels."""

    def __init__(self, locator: Locator) -> None:
        box = locator.bounding_box()
        assert box is not None
        self.left, self.top = box["x"], box["y"]
        self.right, self.bottom = self.left + box["width"], self.top + box["height"]

    def within(self, other: "Box") -> bool:
        across = other.left <= self.left and self.right <= other.right
        return across and other.top <= self.top and self.bottom <= other.bottom

    def overlaps(self, other: "Box") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 1 and down > 1


def boxes(locators: Locator) -> list[Box]:
    return [Box(locator) for locator in locators.all()]


def is_whole(locator: Locator) -> bool:
    """Whether nothing of its text is cut off, and no word of it is broken."""
    whole: bool = locator.evaluate(
        """element => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const {width, height} = element.getBoundingClientRect();
          const lines = new Set(Array.from(range.getClientRects(), ({top}) => Math.round(top))).size;
          return element.scrollWidth <= element.clientWidth && width > 0 && height > 10
            && lines <= element.textContent.trim().split(/\\s+/).length;
        }"""
    )
    return whole


def own_call(phone: Page, game: str = CARDS) -> None:
    """The sheet of a player whose own call is open."""
    hand = Hand(phone.request)
    sheet = hand.sits(hand.opens(game, FOUR), 1)
    hand.enters(sheet, CALL)
    phone.goto(sheet)


@pytest.mark.parametrize(("game", "names"), [(CLEVER, FOUR), (CLEVER, SIX[3:5]), (CARDS, SIX)])
def test_the_points_of_all_players_are_in_sight_without_scrolling_sideways(
    phone: Page, game: str, names: list[str]
) -> None:
    hand = Hand(phone.request)
    table = hand.opens(game, names)
    for seat in range(1, len(names) + 1):
        sheet = hand.sits(table, seat)
    hand.ends(table)
    phone.goto(table)
    breakdown = phone.locator(".result + .card table")
    expect(breakdown.locator("thead th")).to_have_text(names)
    assert max(box.right for box in boxes(breakdown.locator("th, td"))) <= Box(phone.locator(".scroll")).right + 0.5
    assert phone.locator(".scroll").evaluate("element => element.scrollWidth <= element.clientWidth")
    phone.goto(sheet)
    expect(phone.get_by_text("The game has ended.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("font", ["100%", "200%"])
def test_the_name_and_the_buttons_of_the_head_are_whole_on_a_small_phone(
    open_phone: Phones, language: str, font: str
) -> None:
    phone = open_phone(locale=language)
    hand = Hand(phone.request)
    phone.goto(hand.sits(hand.opens(CLEVER, FOUR), 1))
    phone.evaluate(f"document.documentElement.style.fontSize = '{font}'")
    head = phone.locator(".bar")
    expect(head.locator("button.next")).to_have_count(2)
    for words in (head.get_by_role("heading", name="Maximilian"), *head.locator("button.next").all()):
        assert is_whole(words), words.inner_text()
    assert Box(head).bottom <= (73 if font == "100%" else 110)


def test_pink_tells_an_earned_bonus_from_a_missed_one(phone: Page) -> None:
    hand = Hand(phone.request)
    sheet = hand.opens_alone(CLEVER)
    hand.enters(sheet, *({"area": "pink", "value": value} for value in (4, 2, 1, 5)))
    phone.goto(sheet)
    printed = phone.locator("#pink .printed")
    for place, state in enumerate(["missed", None, "missed", "earned", None], 1):
        here = printed.nth(place - 1)
        assert [name for name in ("earned", "missed") if name in str(here.get_attribute("class"))] == [state][
            : bool(state)
        ]


@pytest.mark.parametrize("screen", [{"width": 360, "height": 640}, LYING])
def test_a_finger_reaches_24_px_of_every_grey_segment(open_phone: Phones, screen: dict[str, int]) -> None:
    phone = open_phone(viewport=screen)
    phone.goto(Hand(phone.request).opens_alone(CLEVER))
    segments = phone.locator("#grey .segment")
    expect(segments).to_have_count(17)
    segments.first.scroll_into_view_if_needed()
    reached = {str(segment.get_attribute("data-field")): segment.evaluate(WIDEST_REACH) for segment in segments.all()}
    assert {name: width for name, width in reached.items() if width < 24} == {}


@pytest.mark.parametrize("screen", [{"width": 360, "height": 640}, LYING])
def test_every_open_grey_segment_is_named_beside_its_bonuses(open_phone: Phones, screen: dict[str, int]) -> None:
    phone = open_phone(viewport=screen)
    hand = Hand(phone.request)
    sheet = hand.opens_alone(CLEVER)
    phone.goto(sheet)
    letters = phone.locator("#grey .segment small")
    expect(letters).to_have_text(list("abcdefghijklmnopq"))
    gains = boxes(phone.locator("#grey .cell .gain"))
    for letter in letters.all():
        middle = Box(letter)
        middle.right, middle.bottom = (middle.left + middle.right) / 2, (middle.top + middle.bottom) / 2
        assert not any(middle.overlaps(gain) for gain in gains), letter.inner_text()
    hand.enters(sheet, {"area": "grey", "segment": "a", "value": 1})
    phone.goto(sheet)
    expect(letters).to_have_text(list("bcdefghijklmnopq"))
    expect(phone.get_by_label("dark grey: 1 of 6 crossed for a fox")).to_have_text("1/6")


def test_the_whole_sheet_is_in_sight_on_a_tablet_while_a_bonus_waits(open_phone: Phones) -> None:
    tablet = open_phone(viewport={"width": 800, "height": 1280})
    hand = Hand(tablet.request)
    sheet = hand.opens_alone(CLEVER)
    hand.enters(sheet, *({"area": "blue", "row": 2, "column": column} for column in (1, 3)))
    tablet.goto(sheet)
    expect(tablet.locator("[data-bonus]")).to_be_visible()
    for width, height in ((800, 1280), (768, 1024), (1024, 768)):
        tablet.set_viewport_size({"width": width, "height": height})
        assert tablet.locator(".paper").evaluate("paper => paper.scrollHeight <= paper.clientHeight"), (width, height)


def test_a_refusal_covers_no_field(phone: Page, console_errors: ConsoleErrors) -> None:
    console_errors.provoke("status of 422")
    hand = Hand(phone.request)
    sheet = hand.opens_alone(CLEVER)
    hand.enters(sheet, {"area": "yellow", "row": "top", "value": 5})
    phone.goto(sheet)
    number(phone, 4).tap()
    field(phone, "yellow-top-2").tap()
    why = phone.locator("[data-why]")
    expect(why).to_be_in_viewport()
    expect(phone.locator("[data-refused]")).to_have_attribute("data-field", "yellow-top-2")
    assert not any(Box(why).overlaps(box) for box in boxes(phone.locator("#yellow .field, #yellow .pts")))
    assert 0 <= Box(why).top - Box(field(phone, "yellow-top-2")).bottom <= 12


def test_a_lying_phone_shows_the_names_of_the_areas_and_keeps_numbers_off_their_bonuses(open_phone: Phones) -> None:
    phone = open_phone(viewport=LYING)
    hand = Hand(phone.request)
    sheet = hand.opens_alone(CLEVER)
    hand.enters(sheet, *({"area": "yellow", "row": "top", "value": value} for value in (1, 2)))
    phone.goto(sheet)
    for area in ("Yellow", "Blue", "Grey", "Green", "Pink"):
        name = phone.locator(f"#{area.lower()} h2").get_by_text(area)
        expect(name).to_be_in_viewport(ratio=1)
        assert not any(Box(name).overlaps(box) for box in boxes(phone.locator(f"#{area.lower()} .field")))
        phone.get_by_role("button", name=f"Rules: {area}").tap()
        expect(phone.locator(f"#card-{area.lower()}")).to_be_visible()
        phone.keyboard.press("Escape")
    expect(phone.locator(".undo")).to_be_in_viewport(ratio=1)
    expect(phone.locator(".doubled").get_by_text("×2").first).to_be_visible()
    assert phone.locator(".paper").evaluate("paper => paper.scrollHeight <= paper.clientHeight")
    tick = "button => getComputedStyle(button.querySelector('.gain'), '::after').content"
    assert field(phone, "yellow-top-2").evaluate(tick) == '"✓"'
    written = Box(field(phone, "yellow-top-2").locator("b"))
    assert written.left < Box(field(phone, "yellow-top-2")).left + 12


def test_a_refusal_on_a_lying_phone_moves_nothing(open_phone: Phones, console_errors: ConsoleErrors) -> None:
    console_errors.provoke("status of 422")
    phone = open_phone(viewport=LYING)
    hand = Hand(phone.request)
    sheet = hand.opens_alone(CLEVER)
    hand.enters(sheet, {"area": "yellow", "row": "top", "value": 5})
    phone.goto(sheet)
    before = [(box.left, box.top) for box in boxes(phone.locator(".field"))]
    for refused in ("yellow-top-2", "grey-n"):
        number(phone, 4).tap()
        field(phone, refused).tap()
        expect(phone.locator(f'[data-why="{refused}"]')).to_be_in_viewport(ratio=1)
        assert [(box.left, box.top) for box in boxes(phone.locator(".field"))] == before
        number(phone, 4).tap()


def test_on_a_lying_phone_two_dice_show_their_sum_and_the_call_at_once(open_phone: Phones) -> None:
    phone = open_phone(viewport=LYING)
    hand = Hand(phone.request)
    phone.goto(hand.sits(hand.opens(DICE, FOUR), 1))
    phone.locator('[popovertarget="call"]').first.tap()
    phone.locator("#call .orange .pick").nth(5).tap()
    phone.locator("#call .purple .pick").nth(4).tap()
    expect(phone.locator("#call .sum")).to_contain_text("9")
    expect(phone.get_by_role("button", name="Call it")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", [CARDS, DICE])
def test_with_large_text_the_outcome_stays_in_sight_while_a_call_is_picked(open_phone: Phones, game: str) -> None:
    phone = open_phone(locale="de")
    hand = Hand(phone.request)
    sheet = hand.sits(hand.opens(game, FOUR), 1)
    phone.goto(sheet)
    phone.evaluate(LARGE)
    phone.locator('[popovertarget="call"]').first.tap()
    if game == DICE:
        phone.locator("#call .orange .pick").nth(5).tap()
        phone.locator("#call .purple .pick").nth(4).tap()
    else:
        for at, card in enumerate(["orange 3", "yellow -2", "purple 5", "grey 1"]):
            expect(phone.locator(f'#call [data-place="{at}"]')).to_have_attribute("aria-pressed", "true")
            phone.locator(f'#call [data-card="{card}"]').tap()
        expect(phone.locator('#call [data-place="3"]')).to_contain_text("1")
        phone.locator('#call [data-place="1"]').tap()
        expect(phone.locator('#call [data-place="1"]')).to_have_attribute("aria-pressed", "true")
        phone.locator('#call [data-card="orange 6"]').tap()
    expect(phone.locator("#call .sum")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#call .big")).to_be_in_viewport(ratio=1)
    words = phone.locator(
        "#call .turns button, #call .callers button, #call .suit button, #call .suit small, #call .big"
    )
    assert [label.inner_text() for label in words.all() if not is_whole(label)] == []


def test_an_open_call_leaves_the_column_scores_in_sight_and_only_its_number(phone: Page) -> None:
    own_call(phone)
    expect(phone.locator("[data-number]:visible")).to_have_text("13")
    expect(phone.locator(".columns")).to_be_in_viewport(ratio=1)
    phone.evaluate(LARGE)
    assert Box(phone.locator(".thumb")).top > 320


def test_column_scores_stand_on_one_line_on_a_lying_phone(open_phone: Phones) -> None:
    phone = open_phone(viewport=LYING)
    own_call(phone)
    assert len({box.top for box in boxes(phone.locator(".columns b"))}) == 1


@pytest.mark.parametrize("screen", [{"width": 360, "height": 640}, LYING])
def test_a_refused_misthrow_leaves_its_boxes_where_they_are_and_says_why_below(
    open_phone: Phones, screen: dict[str, int], console_errors: ConsoleErrors
) -> None:
    console_errors.provoke("status of 422")
    phone = open_phone(viewport=screen)
    own_call(phone)
    before = Box(field(phone, "misthrow"))
    field(phone, "misthrow").tap()
    expect(phone.locator("[data-why]")).to_be_in_viewport(ratio=1)
    after = Box(field(phone, "misthrow"))
    assert after.left == before.left
    assert abs(after.top - before.top) <= 1  # while it is pressed it lies a pixel lower
    assert 0 <= Box(phone.locator("[data-why]")).top - after.bottom <= 12


def test_numbers_and_badges_stay_within_their_qwinto_fields_and_points_below_their_columns(phone: Page) -> None:
    hand = Hand(phone.request)
    sheet = hand.opens_alone(CARDS)
    orange = zip((3, 4, 5, 7, 8, 9, 10, 11), (1, 10, 11, 12, 13, 14, 15, 16), strict=True)
    hand.enters(sheet, *({"row": "orange", "column": column, "value": value} for column, value in orange))
    phone.goto(sheet)
    number(phone, 18).tap()
    expect(field(phone, "orange-12").locator(".sets .gain")).to_be_visible()
    for name, inner in (("orange-4", "b"), ("orange-11", "b"), ("orange-12", ".sets .gain")):
        outer, inside = Box(field(phone, name)), Box(field(phone, name).locator(inner))
        assert inside.within(outer)
    assert phone.locator(".columns small").all_inner_texts() == ["3", "4", "8", "9", "10"]
    for points, name in zip(boxes(phone.locator(".columns span")), ("3", "4", "8", "9", "10"), strict=True):
        assert abs(points.left - Box(field(phone, f"purple-{name}")).left) <= 1


def test_on_a_laptop_the_number_bar_stands_beside_the_sheet(open_phone: Phones) -> None:
    laptop = open_phone(viewport={"width": 1280, "height": 800}, is_mobile=False)
    own_call(laptop)
    assert 0 <= Box(laptop.locator(".keys")).left - Box(laptop.locator(".area.qwinto")).right <= 24


def test_a_number_that_waits_for_the_server_stays_within_its_field(phone: Page, console_errors: ConsoleErrors) -> None:
    console_errors.provoke("net::ERR", "Failed to fetch")
    hand = Hand(phone.request)
    phone.goto(hand.opens_alone(CARDS))
    phone.context.set_offline(True)
    number(phone, 13).tap()
    field(phone, "purple-7").tap()
    expect(field(phone, "purple-7")).to_have_attribute("data-pending", "13")
    width = """button => {
      const {fontSize, fontWeight, fontFamily, letterSpacing} = getComputedStyle(button, "::before");
      const ruler = document.body.appendChild(document.createElement("span"));
      Object.assign(ruler.style, {fontSize, fontWeight, fontFamily, letterSpacing, position: "absolute"});
      ruler.textContent = "13";
      return ruler.getBoundingClientRect().width - button.clientWidth;
    }"""
    assert field(phone, "purple-7").evaluate(width) <= 0
