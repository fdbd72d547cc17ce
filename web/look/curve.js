/**
 * The totals of everybody over the deals, as lines.
 *
 * Screen readers skip the drawing: the same figures are in the sheet beside it.
 * @module
 */

import { personStyle } from "./people.js";
import { h } from "./view.js";

const EDGE = 4;
const ROOM_FOR_NAMES = 64;
const LABEL_HEIGHT = 12;

/**
 * Returns the chart.
 * @param {(number | null)[][]} totals rows from the start to the last deal; in each the total of each
 *   line, null for a player who was not there
 * @param {string[]} names by line
 * @param {{width?: number, height?: number}} [size] in units of the drawing, which fills its place
 */
export function curve(totals, names, { width = 320, height = 130 } = {}) {
  const values = totals.flat().filter((value) => value !== null);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(1, ...values)];
  const right = width - ROOM_FOR_NAMES;
  const x = (row) => EDGE + (row / Math.max(1, totals.length - 1)) * (right - 2 * EDGE);
  const y = (value) => 10 + (1 - (value - lowest) / (highest - lowest)) * (height - 20);
  const last = names.map((_, line) => totals.findLast((row) => (row[line] ?? null) !== null)?.[line] ?? 0);
  const order = names.map((_, line) => line).sort((a, b) => last[b] - last[a]);
  let bottom = -LABEL_HEIGHT;
  const labels = order.map((line) => {
    bottom = Math.max(y(last[line]) + EDGE, bottom + LABEL_HEIGHT);
    return h("text", { key: line, class: "of-person", style: personStyle(line), x: right + 2, y: bottom }, shortened(names[line]));
  });
  const points = (line) =>
    totals
      .map((row, place) => (row[line] ?? null) !== null && `${x(place).toFixed(1)},${y(row[line]).toFixed(1)}`)
      .filter(Boolean)
      .join(" ");
  return h(
    "svg",
    { class: "curve", viewBox: `0 0 ${width} ${Math.max(height, bottom + EDGE)}`, "aria-hidden": "true" },
    h("path", { class: "axis", d: `M${EDGE} ${y(0)}H${right - EDGE}` }),
    names.map((_, line) => h("polyline", { key: line, class: "of-person", style: personStyle(line), points: points(line) })),
    labels,
  );
}

/** Returns a name that fits beside the chart. */
const shortened = (name) => ([...name].length > 9 ? `${[...name].slice(0, 8).join("")}…` : name);
