// The dialog in which a call is made follows the table: what lies there, whose turn it is. It picks nothing by itself.
(() => {
  "use strict";
  const body = () => document.getElementById("call-body");
  const why = () => body().querySelector(".why:not([hidden])");
  const settle = () => body().querySelector(".rolled")?.reset(); // the dice that are lit are those that were counted

  // What was picked is on its way; the next call begins with nothing picked.
  document.addEventListener("calling", () => { body().dataset.url = body().dataset.base; });

  // It opens at its top, or where it says why the call was refused.
  document.addEventListener("toggle", (event) => {
    if (event.target.id !== "call" || event.newState !== "open") return;
    event.target.scrollTop = 0;
    why()?.scrollIntoView({block: "nearest"});
  }, true);

  document.addEventListener("htmx:after:swap", (event) => {
    const sheet = document.getElementById("entries");
    if (!body() || !sheet) return;
    const {sourceElement, tap, response} = event.detail.ctx;
    const isRefused = tap?.parts?.length && response.status !== 200; // then the dialog says why
    if (isRefused || sourceElement?.closest?.("#call")) {
      settle();
      return why()?.scrollIntoView({block: "nearest"});
    }
    if (body().dataset.moment === sheet.dataset.moment) return;
    if (sheet.querySelector(".open-call") && !why()) body().closest("[popover]").hidePopover(); // somebody was faster: look
    htmx.ajax("GET", body().dataset.url, {source: body(), target: "#call-body", swap: "outerMorph"});
  });

  document.addEventListener("htmx:error", (event) => {
    if (!event.target.closest?.("#call")) return;
    body().querySelector(".unreached").hidden = false;
    settle();
  });
})();
