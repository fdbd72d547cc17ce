"""The rules texts of the conformance cases."""

from __future__ import annotations

from clagdsl.conformance.cases import all_cases


def texts_to_check() -> list[str]:
    """The rules of every case of checking and of syntax, without the files that lie beside some."""
    return [
        "\n".join(case["text"]) + "\n"
        for case in all_cases()
        if case["kind"] in ("check", "syntax")
    ]
