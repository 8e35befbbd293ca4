// The dialog in which a call is made follows the table: what lies there, whose turn it is. It picks nothing by itself.
(() => {
  "use strict";
  const body = () => document.getElementById("call-body");
  const load = (url) => htmx.ajax("GET", url, {source: body(), target: "#call-body", swap: "outerMorph"});

  document.addEventListener("htmx:after:swap", (event) => {
    const sheet = document.getElementById("entries");
    if (!body() || !sheet || body().dataset.moment === sheet.dataset.moment) return;
    const {sourceElement, response} = event.detail.ctx;
    const called = sourceElement?.matches?.("[data-beside]") && response.status === 200; // its own call was made
    if (called || !sourceElement?.closest?.("#call")) load(called ? body().dataset.base : body().dataset.url);
  });
})();
