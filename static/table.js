// The table page follows the table: when its log has grown, the page is asked for anew.
(() => {
  "use strict";
  const table = () => document.getElementById("table");
  const isUsed = () => table().querySelector("details[open], input:focus");
  const isResult = () => "ended" in table().dataset;
  let behind = false; // the table moved on while somebody was typing a name

  async function follow() {
    behind = true;
    const result = isResult();
    await htmx.ajax("GET", table().dataset.url, {source: table(), target: "#table", swap: "outerMorph"});
    if (isResult() && !result) scrollTo(0, 0);
  }

  // Nobody's typing is disturbed, but the end is shown to everybody.
  document.addEventListener("htmx:before:swap", (event) => {
    const ended = /<div id="table"[^>]* data-ended/.test(event.detail.ctx.text ?? "");
    if (isUsed() && ended === isResult()) event.preventDefault();
    else behind = false;
  });

  // What a sheet could not save yet is kept on the phone by outbox.js, and saved when that sheet is open.
  try {
    const kept = Object.keys(localStorage).find((name) => name.startsWith(`tap ${location.pathname}/s/`));
    if (kept) {
      const line = document.getElementById("unsaved");
      line.hidden = false;
      line.querySelector("a").href = kept.split(" ")[1];
    }
  } catch { /* a browser that keeps nothing */ }

  document.addEventListener("moved", (event) => {
    if (Number(event.detail.data) > Number(table().dataset.tableVersion)) follow();
  });
  for (const end of ["toggle", "focusout"]) document.addEventListener(end, () => { if (behind) setTimeout(follow); }, true);
})();
