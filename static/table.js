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

  document.addEventListener("moved", (event) => {
    if (Number(event.detail.data) > Number(table().dataset.tableVersion)) follow();
  });
  for (const end of ["toggle", "focusout"]) document.addEventListener(end, () => { if (behind) setTimeout(follow); }, true);
})();
