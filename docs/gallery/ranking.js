/**
 * Ranks games by how well they agree with somebody's answers and deals.
 * @module
 */

const FEW = 2; // games with this many disagreeing answers, or more, are ranked by expected differences alone

const tier = ({ agreed, answered }) => Math.min(answered - agreed, FEW);

/** Returns whether a game can be played by each number in the text. */
const seats = (game, text) => text.match(/\d+/g).every((number) => game.answers.players.includes(number));

/**
 * Returns the test of whether a game agrees with an answer. Somebody can answer with any range of
 * players: if no game has this range, the games that can be played by all its numbers agree.
 */
function agreement(games, question, answer) {
  const has = (game) => game.answers[question].includes(answer);
  return question === "players" && !games.some(has) ? (game) => seats(game, answer) : has;
}

/** Returns the players that somebody types, such as "4" or "3-5", as an answer; "" without a number. */
export function playersAnswer(text) {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  return [...new Set([Math.min(...numbers), Math.max(...numbers)])].filter(Number.isFinite).join(" to ");
}

/**
 * Returns the games with their number of agreeing answers and the questions on which they disagree,
 * best first; an empty answer is left out. Deals count as one more answer, and games that cannot
 * give their points are left out.
 *
 * Games that agree with all answers come first, then those that agree with all but one. Any others,
 * and ties, are ranked by how many differences from the game that somebody plays are expected. Each
 * answer that disagrees is one. The rest of the rules is unknown, so it counts as the mean number of
 * differences from all games. In this mean a game counts once, and once more for each bit of
 * information in the answers that it agrees with or resembles: an answer that few games give says
 * more. The number of agreeing answers alone finds far fewer games in `benchmarks/which_game.py`.
 * @param {{ name: string, title: string, differences: number[], answers: Record<string, string[]>,
 *   resembles: string[] }[]} games `differences` are the numbers of differences from each of the games
 * @param {Record<string, string>} answers the answer to each question
 * @param {Record<string, { gives: string }>} [judged] what `judge` says of each game
 */
export function ranked(games, answers, judged = {}) {
  const given = Object.entries(answers).filter(([, answer]) => answer);
  const agrees = given.map(([question, answer]) => agreement(games, question, answer));
  const likely = given.map(([, answer], at) => (game) => agrees[at](game) || game.resembles.includes(answer));
  if (Object.keys(judged).length > 0) {
    for (const each of [agrees, likely]) each.push(({ name }) => judged[name]?.gives === "yes");
  }
  const bits = likely.map((is) => Math.log2(games.length / games.filter(is).length));
  const weights = games.map((game) => likely.reduce((sum, is, at) => sum + (is(game) ? bits[at] : 0), 1));
  const total = weights.reduce((sum, weight) => sum + weight);
  const counted = games.map((game, own) => {
    const agreed = agrees.filter((is) => is(game)).length;
    const disagrees = given.filter((_, at) => !agrees[at](game)).map(([question]) => question);
    const sum = game.differences.reduce((all, number, at) => all + number * weights[at], 0);
    const expected = agrees.length - agreed + sum / total;
    return { ...game, agreed, answered: agrees.length, disagrees, weight: weights[own], expected };
  });
  return counted
    .filter(({ name }) => judged[name]?.gives !== "no")
    .sort((one, other) => tier(one) - tier(other) || one.expected - other.expected);
}
