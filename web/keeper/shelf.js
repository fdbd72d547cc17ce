// The matches that are kept in this browser: the entries of each, from which all else follows.

const MOST_MATCHES = 50;
const MOST_NAMES = 60;

export class Shelf {
  /** @param {string} key under which everything is kept: other rules have another one */
  constructor(key) {
    this.key = key;
    /** Whether the browser keeps what is entered. */
    this.keeps = true;
    this.read();
  }

  read() {
    this.held = { version: 1, current: null, matches: [], regulars: [] };
    try {
      const kept = JSON.parse(localStorage.getItem(this.key));
      if (kept && kept.version === 1) this.held = kept;
    } catch {
      this.keeps = false;
    }
  }

  #write() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.held));
    } catch {
      this.keeps = false;
    }
  }

  /** The matches, the last begun first. */
  get matches() {
    return this.held.matches;
  }

  /** The match that is kept now, or null. */
  get current() {
    return this.matches.find((one) => one.id === this.held.current) ?? null;
  }

  /** Names that have played before. */
  get regulars() {
    return this.held.regulars;
  }

  begin({ names, dealer, parameters }) {
    const begun = new Date().toISOString();
    const id = `${begun} ${Math.random()}`;
    this.held.matches = [{ id, begun, names, dealer, parameters, log: [] }, ...this.matches].slice(0, MOST_MATCHES);
    this.held.regulars = [...new Set([...names, ...this.regulars])].slice(0, MOST_NAMES);
    this.choose(id);
  }

  /** Keep the entries of the match so far. @param {string[]} entries */
  log(entries) {
    this.current.log = entries;
    this.#write();
  }

  /** Offer the name of somebody who has come from now on. @param {string} name */
  know(name) {
    this.held.regulars = [...new Set([name, ...this.regulars])].slice(0, MOST_NAMES);
    this.#write();
  }

  choose(id) {
    this.held.current = id;
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
