"""Hostile inputs, generated with a fixed seed."""

import random
import re
from collections.abc import Iterator

from clagdsl.lang.resources import data_folder
from clagdsl.syntax.parser import load_tables

RULES = data_folder("rules")
FOSS = (RULES / "foss.clag").read_text("utf-8")
PAGAT = (RULES / "pagat.clag").read_text("utf-8")
RAF = (RULES / "raf.clag").read_text("utf-8")
HOUSE = (RULES / "house" / "nuloss.clag").read_text("utf-8")
TOKENS = re.compile(r'"[^"\n]*"|#[^\n]*|\w+|[^\s\w]|\s+')


def truncations(chance: random.Random) -> Iterator[str | bytes]:
    for text in (FOSS, PAGAT, RAF, HOUSE):
        for _ in range(15):
            yield text[: chance.randrange(len(text))]
        data = text.encode()
        yield data[: chance.randrange(len(data))]


def swaps(chance: random.Random) -> Iterator[str]:
    for text in (FOSS, RAF, HOUSE):
        tokens = TOKENS.findall(text)
        for _ in range(12):
            mixed = list(tokens)
            for _ in range(chance.choice([1, 2, 20])):
                first, second = chance.randrange(len(mixed)), chance.randrange(len(mixed))
                mixed[first], mixed[second] = mixed[second], mixed[first]
            yield "".join(mixed)


def losses_and_repetitions(chance: random.Random) -> Iterator[str]:
    for text in (FOSS, RAF, HOUSE):
        tokens = TOKENS.findall(text)
        for _ in range(12):
            at = chance.randrange(len(tokens))
            yield "".join(tokens[:at] + tokens[at + 1 :])
            yield "".join(tokens[:at] + [tokens[at], " "] * chance.choice([2, 50]) + tokens[at:])


def shuffled_lines(chance: random.Random) -> Iterator[str]:
    for text in (FOSS, PAGAT, RAF, HOUSE):
        lines = text.splitlines()
        for _ in range(4):
            chance.shuffle(lines)
            yield "\n".join(lines)
        yield text[::-1]


def noise(chance: random.Random) -> Iterator[str]:
    odd = [chr(number) for number in (0, 7, 8, 27, 127, 133, 160, 0x2028, 0x202E, 0x2066, 0xFEFF)]
    odd += [*"\"'“”‘’«»;:,.&|^~`@$?!\\/<>=+-*%()[]{}#♠♥ß漢ا\t\r\f\v", "\ud800", "\U0001f0a1"]
    for text in (FOSS, HOUSE):
        for character in odd:
            at = chance.randrange(len(text))
            yield text[:at] + character + text[at:]


def word_soup(chance: random.Random) -> Iterator[str]:
    words = [*sorted(load_tables().words), "x", "normal", '"a"', "7", "\n"]
    for length in (5, 50, 500, 5000):
        for _ in range(10):
            yield "clag 1\n" + " ".join(chance.choices(words, k=length))
            yield " ".join(chance.choices(words, k=length))


def character_soup(chance: random.Random) -> Iterator[str | bytes]:
    for length in (1, 10, 1000, 100_000):
        for _ in range(3):
            yield "".join(map(chr, chance.choices(range(1, 0x3000), k=length)))
            yield "clag 1\n" + "".join(chance.choices(' \n"#()-=:,ab1♥', k=length))
            yield bytes(chance.choices(range(256), k=length))


def nesting(_chance: random.Random) -> Iterator[str]:
    for opening, closing in [("(", ")"), ("-", ""), ("not ", ""), ("abs(", ")"), ("min(1,", ")")]:
        for depth in (63, 64, 65, 1000, 20_000):
            yield f"clag 1\nlet x = {opening * depth}1{closing * depth}\n"
            yield f"clag 1\ndeal a score {opening * depth}\n"


def long_things(_chance: random.Random) -> Iterator[str]:
    for length in (1000, 5000, 1_000_000):
        yield f"clag 1\nlet x = {'9' * length}\n"
        yield f"clag {'1' * length}\n"
        yield f'clag 1\ngame "{"x" * length}"\n'
        yield f"clag 1\nlet {'x' * length} = 1\n"
        yield f"clag 1\n{'x' * length}"
        yield f"clag 1\nplayers {'0' * length}3 to 7\n"
    for unit in ("deal a ", "1+", "((((", '"', "a,", "when ", "= ", "\n", "drop\n", "let x = 1\n"):
        yield ("clag 1\n" + unit * (1 << 20))[: 1 << 20]


def encodings(_chance: random.Random) -> Iterator[bytes]:
    for text in (FOSS, HOUSE):
        for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "latin-1", "cp037"):
            yield text.encode(encoding, "replace")
        yield b"\xef\xbb\xbf" + text.encode()
        yield b"\xef\xbb\xbf" * 2 + text.encode()
        yield text.replace("\n", "\r\n").encode()
        yield text.replace("\n", "\r").encode()
        yield text.encode() + b"\0"
        yield text.replace(" ", "\0").encode()
        yield text.encode() + b"\xff"
        yield text.encode("utf-8").replace(b"a", b"\xc3")


def right_to_left(_chance: random.Random) -> Iterator[str]:
    for character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c":
        yield FOSS.replace("normal", f"{character}normal", 1)
        yield FOSS.replace('"Foss"', f'"F{character}oss"')
        yield FOSS + f"# note {character}\n"
    yield 'clag 1\ngame "שלום" variant "سلام"\nlet שלום = 1\n'


FAMILIES = [
    truncations,
    swaps,
    losses_and_repetitions,
    shuffled_lines,
    noise,
    word_soup,
    character_soup,
    nesting,
    long_things,
    encodings,
    right_to_left,
]
