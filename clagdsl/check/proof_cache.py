"""Remembers which rules have been proved, so that proofs are not repeated.

Within a process, proofs are always remembered. For later processes, one small file per proof
records only that it was made. Anyone who can write that file could make the program play unchecked
rules. So it is read and written only in a folder that nobody but the user can write to; without
such a folder, nothing is saved.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from clagdsl import problems
from clagdsl.check.checker import check_path
from clagdsl.check.proof_report import ValuesTried
from clagdsl.check.prove import prove_table
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import NotPrivateError, private_folder, user_cache, write_file
from clagdsl.lang.fingerprint import program_hash
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Game, Value
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import RulesError
from clagdsl.table.table import Table, open_table

# --- tables whose parameters are proved ---------------------------------------------------


def proved_table(
    game: Game,
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    tried: tuple[ValuesTried, ...] = (),
) -> Table:
    """Returns the game at a table, after proving it for these parameters unless `tried` covers
    them.

    The checker tries the defaults, and every value of one parameter with the others at their
    defaults. Raises ArgumentError if the parameters are invalid or a proof fails for them.
    """
    table = open_table(game, players, parameters)
    changed = table.changed_parameters
    values = {each.parameter: each.values for each in tried}
    was_proved = len(changed) < 2 and all(value in values.get(name, ()) for name, value in changed)
    if not was_proved:
        wrong = prove_table(game, table.players, table.parameters)
        if wrong:
            where = f" ({wrong[0].place})" if wrong[0].place else ""
            raise problems.arguments.UnprovedParameters(f"{wrong[0].message}{where}").error()
    return table


# --- rules proved once --------------------------------------------------------------------


# The version of the files that record a proof.
FORMAT: Final = 1
# The most proofs remembered in a process.
MOST_REMEMBERED: Final = 256
# With this many files in the folder, all are deleted before the next one is written.
MOST_FILES: Final = 1000


@dataclass(frozen=True, slots=True)
class ProvedRules:
    """Rules without errors, the source texts of their chain, and the proved parameter values."""

    game: Game
    chain: tuple[SourceText, ...]
    tried: tuple[ValuesTried, ...] = ()


def proved_rules(reference: str | Path) -> ProvedRules:
    """Returns the proved rules of a path or bundled name; raises RulesError if they have errors.

    They are proved unless an earlier proof is remembered.
    """
    result = check_path(reference, lambda chain: is_proved(Proof.of(chain)))
    if result.game is None:
        raise RulesError(result.diagnostics, result.sources)
    if result.evidence is None:
        return ProvedRules(result.game, result.chain)
    save_proof(Proof.of(result.chain))
    return ProvedRules(result.game, result.chain, result.evidence.tried)


def proved_table_of(
    rules: ProvedRules, players: int | None, parameters: Mapping[str, Value]
) -> Table:
    """Returns the game at a table; raises ArgumentError if its parameters are invalid or fail a
    proof.

    The parameters are proved unless an earlier proof is remembered.
    """
    table = open_table(rules.game, players, parameters)
    if not table.changed_parameters:
        return table  # the proof of the rules covers the default values
    if not rules.chain:
        return proved_table(rules.game, players, parameters, rules.tried)
    proof = Proof.of(rules.chain, table)
    if not is_proved(proof):
        proved_table(rules.game, players, parameters, rules.tried)
        save_proof(proof)
    return table


# --- keys of proofs -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proof:
    """The key of a proof: the source texts of the rules, and the table if the proof is about only
    one.
    """

    texts: tuple[str, ...]
    players: int | None = None
    parameters: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, chain: Sequence[SourceText], table: Table | None = None) -> Proof:
        """Returns the key of the proof of these sources, for one table if `table` is not None."""
        texts = tuple(source.text for source in chain)
        if table is None:
            return cls(texts)
        return cls(texts, table.players, tuple(sorted(table.parameters.items())))

    def fingerprint(self) -> str:
        """Returns a hash of the key and of this program's version."""
        whole = json.dumps([program_hash(), self.texts, self.players, self.parameters])
        return hashlib.sha256(whole.encode()).hexdigest()


_remembered: set[Proof] = set()


def is_proved(proof: Proof) -> bool:
    """Returns whether a proof was made, in this process or an earlier one."""
    if proof in _remembered:
        return True
    folder = _folder()
    if folder is None:
        return False
    name = proof.fingerprint()
    try:
        document = json.loads((folder / f"{name}.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return bool(document == _document(name))


def remember_proof(proof: Proof) -> None:
    """Remembers a proof in this process."""
    if len(_remembered) >= MOST_REMEMBERED:
        _remembered.clear()
    _remembered.add(proof)


def save_proof(proof: Proof) -> None:
    """Remembers a proof, also for later processes if there is a private folder."""
    remember_proof(proof)
    folder = _folder()
    if folder is not None:
        name = proof.fingerprint()
        with suppress(FileError, OSError):
            kept = list(folder.iterdir())
            for each in kept if len(kept) >= MOST_FILES else ():
                each.unlink(missing_ok=True)
            write_file(folder / f"{name}.json", json.dumps(_document(name)) + "\n")


def _document(name: str) -> dict[str, object]:
    return {"clagdsl_proof": FORMAT, "proved": name}


# --- the folder ---------------------------------------------------------------------------


def _folder() -> Path | None:
    """Returns the folder of saved proofs, or None if other users could write to it."""
    try:
        return private_folder(user_cache() / "proofs")
    except NotPrivateError:
        return None
