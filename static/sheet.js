// The sheet under the thumb: number then field, field then number; what the page shows comes from the server.
// Without this script the same buttons submit the same form.
(() => {
  "use strict";

  let number = null; // the picked number, waiting for its field
  let field = null; // the picked field's name, waiting for its number
  let answer = null; // the status of the last answer to a post; null while there is none
  let newest = 0; // the last line of the table that this page has heard of
  let asked = {}; // the ? to use or the field to mend that the page was asked to show
  let owing = false; // whether the page still has to be asked for that
  let last = {x: 0, y: 0, at: 0, button: null, text: null}; // the last tap on a button, and what that said
  let tapped = {what: null, at: 0}; // what was entered last, and when

  const sheet = () => document.getElementById("entries");
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(36).padStart(2, "0")).join("");
  const have = () => Array.from(sheet().querySelectorAll("[data-digest]"), (part) => part.dataset.digest).join(" ");
  const called = () => Number(sheet().dataset.called) || null; // the number of a call, which counts as picked
  const usedBonus = () => sheet().querySelector("input[name=bonus]")?.value; // the waiting ? that the next field uses
  const numbersOf = (button) => (button.dataset.numbers || "").split(" ").filter(Boolean).map(Number);

  // Show what is picked: the legal fields light up, and the numbers that the picked field takes.
  function paint() {
    const form = sheet();
    const picked = field && form.querySelector(`[data-field="${field}"]`);
    if (field && (!picked || "marked" in picked.dataset)) field = null;
    const n = number ?? called();
    form.classList.toggle("choosing", n !== null || field !== null || "leads" in form.dataset);
    const fitting = new Set();
    for (const button of form.querySelectorAll("[data-entry]")) {
      const numbers = numbersOf(button);
      button.toggleAttribute("data-legal", n === null ? numbers.length > 0 : numbers.includes(n));
      if (button.dataset.field === field) button.setAttribute("aria-pressed", "true");
      else if (button.hasAttribute("aria-pressed")) button.removeAttribute("aria-pressed");
      if (field === null || button.dataset.field === field) numbers.forEach((n) => fitting.add(n));
    }
    for (const sets of form.querySelectorAll("[data-for]")) {
      sets.hidden = !sets.dataset.for.split(" ").includes(String(n));
    }
    for (const key of form.querySelectorAll("[data-number]:not([data-mend])")) {
      const own = Number(key.dataset.number);
      const pressed = String(own === n);
      if (key.getAttribute("aria-pressed") !== pressed) key.setAttribute("aria-pressed", pressed);
      key.toggleAttribute("data-fits", fitting.has(own));
    }
    for (const chip of form.querySelectorAll("[data-chip]")) {
      const target = form.querySelector(`[data-field="${chip.dataset.chip}"]`);
      chip.hidden = !target || !("legal" in target.dataset);
    }
    form.classList.toggle("numbered", n !== null);
    form.classList.toggle("picking", field !== null);
  }

  // A new entry, or another field, leaves the last refusal behind.
  function forgive() {
    if ("why" in asked) asked = {};
    sheet().querySelectorAll(".why:not(.unsaved)").forEach((line) => { line.hidden = true; });
  }

  function tapNumber(n) {
    if (field) return enter(sheet().querySelector(`[data-field="${field}"]`), n);
    number = number === n ? null : n;
    paint();
  }

  // What a tap is meant for: a field, or what its button does.
  const aim = (values) => values.field ?? values.entry;

  // Whether a tap is the second half of a double tap, on what the first half has entered.
  const isSecondHalf = (what) => what === tapped.what && Date.now() - tapped.at < 450;

  function tapField(button) {
    const name = button.dataset.field;
    if (isSecondHalf(name)) return;
    if ("marked" in button.dataset) return refresh({mend: name, version: sheet().elements.version.value});
    if ("direct" in button.dataset) return post({entry: button.value, field: name}, button, undefined, isLikely("legal" in button.dataset) ? "✕" : "");
    const n = number ?? called();
    if (n !== null) return enter(button, n);
    forgive();
    field = field === name ? null : name;
    paint();
    letGo();
  }

  function enter(button, n) {
    const bonus = usedBonus();
    const entry = {...JSON.parse(button.dataset.entry), value: n, ...(bonus && {bonus})};
    post({entry: JSON.stringify(entry), field: button.dataset.field}, button, undefined, isLikely(numbersOf(button).includes(n)) ? n : "");
  }

  // What was tapped last is shown at once, faintly; it is the server's answer that makes it stand.
  function post(values, button, url = sheet().getAttribute("action"), mark = "", parts = []) {
    const what = aim(values);
    const shared = "shared" in (button?.dataset ?? {}); // a round asks by itself if it comes too soon
    if (what && outbox.taps.some((tap) => aim(tap.values) === what)) return; // it waits already
    if (what && !shared && isSecondHalf(what)) return;
    forgive();
    const bonus = usedBonus();
    const line = values.line ?? button?.closest(".mend")?.querySelector("[name=line]").value;
    const basis = outbox.empty ? seen() : {}; // the others build on the sheet that the taps before them leave
    const picked = {number, field};
    number = field = null;
    sheet().querySelector(".sure")?.setAttribute("hidden", ""); // answered, or not of interest any more
    const once = parts.length > 0 || shared; // meant for the table as it lay
    outbox.add({url, mark, picked, name: nameOf(button, values), parts, once, shared, key: newKey(), ...basis, values: {...values, ...(line && {line}), ...(bonus && {bonus})}});
    paint();
  }

  // What a tap is called if it cannot be entered: where it goes, as the label of a field begins, and its number.
  function nameOf(button, {entry, field}) {
    const label = button.getAttribute("aria-label") || button.textContent.trim();
    const place = label.split(/[,;] /).slice(0, 2).join(", ");
    return field ? `${place}: ${JSON.parse(entry).value ?? "✕"}` : place;
  }

  // A call is kept and sent like a tap; if it is refused, the answer is its dialog, which then opens again.
  function makeCall(form, button) {
    const parts = [...new FormData(form, button)].filter(([name]) => name !== "key" && name !== "version");
    form.reset();
    form.closest("[popover]").hidePopover();
    post({}, button, form.getAttribute("action"), "", parts);
    document.dispatchEvent(new Event("calling"));
  }

  // Whether a tap may show its mark: behind taps that still wait, nobody knows yet which fields are legal.
  const isLikely = (legal) => legal || !outbox.empty;

  const seen = () => ({version: sheet().elements.version.value, own: sheet().dataset.own, shared: sheet().elements.shared.value});

  async function deliver(tap) {
    const basis = "version" in tap ? tap : seen();
    answer = null;
    const values = {...tap.values, key: tap.key, version: basis.version, have: have()};
    await htmx.ajax("POST", tap.url, {source: sheet(), target: "#sheet", swap: "outerMorph", values, tap});
    if (answer === null || answer === 429 || answer >= 500) return "lost";
    if (answer === 409 && !tap.once && basis.own === sheet().dataset.own && "open" in sheet().dataset) {
      Object.assign(tap, seen()); // only the table moved on, not this sheet's own entries: the tap still means the same
      outbox.keep(tap);
      return deliver(tap);
    }
    if (answer === 403) return "gone";
    if (answer === 409 && tap.shared && Number(sheet().elements.shared.value) > Number(basis.shared)) {
      forgive(); // somebody else began the round: all is as it was wished
      return "stands";
    }
    if (answer !== 200) {
      if (tap.parts?.length) document.getElementById("call").showPopover();
      if (number === null && field === null) ({number, field} = tap.picked); // for another try
      return "refused";
    }
    tapped = {what: aim(tap.values), at: Date.now()};
    const next = outbox.taps[1];
    if (next) outbox.keep(Object.assign(next, seen()));
    return "stands";
  }

  function delivered(verdict, givenBack = []) {
    showWaiting();
    if (!verdict || verdict === "lost") return;
    buzz(verdict === "stands");
    paint();
    showLeft();
    if (verdict === "refused" && givenBack.length) sheet().querySelector(".given-back").hidden = false;
    follow();
    letGo();
  }

  // What waits for its answer shows in its field, and a line tells when the server cannot be reached.
  function showWaiting() {
    const form = sheet();
    const marks = new Map(outbox.taps.map((tap) => [tap.values.field, tap.mark]));
    for (const button of form.querySelectorAll("[data-field]")) {
      const mark = marks.get(button.dataset.field);
      if (mark) button.dataset.pending = mark;
      else if ("pending" in button.dataset) delete button.dataset.pending;
    }
    form.querySelector(".make-call")?.toggleAttribute("data-pending", outbox.taps.some((tap) => tap.parts?.length));
    form.querySelector("[data-idle]")?.toggleAttribute("disabled", outbox.empty); // what is on its way can be taken back
    form.classList.toggle("sending", !outbox.empty);
    const line = form.querySelector(".unsaved");
    line.hidden = outbox.failures === 0 || outbox.empty;
    line.querySelector("b").textContent = outbox.taps.length;
  }

  async function refresh(query = {}) {
    asked = query;
    owing = !outbox.empty && outbox.failures === 0; // the answers that are on their way come first
    if (owing) return;
    const values = {...query, have: have()};
    await htmx.ajax("GET", sheet().dataset.url, {source: sheet(), target: "#sheet", swap: "outerMorph", values});
  }

  // What was tapped here for a sheet that was gone is named until the player has read it.
  function showLeft() {
    const bar = document.getElementById("left");
    const names = outbox.kept(outbox.aside).map((tap) => tap.name);
    bar.hidden = names.length === 0;
    bar.querySelector("b").textContent = names.join(" · ");
  }

  // The table has moved on elsewhere: save what was not saved yet, show it, and keep what the player is about to do.
  function follow() {
    if (!outbox.empty) return outbox.pump();
    if (owing || newest > Number(sheet().dataset.tableVersion)) refresh("sure" in asked ? {} : asked);
  }

  const outbox = new Outbox(location.pathname, deliver, delivered);

  const OURS = ["number", "field", "chip", "bonus", "undo", "action", "sure", "again"];

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("#entries, [data-makes-call]");
    const button = event.submitter;
    if (!form || !button || !sheet() || !window.htmx) return;
    const {dataset} = button;
    if ("makesCall" in form.dataset) {
      event.preventDefault();
      return makeCall(form, button);
    }
    if (!OURS.some((name) => name in dataset)) return; // leaves the page: the end of the game
    event.preventDefault();
    if ("sure" in dataset) return refresh({sure: button.value});
    if ("again" in dataset) return outbox.pump();
    if ("mend" in dataset) return post({entry: button.value, line: form.elements.line.value}, button, button.getAttribute("formaction"));
    if (dataset.number) return tapNumber(Number(dataset.number));
    if (dataset.field) return tapField(button);
    if (dataset.chip) return tapField(form.querySelector(`[data-field="${dataset.chip}"]`));
    if (dataset.bonus) { number = field = null; return refresh({bonus: dataset.bonus}); }
    if ("undo" in dataset) {
      const values = {...(button.name && {[button.name]: button.value}), shared: form.elements.shared.value};
      return post(values, button, new URL(button.formAction).pathname);
    }
    if ("action" in dataset) {
      button.closest("[popover]")?.hidePopover();
      return post({entry: button.value}, button);
    }
  });

  // The second half of a double tap on a button that is gone falls on what lay below it, and means nothing there.
  document.addEventListener("click", (event) => {
    const {clientX: x, clientY: y} = event;
    const button = event.target.closest("button");
    const isNear = Date.now() - last.at < 600 && Math.hypot(x - last.x, y - last.y) < 40;
    const isGone = last.button && (!last.button.isConnected || !last.button.checkVisibility() || last.button.textContent !== last.text);
    if (isNear && isGone && button !== last.button && event.target.closest("#entries")) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const stays = button?.matches("[data-field], [data-number]"); // whose second halves have guards of their own
    last = {x, y, at: Date.now(), button: stays ? null : button, text: button?.textContent};
  }, true);

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-refresh], [data-read], .areas a");
    if (!link || !window.htmx) return;
    event.preventDefault();
    if ("read" in link.dataset) {
      outbox.kept(outbox.aside).forEach((tap) => outbox.forget(tap, outbox.aside));
      return showLeft();
    }
    if ("refresh" in link.dataset) return refresh(Object.fromEntries(new URL(link.href).searchParams));
    const area = document.getElementById(link.hash.slice(1));
    area.scrollIntoView();
    area.querySelector("[data-legal], button").focus({preventScroll: true});
  });

  // On a keyboard a digit is its number key; a 1 waits a moment for a second digit where the numbers go on to 18.
  let digits = "";
  let digitsEnd = null;
  document.addEventListener("keydown", (event) => {
    if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, [popover]")) return;
    digits += event.key;
    clearTimeout(digitsEnd);
    const key = () => sheet().querySelector(`[data-number="${digits}"]`);
    const press = () => { key()?.click(); digits = ""; };
    if (sheet().querySelector(`[data-number="${digits}0"]`) && digits.length === 1) digitsEnd = setTimeout(press, 700);
    else press();
  });

  document.addEventListener("toggle", (event) => {
    if (event.target.id !== "menu" || event.newState !== "open") return;
    const list = document.getElementById("others");
    htmx.ajax("GET", list.dataset.url, {source: list, target: "#others", swap: "outerHTML"});
  }, true);

  // A short buzz for an entry and a double one for a refusal, for those who want it.
  const buzz = (well) => { if (vibrates()) navigator.vibrate?.(well ? 15 : [30, 40, 30]); };
  const vibrates = () => localStorage.getItem("vibrate") === "yes";
  document.addEventListener("DOMContentLoaded", () => {
    const box = document.getElementById("vibrate");
    if (!box || !navigator.vibrate) return;
    box.closest("label").hidden = false;
    box.checked = vibrates();
    box.addEventListener("change", () => localStorage.setItem("vibrate", box.checked ? "yes" : "no"));
  });

  // What waits leads to where it may go.
  function lead() {
    const form = sheet();
    const legal = [...form.querySelectorAll(".field[data-legal]")];
    if (!("leads" in form.dataset) || legal.length === 0) return;
    const paper = form.querySelector(".paper").getBoundingClientRect();
    const seen = (box) => box.top >= paper.top && box.bottom <= paper.bottom;
    if (!legal.some((field) => seen(field.getBoundingClientRect()))) legal[0].closest(".area").scrollIntoView();
    if (document.activeElement?.matches(".field:focus-visible:not([data-legal])")) legal[0].focus({preventScroll: true});
  }

  // A picked field that takes no number waits for none: it says why.
  function letGo() {
    const picked = field && sheet().querySelector(`[data-field="${field}"]`);
    if (!picked || numbersOf(picked).length > 0 || !outbox.empty) return;
    field = null;
    paint();
    if (sheet().querySelector(`[data-why="${picked.dataset.field}"]:not([hidden])`)) return; // it has said so
    buzz(false);
    const bonus = usedBonus();
    refresh({why: JSON.stringify({...JSON.parse(picked.dataset.entry), field: picked.dataset.field}), ...(bonus && {bonus})});
  }

  // Why a tap was refused stands below its row, and a mended field may lie behind the bar that came up for it.
  function explain() {
    const form = sheet();
    (form.querySelector("[data-why]") ?? form.querySelector("[data-marked][aria-pressed=true]"))?.scrollIntoView({block: "nearest"});
  }

  document.addEventListener("htmx:config:request", (event) => {
    const {tap, request} = event.detail.ctx;
    for (const [name, value] of tap?.parts ?? []) request.body.append(name, value);
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const {tap, response} = event.detail.ctx;
    if (response?.status >= 500) event.preventDefault(); // the sheet stays; the tap is sent again
    if (!tap) return;
    answer = response?.status ?? null;
    if (answer === 200 && !owing) asked = {};
  });
  // The end takes everybody to the result; a new call begins with nothing picked.
  let before = {called: null, ended: true, open: false};
  function compare() {
    const now = {called: called(), ended: "ended" in sheet().dataset, open: "open" in sheet().dataset};
    if (now.called !== before.called) number = null;
    if (now.ended && !before.ended && outbox.empty) location.assign(sheet().querySelector(".back").href);
    if (before.open && !now.open && !now.ended) location.reload(); // it was taken from this phone: the page tells
    before = now;
  }

  // What several quick taps set off is told together: each answer would else wipe out what the one before it told.
  let told = []; // the nodes that each of them showed
  function tell(tap) {
    const line = document.getElementById("said");
    const isBlank = line.classList.contains("unseen") || !line.textContent.trim();
    if (tap && aim(tap.values) === undefined) told = []; // what was taken back does not hold any more
    const all = isBlank ? told : [...told, [...line.cloneNode(true).childNodes]];
    if (told.length) {
      line.classList.remove("unseen");
      line.replaceChildren(...all.flatMap((nodes, nth) => (nth ? [" · ", ...nodes] : nodes)));
    }
    told = tap && outbox.taps.length > 1 ? all.map((nodes) => nodes.map((node) => node.cloneNode(true))) : [];
  }

  document.addEventListener("htmx:after:swap", (event) => {
    if (!sheet()) return;
    compare();
    tell(event.detail.ctx.tap);
    if (event.detail.ctx.tap && document.activeElement === document.body) sheet().querySelector(".paper").focus({preventScroll: true});
    document.querySelectorAll("[hx-morph-skip-children] .why").forEach((line) => { line.hidden = false; });
    paint();
    showWaiting();
    lead();
    explain();
  });

  window.addEventListener("online", follow);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) follow(); });
  document.addEventListener("DOMContentLoaded", () => { compare(); paint(); lead(); showWaiting(); showLeft(); outbox.pump(); });

  document.addEventListener("moved", (event) => {
    newest = Math.max(newest, Number(event.detail.data));
    follow();
  });
})();
