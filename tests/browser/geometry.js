// What the eye and the finger would notice, measured on an open page. Each function gives a list of complaints.

const shown = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true});
const named = (element) => {
  const {field, number, joker, bonus, chip} = element.dataset;
  const mark = field || number || joker || bonus || chip || element.getAttribute("aria-label") || element.textContent;
  return `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${mark.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
};

// The page as a whole must fit the width of the screen.
function sideways() {
  const {scrollWidth} = document.documentElement;
  return scrollWidth > innerWidth ? [`${scrollWidth} px wide on a screen of ${innerWidth}`] : [];
}

// Fingers need 24 px; a label is part of its control's target, and links within a sentence are as high as its line.
// The small grey segments are exempt: those that can be crossed have a chip as a second way in.
function smallTargets() {
  const found = [];
  for (const control of document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")) {
    if (!shown(control) || control.disabled || control.dataset.field?.startsWith("grey-") || control.matches("p > a:not(.button)")) continue;
    const {width, height} = (control.closest("label") ?? control).getBoundingClientRect();
    if (Math.min(width, height) < 24) found.push(`${named(control)} is ${width.toFixed(1)} × ${height.toFixed(1)}`);
  }
  return found;
}

// Each piece of text with the box that it takes, and the region that it moves with. What only screen readers get is left out,
// and so is the part of a long name that an ellipsis stands for.
function texts() {
  const seen = (element) => {
    if (!shown(element) || element.closest("option, script, video")) return false;
    for (let outer = element; outer; outer = outer.parentElement) if (getComputedStyle(outer).clipPath !== "none") return false;
    return true;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !seen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const region = element.closest(".why, .card-up > button, [popover], .areas, .bar, .thumb, .paper, .scroll") ?? document.body;
    const edge = getComputedStyle(element).textOverflow === "ellipsis" ? element.getBoundingClientRect().right : Infinity;
    for (const {left, top, bottom, right} of range.getClientRects()) {
      found.push({element, region, box: {left, top, bottom, right: Math.min(right, edge)}});
    }
  }
  return found;
}

// The number keys and the way back are always on the screen, whatever else comes up.
function keysGone() {
  const gone = ({top, bottom}) => top < 0 || bottom > innerHeight + 1;
  return Array.from(document.querySelectorAll(".keys button")).filter((key) => shown(key) && gone(key.getBoundingClientRect())).map((key) => `${named(key)} is off the screen`);
}

// A button has at most as many lines as words, and so has a name in a list.
function broken() {
  const found = [];
  for (const element of document.querySelectorAll("button:not(.segment, .field), .button, .seats b, .ranking b")) {
    if (!shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = new Set(Array.from(range.getClientRects(), ({bottom}) => Math.round(bottom / 6))).size;
    const words = element.innerText.trim().split(/[\s-]+/).length;
    if (lines > words + element.childElementCount) found.push(`${named(element)} is broken into ${lines} lines`);
  }
  return found;
}

// Text must stay within its button, within what clips it and within the screen, and off other text.
// What lies in a .scroll is reached by scrolling it sideways.
function cutOff() {
  const found = new Set();
  const all = texts();
  const leaves = ({box}, edge) => box.left < edge.left - 1 || box.right > edge.right + 1;
  for (const text of all) {
    const {element, box} = text;
    const button = element.closest("button:not(.segment), .button, .areas a");
    const frame = button?.getBoundingClientRect();
    if (frame && (leaves(text, frame) || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) found.add(`${named(button)}: its text leaves it`);
    for (let outer = element; outer && !outer.matches(".scroll"); outer = outer.parentElement) {
      const clips = getComputedStyle(outer).overflowX !== "visible" || outer === document.body;
      const edge = outer === document.body ? {left: 0, right: innerWidth} : outer.getBoundingClientRect();
      if (clips && leaves(text, edge)) { found.add(`${named(element)}: cut off by ${named(outer)}`); break; }
    }
  }
  for (const [i, one] of all.entries()) {
    for (const two of all.slice(i + 1)) {
      if (one.element === two.element || one.region !== two.region || one.element.contains(two.element) || two.element.contains(one.element)) continue;
      const width = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
      const height = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
      if (width > 2 && height > 4) found.add(`${named(one.element)} and ${named(two.element)} overlap`);
    }
  }
  return [...found];
}
