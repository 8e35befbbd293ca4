// Taps on their way to the server: each is kept on the phone until it is answered, and they go one after the other.
// It knows no sheet: its owner says how a tap is sent, and shows what waits.
class Outbox {
  // place: whose taps these are. deliver(tap) gives "stands", "refused", "gone" if the sheet is no longer this phone's, or
  // "lost" if no answer came.
  // changed(verdict, given back): called after every step; a refusal gives back whatever was tapped after it.
  constructor(place, deliver, changed) {
    this.prefix = `tap ${place} `;
    this.aside = `left ${place} `; // taps for a sheet that was gone, until the player has read of them
    this.deliver = deliver;
    this.changed = changed;
    this.taps = this.kept();
    this.busy = false;
    this.failures = 0;
  }

  get empty() { return this.taps.length === 0; }

  add(tap) {
    this.taps.push({...tap, at: Math.max(Date.now(), 1 + (this.taps.at(-1)?.at ?? 0))});
    this.keep(this.taps.at(-1));
    this.changed();
    this.pump();
  }

  async pump() {
    clearTimeout(this.timer);
    if (this.busy || this.empty) return;
    const [tap] = this.taps;
    this.busy = true;
    const verdict = await this.deliver(tap);
    this.busy = false;
    if (verdict === "lost") {
      this.failures += 1;
      this.timer = setTimeout(() => this.pump(), Math.min(15000, 500 * 2 ** this.failures));
      return this.changed(verdict);
    }
    this.failures = 0;
    const done = verdict === "stands" ? [tap] : this.taps; // the rest was meant for a sheet on which this tap stands
    this.taps = this.taps.slice(done.length);
    if (verdict === "gone") done.forEach((one) => this.keep(one, this.aside));
    done.forEach((one) => this.forget(one));
    this.changed(verdict, done.slice(1));
    this.pump();
  }

  // One entry of the phone's storage for each tap, so that two pages of one sheet never overwrite each other's.
  kept(prefix = this.prefix) {
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
      return names.map((name) => JSON.parse(localStorage.getItem(name))).sort((a, b) => a.at - b.at);
    } catch {
      return []; // a browser that keeps nothing
    }
  }

  keep(tap, prefix = this.prefix) {
    try { localStorage.setItem(prefix + tap.key, JSON.stringify(tap)); } catch { /* then it lasts as long as the page */ }
  }

  forget(tap, prefix = this.prefix) {
    try { localStorage.removeItem(prefix + tap.key); } catch { /* nothing was kept */ }
  }
}
