/**
 * Ranks games by how well they agree with somebody's answers and deals.
 * @module
 */

/**
 * Returns the games with their number of agreeing answers, best first; an empty answer is left out.
 * Deals count as one more answer, and games that cannot give their points are left out.
 *
 * Games that agree with all answers come first. Nobody's game may agree with all: the games are then
 * ranked by how many differences from the game that somebody plays are expected. Each answer that
 * disagrees is one. The rest of the rules is unknown, so it counts as the mean number of differences
 * from the other games. In this mean a game counts once, and once more for each bit of information
 * in the answers that it agrees with or resembles: an answer that few games give says more.
 * @param {{ name: string, title: string, differences: number[], answers: Record<string, string[]>,
 *   resembles: string[] }[]} games `differences` are the numbers of differences from each of the games
 * @param {Record<string, string>} answers the answer to each question
 * @param {Record<string, { gives: string }>} [judged] what `judge` says of each game
 */
export function ranked(games, answers, judged = {}) {
  const given = Object.entries(answers).filter(([, answer]) => answer);
  const agrees = given.map(([question, answer]) => (game) => game.answers[question].includes(answer));
  const likely = given.map(([, answer], at) => (game) => agrees[at](game) || game.resembles.includes(answer));
  if (Object.keys(judged).length > 0) {
    for (const each of [agrees, likely]) each.push(({ name }) => judged[name]?.gives === "yes");
  }
  const bits = likely.map((is) => Math.log2(games.length / games.filter(is).length));
  const weights = games.map((game) => likely.reduce((sum, is, at) => sum + (is(game) ? bits[at] : 0), 1));
  const total = weights.reduce((sum, weight) => sum + weight);
  const counted = games.map((game, own) => {
    const agreed = agrees.filter((is) => is(game)).length;
    const sum = game.differences.reduce((all, number, at) => all + number * weights[at], 0);
    const expected = agrees.length - agreed + sum / (total - weights[own]);
    return { ...game, agreed, answered: agrees.length, weight: weights[own], expected };
  });
  return counted
    .filter(({ name }) => judged[name]?.gives !== "no")
    .sort((one, other) =>
      Number(one.agreed < one.answered) - Number(other.agreed < other.answered) || one.expected - other.expected);
}
