"""Reads back what really stands on the pages of a PDF: boxes and texts in mm from the top left corner. No rendering.

Only what the printables use is understood: paths, clips, forms and texts with embedded fonts.
"""

import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from pypdf import PdfReader
from pypdf.generic import ContentStream, IndirectObject

MM = 25.4 / 72
Matrix = tuple[float, ...]
PAINTED = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s"}
ENDED = PAINTED | {"n"}


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def within(self, other: "Box", slack: float = 0.01) -> bool:
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def clipped(self, other: "Box") -> "Box":
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


class Said(NamedTuple):
    """
    :param size: of the type, in pt
    """

    text: str
    size: float
    box: Box
    colour: tuple[float, ...]


@dataclass
class Page:
    """
    :param painted: the extent of everything that leaves ink, cut where it was clipped
    :param framed: the clear inside of every box with square corners and a line around it
    :param rounded: the same with round corners
    :param drawings: how often each drawing stands there, by the steps of its paths
    :param strokes: how many curved lines of each colour its drawings have
    """

    width: float
    height: float
    painted: list[Box] = field(default_factory=list)
    framed: list[Box] = field(default_factory=list)
    rounded: list[Box] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    drawings: Counter[str] = field(default_factory=Counter)
    strokes: Counter[tuple[float, ...]] = field(default_factory=Counter)
    ringed: list[tuple[float, ...]] = field(default_factory=list)

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(said.text.strip() for said in self.said)

    def after(self, text: str) -> str:
        """What is written directly to the right of a label on its line."""
        label = next(said for said in self.said if said.text.strip() == text)
        right = [
            s for s in self.said if abs(s.box.bottom - label.box.bottom) < 3 and s.box.left > label.box.right - 0.5
        ]
        return min(right, key=lambda said: said.box.left).text.strip()

    def below(self, text: str) -> str:
        """What is written directly under a label."""
        label = next(said for said in self.said if said.text.strip() == text and self._begins_low(said))
        under = [s for s in self.said if s.box.top > label.box.bottom and s.box.right > label.box.left]
        near = [s for s in under if s.box.left < label.box.left + 20]
        return min(near, key=lambda said: (said.box.top, said.box.left)).text.strip()

    def _begins_low(self, said: Said) -> bool:
        return said.box.top > 0.8 * self.height

    def written(self, colour: tuple[float, ...]) -> list[Said]:
        """The texts of this colour."""
        return [said for said in self.said if said.colour == colour]

    def rings(self, colour: tuple[float, ...]) -> int:
        """The round lines of this colour around something."""
        return sum(ring == colour for ring in self.ringed)

    def crosses(self, colour: tuple[float, ...]) -> int:
        """The crosses of this colour, each of two curved lines."""
        return self.strokes[colour] // 2

    def runs(self) -> list[list[Box]]:
        """The framed boxes, gathered into rows of boxes with nothing but their lines between them."""
        lines: list[list[Box]] = []
        for box in sorted(self.framed, key=lambda box: box.top):
            if lines and box.top - lines[-1][0].top < 0.1:
                lines[-1].append(box)
            else:
                lines.append([box])
        rows: list[list[Box]] = []
        for line in lines:
            for before, box in pairwise([None, *sorted(line, key=lambda box: box.left)]):
                if before and -0.1 <= box.left - before.right < box.width / 20:
                    rows[-1].append(box)
                else:
                    rows.append([box])
        return rows


class Pdf:
    """
    :param data: the bytes of a PDF
    """

    def __init__(self, data: bytes) -> None:
        self.reader = PdfReader(io.BytesIO(data))

    @cached_property
    def pages(self) -> list[Page]:
        return [_Reading(self.reader, page).page for page in self.reader.pages]

    @property
    def catalog(self) -> Any:
        return self.reader.trailer["/Root"]

    @property
    def fonts(self) -> list[Any]:
        """The descriptors of every font that a page uses."""
        found = {}
        for page in self.reader.pages:
            for font in page["/Resources"]["/Font"].values():
                descendant = font.get_object()["/DescendantFonts"][0].get_object()
                found[descendant["/BaseFont"]] = descendant["/FontDescriptor"].get_object()
        return list(found.values())

    @property
    def images(self) -> list[Any]:
        """Every image in the file that is made of pixels, wherever it is used."""
        numbers = range(1, int(self.reader.trailer["/Size"]))
        objects = (self.reader.get_object(IndirectObject(number, 0, self.reader)) for number in numbers)
        return [found for found in objects if isinstance(found, dict) and found.get("/Subtype") == "/Image"]


