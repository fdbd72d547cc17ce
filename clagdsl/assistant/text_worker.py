"""A worker process that answers questions about an assistant's texts.

It has the protocol, the limits and the sandbox of `serve.rules_worker`. A request has a
question, the name of each text, and the files of the folder that the texts extend. The server has
read these files, because a worker may not read files of the user.
"""

from __future__ import annotations

from collections.abc import Mapping

from clagdsl.check.loader import SharedTexts
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.playground.page_answers import answer
from clagdsl.playground.requests import TextSources
from clagdsl.serve.rules_worker import READY_RULES, run_worker
from clagdsl.serve.table_rules import table_answer


def respond(request: JsonValue) -> JsonObject:
    """Returns the answer to a question with its names and files."""
    match request:
        case {
            "question": question,
            "text": str(text),
            "other": str(other),
            "files": (Mapping() | None) as files,
            "names": [*names],
        }:
            texts = None if files is None else {name: str(each) for name, each in files.items()}
            shared = SharedTexts(texts, tuple(map(str, names)))
            response = table_answer(question, shared)
            return (
                answer(question, TextSources(text, other, shared)) if response is None else response
            )
        case _:
            raise TypeError("a question has the names of its texts, and files")


def main() -> None:
    """Answers questions over standard input and output."""
    ready: JsonObject = {"wish": "check", "text": READY_RULES}
    respond({"question": ready, "text": "", "other": "", "files": None, "names": []})
    run_worker(respond)


if __name__ == "__main__":
    main()
