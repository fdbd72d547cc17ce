"""The documented generator, against Random123's known answers and an independent program."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from pathlib import Path

import pytest

from clagdsl.lang.cards import ORDINARY, PACK
from clagdsl.lang.philox import (
    first_words,
    philox,
    random_below,
    random_choice,
    random_words,
    shuffled,
)

TESTS = Path(__file__).parent.parent
VECTORS = json.loads((TESTS / "conformance" / "random.json").read_text(encoding="utf-8"))

# Random123, file kat_vectors, lines "philox4x32 10".
KNOWN_ANSWERS = [
    (
        "00000000 00000000 00000000 00000000",
        "00000000 00000000",
        "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
    ),
    (
        "ffffffff ffffffff ffffffff ffffffff",
        "ffffffff ffffffff",
        "408f276d 41c83b0e a20bc7c6 6d5451fd",
    ),
    (
        "243f6a88 85a308d3 13198a2e 03707344",
        "a4093822 299f31d0",
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]


def words(text: str) -> tuple[int, ...]:
    return tuple(int(word, 16) for word in text.split())


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN_ANSWERS)
def test_philox_gives_the_known_answers(counter: str, key: str, answer: str) -> None:
    first, second, third, fourth = words(counter)
    low, high = words(key)
    assert philox((first, second, third, fourth), (low, high)) == words(answer)


def test_the_vectors_in_the_file_hold_the_known_answers() -> None:
    in_file = [(v["counter"], v["key"], v["words"]) for v in VECTORS["philox"]]
    assert in_file == KNOWN_ANSWERS


def test_packs_agree_with_the_independent_program() -> None:
    assert len(VECTORS["packs"]) == 8
    for vector in VECTORS["packs"]:
        pack = shuffled(ORDINARY, int(vector["seed"]), vector["match"], vector["deal"])
        assert " ".join(map(str, pack)) == vector["pack"], vector


def test_choices_agree_with_the_independent_program() -> None:
    assert len(VECTORS["choices"]) == 56
    for vector in VECTORS["choices"]:
        where = (vector["match"], vector["deal"], vector["decision"], vector["count"])
        assert random_choice(int(vector["seed"]), *where) == vector["choice"], vector


def test_lots_agree_with_the_independent_program() -> None:
    assert len(VECTORS["lots"]) == 32
    for vector in VECTORS["lots"]:
        where = (vector["match"], vector["deal"], vector["purpose"], vector["count"])
        assert random_below(int(vector["seed"]), *where) == vector["drawn"], vector


def test_the_file_of_vectors_is_what_the_independent_program_writes() -> None:
    path = TESTS / "reference" / "random_numbers.py"
    assert "clagdsl" not in [
        line.split()[1]
        for line in path.read_text().splitlines()
        if line.startswith(("import", "from"))
    ]
    spec = importlib.util.spec_from_file_location("random_numbers", path)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    assert program.vectors() == VECTORS


def test_every_part_of_the_address_matters() -> None:
    addresses = [(7, 1, 1, 0, 0), (7 + 2**32, 1, 1, 0, 0), (8, 1, 1, 0, 0), (7, 2, 1, 0, 0)]
    addresses += [(7, 1, 2, 0, 0), (7, 1, 1, 1, 0), (7, 1, 1, 0, 1)]
    assert len({random_words(*address) for address in addresses}) == len(addresses)


def test_a_shuffle_moves_every_card_everywhere() -> None:
    # 5,200 packs: each card is expected 100 times in each place; 6 standard deviations are 60.
    seen = Counter[tuple[int, str]]()
    for match in range(5200):
        pack = shuffled(ORDINARY, 1, match, 1)
        if match < 20:
            assert sorted(map(str, pack)) == sorted(map(str, PACK))
        seen.update((place, str(card)) for place, card in enumerate(pack) if place % 17 == 0)
    assert len(seen) == 4 * 52
    assert all(40 < number < 160 for number in seen.values())


@pytest.mark.parametrize("blocks", [0, 1, 2, 7, 59])
@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**64 - 1])
def test_blocks_that_are_worked_out_at_once_are_those_one_by_one(seed: int, blocks: int) -> None:
    for match, deal, purpose in ((0, 1, 0), (2**32 - 1, 500, 5)):
        one_by_one = [
            word
            for block in range(blocks)
            for word in random_words(seed, match, deal, purpose, block)
        ]
        assert first_words(seed, match, deal, purpose, blocks) == one_by_one
