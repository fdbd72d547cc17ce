/**
 * The result of a match as a picture to share: 1080 by 1350, drawn with the colours of the tokens.
 * @module
 */

import { linesByPlace, places, totalsByDeal } from "../look/standings.js";
import { phrase, plain } from "../look/catalogue.js";
import { dateText, dealsPlayed } from "../look/words.js";

/** @typedef {import("./paper.js").PaperMatch} PaperMatch */

const WIDTH = 1080;
const HEIGHT = 1350;
const MARGIN = 80;
/** Where the people begin and end, and where the curve does. */
const PEOPLE = [350, 1000];
const CURVE = [1050, 1280];
const MOST_ROW = 100;
const FAINT = 0.45;

/**
 * Returns the picture, and the same as a file.
 * @param {PaperMatch} match
 * @returns {Promise<{canvas: HTMLCanvasElement, file: File}>}
 */
export async function resultPicture(match) {
  const canvas = drawPicture(match);
  /** @type {Blob} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const stem = `${match.title} ${match.date.slice(0, 10)}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return { canvas, file: new File([blob], `${stem}.png`, { type: "image/png" }) };
}

/** @param {PaperMatch} match */
function drawPicture({ sheet, title, date }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT, className: "picture" });
  const pen = canvas.getContext("2d");
  const colour = tokenColours();
  const place = places(sheet);
  const lines = linesByPlace(sheet).filter((line) => place[line] !== null);
  const winners = sheet.winners.map((line) => sheet.names[line]);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${phrase("wins", { names: winners })}. ${lines.map((line) => `${sheet.names[line]} ${plain(sheet.totals[line])}`).join(", ")}`);

  const write = (text, x, y, { size, weight = 700, ink = colour("--on-felt"), align = "left", room = WIDTH }) => {
    pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
    pen.fillStyle = ink;
    pen.textAlign = /** @type {CanvasTextAlign} */ (align);
    pen.fillText(text, x, y, room);
  };
  const glow = pen.createRadialGradient(WIDTH / 2, 200, 50, WIDTH / 2, 500, 1100);
  glow.addColorStop(0, colour("--felt"));
  glow.addColorStop(1, colour("--felt-deep"));
  pen.fillStyle = glow;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const soft = colour("--on-felt-soft");
  const room = WIDTH - 2 * MARGIN;
  write(title, MARGIN, 120, { size: 44, weight: 500, ink: soft, room });
  write(phrase("wins", { names: winners }), MARGIN, 225, { size: 96, weight: 800, room });
  write(`${dateText(date)}, ${dealsPlayed(sheet.rows.length, sheet.ended)}`, MARGIN, 290, { size: 36, weight: 400, ink: soft, room });

  const row = Math.min(MOST_ROW, (PEOPLE[1] - PEOPLE[0]) / lines.length);
  lines.forEach((line, index) => {
    const middle = PEOPLE[0] + (index + 0.5) * row;
    const base = middle + row * 0.16;
    pen.globalAlpha = place[line] === 1 ? 0.3 : 0.09;
    pen.fillStyle = place[line] === 1 ? colour("--turn") : colour("--on-felt");
    pen.beginPath();
    pen.roundRect(MARGIN - 20, middle - row * 0.44, room + 40, row * 0.88, 22);
    pen.fill();
    pen.globalAlpha = 1;
    write(String(place[line]), MARGIN + 36, base, { size: row * 0.4, align: "center", ink: soft });
    pen.fillStyle = colour(`--p${line % 10}`);
    pen.beginPath();
    pen.arc(MARGIN + 116, middle, row * 0.32, 0, 2 * Math.PI);
    pen.fill();
    write([...sheet.names[line].trim()][0] ?? "?", MARGIN + 116, base - row * 0.04, { size: row * 0.34, align: "center", ink: "#fff" });
    write(sheet.names[line], MARGIN + 176, base, { size: row * 0.44, room: 520 });
    write(plain(sheet.totals[line]), WIDTH - MARGIN - 20, base + row * 0.02, { size: row * 0.52, align: "right", room: 220 });
  });

  const totals = totalsByDeal(sheet);
  const values = totals.flat().filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (deal) => MARGIN + (deal / Math.max(1, totals.length - 1)) * room;
  const y = (value) => CURVE[1] - ((value - low) / (high - low)) * (CURVE[1] - CURVE[0]);
  pen.lineWidth = 6;
  pen.lineJoin = "round";
  for (const line of [...lines].reverse()) {
    pen.globalAlpha = place[line] === 1 ? 1 : FAINT;
    pen.strokeStyle = place[line] === 1 ? colour("--turn") : colour("--on-felt");
    pen.beginPath();
    totals.forEach((values, deal) => {
      if (values[line] !== null) pen.lineTo(x(deal), y(values[line]));
    });
    pen.stroke();
  }
  return canvas;
}

/** Returns a function from a token to its colour as a canvas can take it, in the theme of the page. */
function tokenColours() {
  const probe = document.createElement("i");
  const colours = new Map();
  return (name) => {
    if (!colours.has(name)) {
      document.body.append(probe);
      probe.style.color = `var(${name})`;
      colours.set(name, getComputedStyle(probe).color);
      probe.remove();
    }
    return colours.get(name);
  };
}
