// Questions to the server that the page is from: a question as JSON to `/write/answer`.  Where there
// is no answer, the server says `why`.

/** The answer to a question; an error with words for people where there is none. */
export async function ask(question) {
  let reply;
  try {
    reply = await fetch("/write/answer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
  } catch {
    throw new Error("The server does not answer.");
  }
  const told = (reply.headers.get("Content-Type") ?? "").startsWith("application/json");
  const answer = told ? await reply.json() : { why: "The server gave no answer." };
  if (answer.why !== undefined) throw new Error(answer.why);
  return answer;
}
