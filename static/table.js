// The table page follows the table: when its log has grown, the page is asked for anew.
(() => {
  "use strict";
  const table = () => document.getElementById("table");
  document.addEventListener("moved", (event) => {
    const busy = table().querySelector("details[open], input:focus");
    if (Number(event.detail.data) <= Number(table().dataset.tableVersion) || busy) return;
    htmx.ajax("GET", table().dataset.url, {source: table(), target: "#table", swap: "outerMorph"});
  });
})();
