// Keeps the screen awake while the sheet on it is open for entries, and lets it sleep once the game has ended.
// By the Wake Lock API where there is one; browsers offer it on https only, so that on plain http a silent video plays.
// No entry, no field and no game is known here.
(() => {
  "use strict";

  const here = document.currentScript.src;
  const playing = () => !document.hidden && document.querySelector("#sheet [data-open]") !== null;
  let lock = null;
  let asked = false; // for a lock, and not answered yet
  let video = null;

  function settle() {
    if (navigator.wakeLock) settleLock();
    else settleVideo();
  }

  // A lock is lost whenever the page is hidden, and the browser may refuse one to save its battery.
  async function settleLock() {
    if (asked) return;
    if (!playing()) {
      lock?.release();
      lock = null;
      return;
    }
    if (lock && !lock.released) return;
    asked = true;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    asked = false;
    if (!playing()) settleLock();
  }

  // Before its first tap a page may play nothing; until then, and where videos are forbidden, the screen sleeps as ever.
  function settleVideo() {
    if (!playing()) return video?.pause();
    if (video?.paused) video.play().catch(() => {});
  }

  // What the browsers ask of a video that is to keep the screen awake: a sound track (Firefox, Safari); a fifth of the
  // screen or more (Chromium); no loop attribute, and sound that is not switched off (Safari). The sound is silence.
  function makeVideo() {
    video = document.createElement("video");
    video.muted = !("webkitSetPresentationMode" in video);
    video.playsInline = true;
    video.disablePictureInPicture = video.disableRemotePlayback = true;
    video.tabIndex = -1;
    video.setAttribute("aria-hidden", "true");
    Object.assign(video.style, {
      position: "fixed", inset: 0, width: "100%", height: "100%", objectFit: "fill", opacity: .01, zIndex: -1, pointerEvents: "none",
    });
    for (const kind of ["mp4", "webm"]) {
      const source = document.createElement("source");
      source.type = `video/${kind}`;
      source.src = new URL(`awake.${kind}`, here);
      video.append(source);
    }
    const again = () => { video.currentTime = 0; };
    video.addEventListener("timeupdate", () => { if (video.currentTime > video.duration / 2) again(); });
    video.addEventListener("ended", () => { again(); settle(); });
    if (navigator.audioSession) navigator.audioSession.type = "ambient"; // music goes on
    document.body.append(video);
  }

  document.addEventListener("click", () => {
    if (navigator.wakeLock || !playing()) return;
    if (!video) makeVideo();
    settle();
  }, true);
  document.addEventListener("visibilitychange", settle);
  document.addEventListener("htmx:after:swap", settle);
  settle();
})();
