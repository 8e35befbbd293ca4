// The table page follows the table: when its log has grown, the page is asked for anew.
(() => {
  "use strict";
  const table = () => document.getElementById("table");
  const isUsed = () => table().querySelector("details[open], input:focus");
  let behind = false; // the table moved on while somebody was typing a name

  function follow() {
    behind = true;
    if (isUsed()) return;
    behind = false;
    htmx.ajax("GET", table().dataset.url, {source: table(), target: "#table", swap: "outerMorph"});
  }

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
