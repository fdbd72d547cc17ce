// Runs the tests' jobs in the JavaScript core: JSON from standard input to standard output.

import "./english.mjs";
import { readFileSync } from "node:fs";

import { AUCTIONS, BIDS, LIMITS, SIGHTS } from "../../web/clag-score/src/score/bids.js";
import { ARITHMETIC, COMPARISONS, EXPRESSIONS, FUNCTIONS, LOGIC } from "../../web/clag-score/src/score/expressions.js";
import { RANKS_OF_PACK } from "../../web/clag-score/src/score/pack.js";
import { LADDERS, SIZES } from "../../web/clag-score/src/score/schedule.js";
import { deals, Fault, Refused, score, Table } from "../../web/clag-score/src/score/score.js";
import { CONTRACTS, CRITERIA, DEAL_WINNERS } from "../../web/clag-score/src/score/scoring.js";
import { GROUPS, PAST, RANGES, TRUMPS, TURNED_CASES } from "../../web/clag-score/src/score/table.js";
import { WORTHS } from "../../web/clag-score/src/score/worths.js";
import { settlePayments } from "../../web/house/payments.js";
import { remarksOn } from "../../web/house/remarks.js";
import { csvText } from "../../web/keeper/csv.js";
import { logLines } from "../../web/look/log_lines.js";
import { entryWords } from "../../web/look/words.js";
import { attendance, places, totalsByDeal } from "../../web/look/standings.js";
import { DEALS_NEXT } from "../../web/clag-score/src/sheet/declared.js";
import { ENTRY_KINDS } from "../../web/clag-score/src/sheet/entries.js";
import { NAMEABLE } from "../../web/clag-score/src/sheet/judging.js";
import { keep, sheetView } from "../../web/clag-score/src/sheet/sheet.js";
import { CALLERS, ROLES, SHOWN } from "../../web/clag-score/src/sheet/turns.js";

const { games, jobs } = JSON.parse(readFileSync(0, "utf-8"));
const tables = new Map();

function table({ game, players, parameters = {} }) {
  const key = JSON.stringify([game, players, parameters]);
  if (!tables.has(key)) tables.set(key, new Table(games[game], players, parameters));
  return tables.get(key);
}

/** Returns a short state of a sheet, with its legal entries as one text. */
const standing = (sheet) => [
  sheet.phase,
  sheet.actor,
  sheet.deal.deal,
  sheet.totals,
  sheet.deal.trump,
  sheet.deal.bids,
  sheet.waiting, sheet.anew,
  sheet.legal().join("; "),
];

function kept(job) {
  const empty = keep(table(job), job);
  let sheet = empty;
  const steps = [];
  for (const entry of job.entries) {
    const why = sheet.whyNot(entry);
    if (why) steps.push([why.code, why.reason, why.source, why.place && why.place.line]);
    else {
      sheet = sheet.apply(entry);
      steps.push(standing(sheet));
    }
  }
  const stakes = (job.stakes || []).map(([seat, bid]) => answered(() => sheet.stake(seat, bid)));
  return { steps, shown: shown(empty, sheet), view: sheetView(sheet), record: sheet.record(job.played), table: csvText(sheet), stakes };
}

/** Returns what the pages show of a match: its log in sentences, and who is where. */
function shown(empty, sheet) {
  const log = sheet.log.map((entry, number) => ({ entry, by: "Ann", at: `time ${number}` }));
  return {
    lines: logLines(empty, log),
    places: places(sheet),
    attendance: attendance(sheet, sheet.rows),
    totals: totalsByDeal(sheet),
    remarks: remarksOn(sheet),
    settled: settlePayments(sheet.payments),
  };
}

function answered(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return { code: error.code };
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

/** All tables of words that the core and the sheets distinguish. */
const KNOWN = {
  ...{ ARITHMETIC, AUCTIONS, BIDS, CALLERS, COMPARISONS, CONTRACTS, CRITERIA, DEALS_NEXT, DEAL_WINNERS },
  ...{ EXPRESSIONS, FUNCTIONS, GROUPS, LADDERS, LIMITS, LOGIC, NAMEABLE, PAST, RANGES, RANKS_OF_PACK },
  ...{ ROLES, SHOWN, SIGHTS, SIZES, TRUMPS, TURNED_CASES, WORTHS },
};

const KINDS = {
  known: () =>
    Object.fromEntries(Object.entries(KNOWN).map(([name, told]) => [name, Object.keys(told)])),
  schedule: (job) => deals(games[job.game], job.players, job.parameters),
  score: (job) => score(table(job), job),
  sheet: kept,
  settled: (job) => settlePayments(job.balances),
  entries: () => [ENTRY_KINDS, Object.keys(entryWords)],
};

process.stdout.write(JSON.stringify(jobs.map((job) => answered(() => KINDS[job.kind](job)))));
