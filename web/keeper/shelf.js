// The matches that are kept in this browser: the entries of each, from which all else follows.
//
// All windows of a browser share them, and each has its own match: another window does not change
// which one is on the page, and nothing is written over what it has kept meanwhile.

const MOST_NAMES = 60;

export class Shelf {
  /** @param {string} key under which everything is kept: other rules have another one */
  constructor(key) {
    this.key = key;
    /** Whether the browser keeps what is entered. */
    this.keeps = true;
    /** What is kept as it was read or written last. @type {string | null} */
    this.text = null;
    this.read();
    this.id = this.#idOfWindow() ?? this.held.current;
  }

  /** Read what is kept, where a window of this browser may have changed it. */
  read() {
    try {
      this.text = localStorage.getItem(this.key);
    } catch {
      this.keeps = false;
    }
    this.held = { version: 1, current: null, matches: [], regulars: [], ...readHeld(this.text) };
  }

  /**
   * Take over what another window has kept meanwhile.
   * @param {string[] | null} entries what this window knows of its match
   * @returns {boolean} whether its match is as it knows it
   */
  refresh(entries) {
    if (this.#isStale()) this.read();
    const kept = this.current ? this.current.log : null;
    return kept === entries || JSON.stringify(kept) === JSON.stringify(entries);
  }

  /** Whether another window has kept something since this one has read or written. */
  #isStale() {
    try {
      return this.keeps && localStorage.getItem(this.key) !== this.text;
    } catch {
      return false;
    }
  }

  #write() {
    try {
      const text = JSON.stringify(this.held);
      localStorage.setItem(this.key, text);
      this.text = text;
      this.keeps = true;
    } catch {
      this.keeps = false;
    }
  }

  /** Which match this window had before it was loaded anew; "" where it had none. */
  #idOfWindow() {
    try {
      return sessionStorage.getItem(this.key);
    } catch {
      return null;
    }
  }

  /** The matches, the last begun first. */
  get matches() {
    return this.held.matches;
  }

  /** The match that is kept now, or null. */
  get current() {
    return this.matches.find((one) => one.id === this.id) ?? null;
  }

  /** Names that have played before. */
  get regulars() {
    return this.held.regulars;
  }

  begin({ names, dealer, parameters }) {
    const begun = new Date().toISOString();
    const id = `${begun} ${Math.random()}`;
    this.held.matches = [{ id, begun, names, dealer, parameters, log: [] }, ...this.matches];
    this.held.regulars = [...new Set([...names, ...this.regulars])].slice(0, MOST_NAMES);
    this.choose(id);
  }

  /** Takes over a match that came with the page, unless it is here already, and chooses it. */
  take(match) {
    if (this.matches.some(({ id }) => id === match.id)) return;
    this.held.matches = [match, ...this.matches];
    this.held.regulars = [...new Set([...match.names, ...this.regulars])].slice(0, MOST_NAMES);
    this.choose(match.id);
  }

  /** Keep the entries of the match so far, and when each was made. @param {string[]} entries */
  log(entries) {
    const now = new Date().toISOString();
    const { log, times = log.map(() => null) } = this.current;
    this.current.times = entries.map((_, place) => (place < times.length ? times[place] : now));
    this.current.log = entries;
    this.#write();
  }

  /** Offer the name of somebody who has come from now on. @param {string} name */
  know(name) {
    this.held.regulars = [...new Set([name, ...this.regulars])].slice(0, MOST_NAMES);
    this.#write();
  }

  choose(id) {
    this.id = id;
    this.held.current = id;
    try {
      sessionStorage.setItem(this.key, id ?? "");
    } catch {
      // then it is the match that was chosen last in any window
    }
    this.#write();
  }

  close() {
    this.choose(null);
  }

  remove(id) {
    this.held.matches = this.matches.filter((one) => one.id !== id);
    this.#write();
  }
}

/** What was kept, if this program can read it. */
function readHeld(text) {
  try {
    const kept = JSON.parse(text);
    return kept?.version === 1 ? kept : {};
  } catch {
    return {};
  }
}
