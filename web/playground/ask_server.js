// Questions to the server that the page is from: `POST answer` with a question as JSON.

/** The answer to a question; an error with words for people where there is none. */
export async function ask(question) {
  let reply;
  try {
    reply = await fetch("answer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
  } catch {
    throw new Error("The server does not answer.");
  }
  const told = (reply.headers.get("Content-Type") ?? "").startsWith("application/json");
  if (told) return reply.json();
  throw new Error(
    reply.status === 413 ? "These rules are too long for the server." : "The server gives no answer."
  );
}
