// A score sheet as a table for a spreadsheet, which `clagdsl replay` reads, too.

/** A cell; one that a spreadsheet would calculate stands behind an apostrophe. */
function csvCell(value) {
  const text = /^'*[=+\-@\t\r]/.test(String(value)) && !/^-?\d+$/.test(String(value)) ? `'${value}` : String(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {import("../clag-score/src/sheet/sheet.js").Sheet} sheet */
export function csvText(sheet) {
  const head = ["deal", ...sheet.names.flatMap((name) => [`${name} bid`, `${name} tricks`, `${name} total`])];
  const rows = sheet.rows.map((row) => [
    row.deal,
    ...sheet.names.flatMap((_, seat) => [row.bids[seat] ?? "-", row.tricks[seat] ?? "", row.totals[seat] ?? ""]),
  ]);
  return [head, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}
