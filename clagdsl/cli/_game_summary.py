"""What is known about a checked game, in words and as JSON."""

from __future__ import annotations

from clagdsl.check.proof_report import Evidence, ValuesTried
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.rules import Game, Parameter, Value
from clagdsl.problems.safe_text import visible


def summary_text(file: str, game: Game, evidence: Evidence) -> str:
    """What is proved about a game, for people."""
    lines = [
        f"{visible(file)}: {visible(title_of(game))} checks",
        f"  players      {between(game.players)}",
        f"  deals        {between(evidence.deals)}, of {between(evidence.cards)}"
        f" card{'s' if evidence.cards != (1, 1) else ''}",
        f"  decisions    at most {evidence.decisions:,} in a match",
        f"  scores       {between(evidence.scores)} for a player in a deal",
    ]
    title = "parameters"
    for parameter in evidence.parameters:
        lines.append(f"  {title:<12} {visible(parameter_text(parameter))}")
        title = ""
        unproved = _unproved(parameter, evidence)
        if unproved:
            lines.append(f"  {title:<12}   {unproved}")
    title = "assumptions"
    for assumption in evidence.assumptions:
        lines.append(f"  {title:<12} {visible(assumption)}")
        title = ""
    lines.append(f"  examples     {_examples(evidence.examples)}")
    return "\n".join(lines)


def _tried_in_part(parameter: Parameter, evidence: Evidence) -> ValuesTried | None:
    """Which values of a parameter were tried, or None where all were."""
    for tried in evidence.tried:
        if tried.parameter == parameter.name and not tried.complete:
            return tried
    return None


def _unproved(parameter: Parameter, evidence: Evidence) -> str:
    """How many values of a parameter are proved, where these are not all."""
    tried = _tried_in_part(parameter, evidence)
    if tried is None:
        return ""
    return (
        f"only {len(tried.values):,} of its values were tried, its ends among them: what stands "
        "here holds for these, and any other is proved when it is played"
    )


def _examples(number: int) -> str:
    match number:
        case 0:
            return "none"
        case 1:
            return "1 holds"
        case _:
            return f"{number} hold"


def between(ends: tuple[int, int]) -> str:
    """`4 to 7`, or one number where both ends are the same."""
    low, high = ends
    return str(low) if low == high else f"{low} to {high}"


def title_of(game: Game) -> str:
    """The title of a game with its variant: `Clag, Foss`."""
    return f"{game.title}, {game.variant}" if game.variant else game.title


def parameter_text(parameter: Parameter) -> str:
    """A parameter with its default, what else it may be, and what it is for."""
    described = f" ({parameter.description})" if parameter.description else ""
    return f"{parameter.name} = {value_text(parameter.default)}, {_range(parameter)}{described}"


def value_text(value: Value) -> str:
    """A parameter's value as it is written in a rules file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(parameter: Parameter) -> str:
    match parameter.range.kind:
        case "integer":
            return f"from {parameter.range.low} to {parameter.range.high}"
        case "truth":
            return "true or false"
        case "word":
            return "one of " + ", ".join(parameter.range.words)


def summary_json(file: str, game: Game, evidence: Evidence) -> dict[str, JsonValue]:
    """What is proved about a game, as `--format json` prints it; `deals` is the most there are."""
    return {
        "file": file,
        "game": game.title,
        "variant": game.variant,
        "players": list(game.players),
        "deals": evidence.deals[1],
        "decisions": evidence.decisions,
        "scores": list(evidence.scores),
        "assumptions": list(evidence.assumptions),
        "parameters": [_proved_json(parameter, evidence) for parameter in evidence.parameters],
        "examples": evidence.examples,
    }


def _proved_json(parameter: Parameter, evidence: Evidence) -> dict[str, JsonValue]:
    """A parameter, and how many of its values were tried where these are not all."""
    tried = _tried_in_part(parameter, evidence)
    return parameter_json(parameter) | ({} if tried is None else {"tried": len(tried.values)})


def parameter_json(parameter: Parameter) -> dict[str, JsonValue]:
    """A parameter with its default and everything that it may be."""
    may_be: dict[str, JsonValue]
    match parameter.range.kind:
        case "integer":
            may_be = {"low": parameter.range.low, "high": parameter.range.high}
        case "truth":
            may_be = {"values": [False, True]}
        case "word":
            may_be = {"values": list(parameter.range.words)}
    return {
        "name": parameter.name,
        "default": parameter.default,
        "description": parameter.description,
        **may_be,
    }
