/**
 * Ranks games by how well they agree with somebody's answers and deals.
 * @module
 */

const UNUSUAL = 0.8; // so many answers that disagree weigh as much as one difference from other games

/**
 * Returns the games with their number of agreeing answers, best first; an empty answer is left out.
 * Deals count as one more answer, and games that cannot give their points are left out.
 *
 * Games that agree with all answers come first. Nobody's game may agree with all: it is then more
 * likely near a game that is like many others than near an unusual one. So the number of answers
 * that disagree and the mean number of differences from all games (`apart`) are added up.
 * @param {{ name: string, title: string, apart: number, answers: Record<string, string[]> }[]} games
 * @param {Record<string, string>} answers the answer to each question
 * @param {Record<string, { gives: string }>} [judged] what `judge` says of each game
 */
export function ranked(games, answers, judged = {}) {
  const given = Object.entries(answers).filter(([, answer]) => answer);
  const answered = given.length + Number(Object.keys(judged).length > 0);
  const agreeing = ({ name, answers: own }) =>
    given.filter(([question, answer]) => own[question].includes(answer)).length +
    Number(judged[name]?.gives === "yes");
  const away = ({ agreed, apart }) => answered - agreed + UNUSUAL * apart;
  return games
    .filter(({ name }) => judged[name]?.gives !== "no")
    .map((game) => ({ ...game, agreed: agreeing(game), answered }))
    .sort((one, other) =>
      Number(one.agreed < answered) - Number(other.agreed < answered) || away(one) - away(other));
}
