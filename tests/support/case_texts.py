"""The rules texts of the conformance cases."""

from __future__ import annotations

from clagdsl.conformance.cases import all_cases


def texts_to_check() -> list[str]:
    """Returns the rules of every check and syntax case, without further files of the case."""
    return [
        "\n".join(case["text"]) + "\n"
        for case in all_cases()
        if case["kind"] in ("check", "syntax")
    ]
