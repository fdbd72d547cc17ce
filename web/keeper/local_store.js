// The entries of a match that is kept in this browser.

import { phrase } from "../look/catalogue.js";

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */

/** A `Store` over the current match of a shelf; other windows of the browser may change it. */
export class LocalStore {
  #shelf;
  #sheetOf;
  #report = (_message) => {};

  /**
   * Throws if the entries do not fit the rules.
   * @param {import("./shelf.js").Shelf} shelf
   * @param {(match: any) => Sheet} sheetOf returns the sheet of a match
   */
  constructor(shelf, sheetOf) {
    this.#shelf = shelf;
    this.#sheetOf = sheetOf;
    /** The sheet as this window knows it. */
    this.sheet = sheetOf(shelf.current);
  }

  get entries() {
    const times = this.#shelf.current?.times ?? [];
    return this.sheet.log.map((entry, place) => ({ entry, at: times[place] ?? null }));
  }

  get notice() {
    return this.#shelf.keeps ? "" : phrase("local-not-kept");
  }

  get whereKept() {
    return this.#shelf.keeps ? phrase("local-kept-here") : phrase("local-not-kept-here");
  }

  /** @param {(message?: string) => void} callback */
  onChange(callback) {
    this.#report = callback;
  }

  /** @param {string} entry @returns {string} */
  enter(entry) {
    if (this.#takeOver()) return phrase("local-elsewhere");
    this.sheet = this.sheet.apply(entry);
    this.#shelf.log(this.sheet.log);
    return "";
  }

  /** Takes over what other windows have kept; reports whether the match is still there. */
  follow() {
    if (this.#takeOver()) this.#report();
    return this.#shelf.current !== null;
  }

  #takeOver() {
    if (this.#shelf.refresh(this.sheet.log)) return false;
    if (this.#shelf.current) this.sheet = this.#sheetOf(this.#shelf.current);
    return true;
  }
}
