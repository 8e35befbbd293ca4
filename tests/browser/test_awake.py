"""The screen stays awake while a game runs and no longer: by a wake lock, or on plain http by a silent video."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.taps import number, play_alone

LOCKS = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", {value: {async request(what) {
  const lock = {what, released: false, async release() { this.released = true; }};
  window.locks.push(lock);
  return lock;
}}});
"""
NO_LOCKS = 'Object.defineProperty(navigator, "wakeLock", {value: undefined});'
NO_VIDEOS = 'HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("no", "NotAllowedError"));'
SHOW = """seen => {
  Object.defineProperty(document, "hidden", {value: !seen, configurable: true});
  if (!seen) window.locks?.forEach(lock => { lock.released = true; });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
HELD = "n => window.locks.length === n && window.locks.filter(lock => !lock.released).length === 1"
NONE_HELD = "() => window.locks.every(lock => lock.released)"


@pytest.fixture
def playing(open_phone: Callable[..., Page]) -> Callable[..., Page]:
    """Gives a phone with these scripts in every page; it shows the sheet of somebody who plays alone."""

    def begin(*scripts: str) -> Page:
        phone = open_phone()
        for script in scripts:
            phone.add_init_script(script)
        play_alone(phone)
        phone.wait_for_load_state()  # before its scripts have come, a tap is a form and loads the page anew
        return phone

    return begin


def end_elsewhere(phone: Page) -> None:
    """The game is ended on another page of this table; the sheet hears of it and leads to the result."""
    table = phone.url.rpartition("/s/")[0]
    assert phone.request.post(f"{table}/end").ok
    expect(phone.get_by_role("heading", name="Result")).to_be_visible()


def test_an_open_sheet_holds_one_lock_on_the_screen_however_often_it_is_tapped(playing: Callable[..., Page]):
    phone = playing(LOCKS)
    phone.wait_for_function(HELD, arg=1)
    number(phone, 4).tap()
    phone.locator('[data-field="pink-1"]').tap()
    expect(phone.locator('[data-field="pink-1"]')).to_contain_text("4")
    phone.wait_for_function(HELD, arg=1)
    assert phone.evaluate("window.locks[0].what") == "screen"


def test_the_lock_is_taken_again_when_the_page_is_seen_again(playing: Callable[..., Page]):
    phone = playing(LOCKS)
    phone.wait_for_function(HELD, arg=1)
    phone.evaluate(SHOW, False)
    phone.wait_for_function(NONE_HELD)
    phone.evaluate(SHOW, True)
    phone.wait_for_function(HELD, arg=2)


def test_the_lock_is_released_when_the_game_has_ended_and_not_taken_again(playing: Callable[..., Page]):
    phone = playing(LOCKS)
    phone.wait_for_function(HELD, arg=1)
    end_elsewhere(phone)
    phone.evaluate(SHOW, False)
    phone.evaluate(SHOW, True)
    assert phone.evaluate("window.locks") == []


def test_a_browser_that_refuses_the_lock_lets_the_game_go_on(playing: Callable[..., Page]):
    phone = playing(LOCKS.replace("window.locks.push(lock);", 'throw new DOMException("no", "NotAllowedError");'))
    number(phone, 4).tap()
    expect(number(phone, 4)).to_have_attribute("aria-pressed", "true")


def test_without_locks_a_silent_video_plays_from_the_first_tap_to_the_end_of_the_game(playing: Callable[..., Page]):
    phone = playing(NO_LOCKS)
    video = phone.locator("video")
    expect(video).to_have_count(0)
    number(phone, 4).tap()
    phone.wait_for_function("() => document.querySelector('video')?.currentTime > 0")
    assert video.evaluate("v => [v.muted, v.paused, v.loop]") == [True, False, False]
    end_elsewhere(phone)
    expect(video).to_have_count(0)


def test_the_video_never_reaches_its_end(playing: Callable[..., Page]):
    phone = playing(NO_LOCKS)
    number(phone, 4).tap()
    phone.wait_for_function("() => document.querySelector('video')?.currentTime > 0")
    phone.evaluate(
        """() => {
            const video = document.querySelector("video");
            window.jumps = 0;
            video.addEventListener("seeked", () => { window.jumps += 1; });
            video.currentTime = video.duration - 0.7;
        }"""
    )
    phone.wait_for_function("() => window.jumps === 2 && document.querySelector('video').currentTime < 2")
    assert phone.locator("video").evaluate("v => v.paused") is False


def test_the_video_rests_while_the_page_is_hidden(playing: Callable[..., Page]):
    phone = playing(NO_LOCKS)
    number(phone, 4).tap()
    phone.wait_for_function("() => document.querySelector('video')?.currentTime > 0")
    phone.evaluate(SHOW, False)
    assert phone.locator("video").evaluate("v => v.paused") is True
    phone.evaluate(SHOW, True)
    assert phone.locator("video").evaluate("v => v.paused") is False


def test_the_video_takes_no_tap_and_is_not_read_aloud(playing: Callable[..., Page]):
    phone = playing(NO_LOCKS)
    number(phone, 4).tap()
    phone.wait_for_function("() => document.querySelector('video')?.currentTime > 0")
    assert phone.locator("video").evaluate(
        "v => [getComputedStyle(v).pointerEvents, v.getAttribute('aria-hidden'), v.tabIndex]"
    ) == ["none", "true", -1]
    phone.locator('[data-field="pink-1"]').tap()
    expect(phone.locator('[data-field="pink-1"]')).to_contain_text("4")


def test_where_neither_works_the_game_goes_on(playing: Callable[..., Page]):
    phone = playing(NO_LOCKS, NO_VIDEOS)
    number(phone, 4).tap()
    phone.locator('[data-field="pink-1"]').tap()
    expect(phone.locator('[data-field="pink-1"]')).to_contain_text("4")


def test_somebody_elses_sheet_keeps_no_screen_awake(playing: Callable[..., Page], open_phone: Callable[..., Page]):
    sheet = playing(LOCKS).url
    onlooker = open_phone()
    onlooker.add_init_script(LOCKS)
    onlooker.goto(sheet)
    expect(onlooker.get_by_text("You are looking at the sheet of Me.")).to_be_visible()
    assert onlooker.evaluate("window.locks") == []
