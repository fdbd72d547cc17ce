"""Computes `tests/conformance/random.json` from `docs/reference/randomness.md` alone.

It imports nothing from clagdsl.  It works on numbers split into 16-bit halves, as a language
without 64-bit integers would, so that it shares no arithmetic with the implementation under test.
Run it with `python tests/reference/random_numbers.py > tests/conformance/random.json`.
"""

from __future__ import annotations

import json

RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
FRESH_PACK = [rank + suit for suit in "SHDC" for rank in RANKS]


def multiply(a: int, b: int) -> tuple[int, int]:
    """The high and the low 32 bits of a product, by schoolbook multiplication in base 65536."""
    a_high, a_low = divmod(a, 65536)
    b_high, b_low = divmod(b, 65536)
    digits = [0, 0, 0, 0]
    for shift, product in (
        (0, a_low * b_low),
        (1, a_low * b_high),
        (1, a_high * b_low),
        (2, a_high * b_high),
    ):
        carry = product
        while carry:
            carry += digits[shift]
            digits[shift] = carry % 65536
            carry //= 65536
            shift += 1
    return digits[3] * 65536 + digits[2], digits[1] * 65536 + digits[0]


def philox_round(counter: list[int], key: list[int]) -> list[int]:
    high_0, low_0 = multiply(0xD2511F53, counter[0])
    high_1, low_1 = multiply(0xCD9E8D57, counter[2])
    return [high_1 ^ counter[1] ^ key[0], low_1, high_0 ^ counter[3] ^ key[1], low_0]


def philox_4x32_10(counter: list[int], key: list[int]) -> list[int]:
    for number in range(10):
        if number:
            key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
        counter = philox_round(counter, key)
    return counter


class Stream:
    """The words of one seed, match, deal and purpose, in order."""

    def __init__(self, seed: int, match: int, deal: int, purpose: int) -> None:
        self.address = [match, deal, purpose]
        self.key = [seed % 2**32, seed // 2**32]

    def word(self, number: int) -> int:
        block, place = divmod(number, 4)
        return philox_4x32_10([*self.address, block], self.key)[place]


def shuffle(seed: int, match: int, deal: int, fresh: list[str] = FRESH_PACK) -> list[str]:
    stream = Stream(seed, match, deal, 0)
    numbers = []
    left = len(fresh)
    for word_number in range(len(fresh) // 2):
        rest = stream.word(word_number)
        for _ in range(2):
            if left > 1:
                number, rest = multiply(rest, left)
                numbers.append(number)
                left -= 1
    pack = list(fresh)
    for place, number in enumerate(numbers):
        chosen = pack[place + number]
        pack[place + number] = pack[place]
        pack[place] = chosen
    return pack


def choose(seed: int, match: int, deal: int, decision: int, count: int) -> int:
    return multiply(Stream(seed, match, deal, 1).word(decision), count)[0]


def draw(seed: int, match: int, deal: int, purpose: int, count: int) -> int:
    return multiply(Stream(seed, match, deal, purpose).word(0), count)[0]


ADDRESSES = [
    (0, 0, 1),
    (7, 0, 1),
    (7, 123, 1),
    (7, 123, 22),
    (2**32 - 1, 1, 2),
    (2**32, 1, 2),
    (2**64 - 1, 2**32 - 1, 500),
    (0x0123456789ABCDEF, 65536, 60),
]

KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0"),
]


def words(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


def vectors() -> dict[str, object]:
    return {
        "philox": [
            {
                "counter": counter,
                "key": key,
                "words": " ".join(f"{w:08x}" for w in philox_4x32_10(words(counter), words(key))),
            }
            for counter, key in KNOWN
        ],
        "packs": [
            {"seed": str(s), "match": m, "deal": d, "pack": " ".join(shuffle(s, m, d))}
            for s, m, d in ADDRESSES
        ],
        "choices": [
            {
                "seed": str(s),
                "match": m,
                "deal": d,
                "decision": decision,
                "count": count,
                "choice": choose(s, m, d, decision, count),
            }
            for s, m, d in ADDRESSES
            for decision, count in ((0, 8), (1, 7), (2, 1), (3, 52), (4, 24), (31, 2), (200, 4096))
        ],
        "lots": [
            {
                "seed": str(s),
                "match": m,
                "deal": d,
                "purpose": purpose,
                "count": count,
                "drawn": draw(s, m, d, purpose, count),
            }
            for s, m, d in ADDRESSES
            for purpose, count in ((2, 3), (2, 10), (3, 4), (4, 4))
        ],
    }


if __name__ == "__main__":
    print(json.dumps(vectors(), indent=1))
