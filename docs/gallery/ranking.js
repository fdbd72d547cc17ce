/**
 * Ranks games by how well they agree with somebody's answers and deals.
 * @module
 */

/**
 * Returns the games with their number of agreeing answers, best first; an empty answer is left out.
 * Deals count as one more answer, and games that cannot give their points are left out.
 * @param {{ name: string, title: string, answers: Record<string, string[]> }[]} games
 * @param {Record<string, string>} answers the answer to each question
 * @param {Record<string, { gives: string }>} [judged] what `judge` says of each game
 */
export function ranked(games, answers, judged = {}) {
  const answered = Object.entries(answers).filter(([, answer]) => answer);
  const agreeing = ({ name, answers: own }) =>
    answered.filter(([question, answer]) => own[question].includes(answer)).length +
    Number(judged[name]?.gives === "yes");
  const asked = answered.length + Number(Object.keys(judged).length > 0);
  return games
    .filter(({ name }) => judged[name]?.gives !== "no")
    .map((game) => ({ ...game, agreed: agreeing(game), answered: asked }))
    .sort((one, other) => other.agreed - one.agreed);
}
