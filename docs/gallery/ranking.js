/**
 * Ranks games by how well they agree with somebody's answers.
 * @module
 */

/**
 * Returns the games with their number of agreeing answers, best first; an empty answer is left out.
 * @param {{ name: string, title: string, answers: Record<string, string[]> }[]} games
 * @param {Record<string, string>} answers the answer to each question
 */
export function ranked(games, answers) {
  const answered = Object.entries(answers).filter(([, answer]) => answer);
  const agreeing = (game) =>
    answered.filter(([question, answer]) => game.answers[question].includes(answer)).length;
  return games
    .map((game) => ({ ...game, agreed: agreeing(game), answered: answered.length }))
    .sort((one, other) => other.agreed - one.agreed);
}
