// A score sheet as a table for a spreadsheet, which `clagdsl replay` reads, too.

/** A cell; one that a spreadsheet would calculate stands behind an apostrophe. */
function csvCell(value) {
  const text = /^'*[=+\-@\t\r]/.test(String(value)) && !/^-?\d+$/.test(String(value)) ? `'${value}` : String(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {import("../clag-score/src/sheet/sheet.js").Sheet} sheet */
export function csvText(sheet) {
  const { names, takers } = sheet;
  const hasTakers = takers.some(Boolean);
  const head = [
    "deal",
    ...names.flatMap((name) => [`${name} bid`, `${name} tricks`, `${name} total`]),
    ...(hasTakers ? ["taken"] : []),
  ];
  const rows = sheet.rows.map((row, place) => [
    row.deal,
    ...names.flatMap((_, line) => [row.bids[line] ?? "-", row.tricks[line] ?? "", row.totals[line] ?? ""]),
    ...(hasTakers ? [(takers[place] ?? []).map((line) => line + 1).join(" ")] : []),
  ]);
  return [head, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}
