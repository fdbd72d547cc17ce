// The entries of a match that is kept in this browser.

import { localWords as words } from "../look/words.js";

/** A `Store` over the current match of a shelf; other windows of the browser may change it. */
export class LocalStore {
  #shelf;
  #report = (_message) => {};

  /** @param {import("./shelf.js").Shelf} shelf */
  constructor(shelf) {
    this.#shelf = shelf;
    /** The entries as this window knows them. @type {string[]} */
    this.log = shelf.current.log;
  }

  get entries() {
    const times = this.#shelf.current?.times ?? [];
    return this.log.map((entry, place) => ({ entry, at: times[place] ?? null }));
  }

  get notice() {
    return this.#shelf.keeps ? "" : words.notKept;
  }

  get whereKept() {
    return this.#shelf.keeps ? words.keptHere : words.notKeptHere;
  }

  /** @param {(message?: string) => void} callback */
  onChange(callback) {
    this.#report = callback;
  }

  /** @param {string} entry @returns {string} */
  enter(entry) {
    if (this.#takeOver()) return words.elsewhere;
    this.log = [...this.log, entry];
    this.#shelf.log(this.log);
    return "";
  }

  /** Takes over what other windows have kept; reports whether the match is still there. */
  follow() {
    if (this.#takeOver()) this.#report();
    return this.#shelf.current !== null;
  }

  #takeOver() {
    if (this.#shelf.refresh(this.log)) return false;
    this.log = this.#shelf.current?.log ?? this.log;
    return true;
  }
}
