// Files of a match: saved, shared or copied.

import { csvText } from "./csv.js";

/** @typedef {import("../clag-score/src/sheet/sheet.js").Sheet} Sheet */

/**
 * Returns the record or the table of a match as a file.
 * @param {Sheet} sheet
 * @param {string} rules the reference to the rules
 * @param {string} begun the date of the match, or when it began, in ISO form
 * @param {"toml" | "csv"} ending
 */
export function matchFile(sheet, rules, begun, ending) {
  // Swedish dates are ISO dates; a time is in UTC, in which an evening may be the next day.
  const day = begun.length > 10 ? new Date(begun).toLocaleDateString("sv") : begun;
  const name = `${rules.replace(/\.clag$/, "")}-${day}.${ending}`;
  const isRecord = ending === "toml";
  return new File([isRecord ? sheet.record(day) : csvText(sheet)], name, { type: isRecord ? "text/plain" : "text/csv" });
}

/** Saves a file to the device. @param {File} file */
export function save(file) {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: address, download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Shares a file with another app; returns false if that is not possible.
 * @param {File} file
 * @param {string} title
 */
export async function shareFile(file, title) {
  if (!navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file], title });
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}

/**
 * Shares a file with another app, copies its text, or saves it.
 * @param {File} file
 * @param {string} title
 * @returns {Promise<"copied" | "shared" | "saved">}
 */
export async function share(file, title) {
  if (await shareFile(file, title)) return "shared";
  try {
    await navigator.clipboard.writeText(await file.text());
    return "copied";
  } catch {
    save(file);
    return "saved";
  }
}
