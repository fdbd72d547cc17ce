"""A worker that misbehaves on request: `python -m support.hostile_worker`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.serve.rules_worker import sandbox_process, serve_lines


def wrong(asked: JsonValue) -> JsonObject:
    """Does what a question asks for."""
    assert isinstance(asked, dict)
    match asked["do"]:
        case "endless":
            while True:
                pass
        case "memory":
            return {"bytes": len(bytearray(600 << 20))}
        case "crash":
            signal.raise_signal(signal.SIGKILL)
        case "abort":
            os.abort()
        case "bug":
            raise RuntimeError("a bug")
        case "deep":
            return wrong(asked)
        case "garbage":
            os.write(ANSWERS, b"no JSON\n")
        case "other number":
            os.write(ANSWERS, b'{"id": 0, "answer": {}}\n')
        case "list":
            os.write(ANSWERS, b"[]\n")
        case "nested":
            os.write(ANSWERS, b"[" * 100_000 + b"\n")
        case "long":
            os.write(ANSWERS, b"x" * (1 << 25))
        case "bytes":
            os.write(ANSWERS, b"\xff\xfe\n")
        case "read":
            return {"text": Path(str(asked["path"])).read_text("utf-8")[:10]}
        case "look":
            return {"names": [each.name for each in Path("/etc").iterdir()]}
        case "program":
            return {"status": os.system("true")}
        case _:
            pass
    return {"said": asked["do"]}


ANSWERS = os.dup(1)

if __name__ == "__main__":
    package = Path(sys.modules["clagdsl"].__path__[0])
    sandbox_process([package, Path(sys.base_prefix), Path(sys.prefix)])
    serve_lines(wrong, sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