def _times(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


@dataclass
class _State:
    matrix: Matrix
    clip: Box
    line: float = 1.0
    colour: tuple[float, ...] = (0.0,)
    font: Any = None
    size: float = 0.0


class _Reading:
    def __init__(self, reader: PdfReader, page: Any) -> None:
        self.reader = reader
        self.fonts: dict[str, Any] = {}
        self.points_high = float(page.mediabox.height)
        self.page = Page(float(page.mediabox.width) * MM, self.points_high * MM)
        state = _State((1, 0, 0, 1, 0, 0), Box(0, 0, self.page.width, self.page.height))
        self.run(page.get_contents(), page["/Resources"], state)

    def font(self, fonts: Any, name: str) -> Any:
        if name not in self.fonts:
            self.fonts[name] = _font(fonts[name].get_object())
        return self.fonts[name]

    def point(self, state: _State, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = state.matrix
        return (a * x + c * y + e) * MM, (self.points_high - (b * x + d * y + f)) * MM

    def box(self, state: _State, points: list[tuple[float, float]]) -> Box:
        there = [self.point(state, x, y) for x, y in points]
        xs, ys = [x for x, _ in there], [y for _, y in there]
        return Box(min(xs), min(ys), max(xs), max(ys))

    def run(self, content: Any, resources: Any, state: _State, form: bool = False) -> None:
        saved: list[_State] = []
        paths: list[tuple[str, list[tuple[float, float]]]] = []
        clipping = False
        steps = ""
        text: Matrix = (1, 0, 0, 1, 0, 0)
        for operands, raw in ContentStream(content, self.reader).operations:
            do = raw.decode()
            if do == "q":
                saved.append(_State(**vars(state)))
            elif do == "Q":
                state = saved.pop()
            elif do == "cm":
                state.matrix = _times(tuple(map(float, operands)), state.matrix)
            elif do == "w":
                state.line = float(operands[0])
            elif do in ("rg", "g", "RG", "G"):
                state.colour = tuple(float(part) for part in operands)
            elif do == "re":
                x, y, w, h = map(float, operands)
                paths.append(("re", [(x, y), (x + w, y + h)]))
            elif do == "m":
                paths.append(("m", [(float(operands[0]), float(operands[1]))]))
            elif do in ("l", "c", "v", "y"):
                numbers = list(map(float, operands))
                paths[-1] = (paths[-1][0] + do, paths[-1][1] + list(zip(numbers[::2], numbers[1::2], strict=True)))
            elif do in ("W", "W*"):
                clipping = True
            elif do in ENDED:
                boxes = [self.box(state, points) for _, points in paths]
                if clipping and boxes and do == "n" and len(boxes) == 1:
                    state.clip = state.clip.clipped(boxes[0])
                if do in PAINTED:
                    self.paint(do, state, paths, boxes)
                    self.page.strokes[state.colour] += (
                        sum(kind.count("c") for kind, _ in paths) if form and do == "S" else 0
                    )
                    steps += "".join(kind for kind, _ in paths) + do + " "
                paths, clipping = [], False
            elif do == "Tf":
                state.font, state.size = self.font(resources["/Font"], operands[0]), float(operands[1])
            elif do == "Tm":
                text = tuple(map(float, operands))
            elif do == "TJ":
                self.say(operands[0], text, state)
            elif do == "Do":
                drawn = resources["/XObject"][operands[0]].get_object()
                inside = _State(**vars(state))
                if "/Matrix" in drawn:
                    inside.matrix = _times(tuple(map(float, drawn["/Matrix"])), inside.matrix)
                self.run(drawn, drawn["/Resources"], inside, form=True)
        if form and steps:
            self.page.drawings[steps.strip()] += 1

    def paint(self, do: str, state: _State, paths: list[Any], boxes: list[Box]) -> None:
        grown = 0.0
        if do in ("S", "s"):
            a, b, *_ = state.matrix
            grown = state.line * (a * a + b * b) ** 0.5 * MM / 2
        for box in boxes:
            box = Box(box.left - grown, box.top - grown, box.right + grown, box.bottom + grown).clipped(state.clip)
            if box.width > 0 and box.height > 0:
                self.page.painted.append(box)
        if do == "f*" and len(boxes) == 2:
            inner, outer = sorted(boxes, key=lambda box: box.width)
            square = all(kind == "re" for kind, _ in paths)
            if all(a != b for a, b in zip(inner, outer, strict=True)):  # a line on all four sides
                (self.page.framed if square else self.page.rounded).append(inner)
                if not square:
                    self.page.ringed.append(state.colour)

    def say(self, shown: list[Any], text: Matrix, state: _State) -> None:
        codes = [code for part in shown if not isinstance(part, (int, float)) for code in _codes(part)]
        kerned = sum(float(part) for part in shown if isinstance(part, (int, float)))
        widths, letters = state.font
        width = (sum(widths.get(code, 1000) for code in codes) - kerned) * state.size / 1000
        placed = _State(_times(text, state.matrix), state.clip)
        a, b, *_ = placed.matrix
        size = state.size * (a * a + b * b) ** 0.5
        box = self.box(placed, [(0, 0), (width, state.size * 0.66)]).clipped(state.clip)
        spoken = "".join(letters.get(code, "?") for code in codes)
        self.page.said.append(Said(spoken, size, box, state.colour))
        self.page.painted.append(box)


def _codes(part: Any) -> Iterator[int]:
    raw = part.original_bytes if hasattr(part, "original_bytes") else bytes(part)
    return (int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2))


def _font(font: Any) -> tuple[dict[int, float], dict[int, str]]:
    """The widths and the letters of an embedded font, by code."""
    widths: dict[int, float] = {}
    listed = list(font["/DescendantFonts"][0].get_object()["/W"])
    while listed:
        first, given = int(listed.pop(0)), listed.pop(0)
        widths.update({first + at: float(width) for at, width in enumerate(given)})
    return widths, _letters(font["/ToUnicode"].get_data().decode("ascii"))


def _letters(cmap: str) -> dict[int, str]:
    mapped = re.findall(r"^<([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)>$", cmap.partition("beginbfchar")[2], re.MULTILINE)
    return {int(code, 16): bytes.fromhex(letters).decode("utf-16-be") for code, letters in mapped}
