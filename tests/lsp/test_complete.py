"""What may be written at a place: all that can stand there, and nothing that the parser refuses."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clagdsl.lang.source import SourceText
from clagdsl.lsp.completion import Completion, complete, explain_place
from clagdsl.lsp.partial_tree import read_draft
from clagdsl.lsp.protocol import symbols
from clagdsl.lsp.workspace import Chain, Library
from clagdsl.syntax import nodes
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import END
from clagdsl.syntax.parser import language

ROOT = Path(__file__).parent.parent.parent
FILES = sorted([*(ROOT / "rules").glob("*.clag"), *(ROOT / "rules" / "house").glob("*.clag")])
LIBRARY = Library()
MARK = "¦"


def chain_of(text: str, path: Path | None = None) -> Chain:
    return LIBRARY.chain(read_draft(SourceText("rules.clag", text)), path, {})


def at(text: str, path: Path | None = None) -> Completion:
    """What may stand at the mark."""
    offset = text.index(MARK)
    return complete(chain_of(text.replace(MARK, ""), path), offset)


def labels(text: str) -> set[str]:
    return {suggestion.label for suggestion in at(text).suggestions}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_word_of_a_bundled_file_is_offered_where_it_stands(path: Path) -> None:
    chain = chain_of(path.read_text("utf-8"), path)
    draft = chain.draft
    declared = {name.span.start for name in draft.names if name.declares}
    named = {name.span.start for name in draft.names}
    parameters = [one.span for one in draft.statements if isinstance(one, nodes.ParameterStatement)]
    offered = 0
    seen = set()  # a word behind the same two words stands where it has stood before
    for place, token in enumerate(draft.tokens):
        free = token[0] == '"' and token.start not in named
        if (behind := tuple(draft.tokens[max(place - 2, 0) : place + 1])) in seen:
            continue
        seen.add(behind)
        # the author chooses the words that a parameter can be
        inside = any(span.start < token.start < span.end for span in parameters)
        free = free or (inside and token.type == "NAME")
        if token.start in declared or free or token.type == "CARD" or not token[0].isalpha():
            continue
        found = [each.label for each in complete(chain, token.start).suggestions]
        # The members of `winner.total` are offered as one word with their owner.
        assert any(label.partition(".")[0] == token.strip('"') for label in found), token
        offered += 1
    assert offered > 10


@pytest.mark.parametrize("path", FILES[:4], ids=lambda path: path.stem)
def test_nothing_is_offered_that_the_parser_refuses(path: Path) -> None:
    chain = chain_of(path.read_text("utf-8"), path)
    words, automaton = language()
    tokens = chain.draft.tokens
    for index in range(1, len(tokens), 3):
        if tokens[index - 1].end == tokens[index].start:
            continue  # the word before would be replaced
        states = automaton.states_before(tokens, 0, index, "file")
        for each in complete(chain, tokens[index].start).suggestions:
            after = list(states)
            for piece in scan(each.text, words).tokens:
                assert automaton.shift(after, piece.kinds), (tokens[index - 1], each)


@pytest.mark.parametrize("path", FILES[-3:], ids=lambda path: path.stem)
def test_a_file_that_breaks_off_offers_what_the_whole_one_does(path: Path) -> None:
    text = path.read_text("utf-8")
    whole = chain_of(text, path)
    for token in whole.draft.tokens[3::7]:
        half = complete(chain_of(text[: token.start], path), token.start)
        full = complete(whole, token.start)
        words = {s.label for s in full.suggestions if s.kind in ("word", "variable")}
        assert words == {s.label for s in half.suggestions if s.kind in ("word", "variable")}


GAME = """clag 1
game "x"
players 3 to 4
source wiki "W"
param style = strict in strict, loose
param stake = 5 in 0 to 10
let bonus = 2
deal normal from wiki trump none bid in turn score 10
deal "No Trumps" is normal with trump none
twist Blind play top card
"""


@pytest.mark.parametrize(
    ("text", "has", "lacks"),
    [
        (MARK, {"clag"}, {"deal"}),
        ("clag 1\n" + MARK, {"game", "deal", "schedule"}, {"clag", "turned"}),
        (GAME + MARK, {"schedule", "rank"}, {"turned", "normal"}),
        (GAME + "deal x is " + MARK, {"normal", "No Trumps"}, {"Blind", "wiki", "style"}),
        (GAME + "deal " + MARK, set(), {"normal", "Blind"}),
        (GAME + "deal x is normal with trump " + MARK, {"none", "turned", "named"}, {"free"}),
        (GAME + "deal x is normal with last bid " + MARK, {"free", "keeps"}, {"none"}),
        (GAME + "change " + MARK, {"normal", "Blind", "schedule", "param"}, {"wiki"}),
        (GAME + "change param " + MARK, {"style", "stake"}, {"bonus", "normal"}),
        (GAME + "change param style = " + MARK, {"strict", "loose", "true"}, {"stake"}),
        (GAME + "deal x from " + MARK, {"wiki"}, {"normal"}),
        (GAME + "let y = " + MARK, {"bonus", "stake", "players", "min"}, {"bid", "normal"}),
        (GAME + "change normal score " + MARK, {"bid", "makers", "bonus"}, {"trick", "winner"}),
        (GAME + "change normal trick worth " + MARK, {"trick", "cards"}, {"bid", "made"}),
        (GAME + "change normal last bid keeps " + MARK, {"bids", "cards"}, {"tricks", "made"}),
        (GAME + "change normal last bid keeps bid = 1 when " + MARK, {"style"}, {"bids"}),
        (
            GAME + "change normal last bid keeps bid = 1, otherwise " + MARK,
            {"free", "bids"},
            {"none"},
        ),
        (GAME + "change normal trump none when style = " + MARK, {"strict"}, {"bid", "tricks"}),
        (GAME + "change normal score 9 when trump = " + MARK, {"hearts", "none", "order"}, set()),
        (GAME + "change normal lead dealer when trump = " + MARK, set(), {"hearts", "order"}),
        (GAME + "settle loser pays winner " + MARK, {"winner.total", "stake"}, {"bid"}),
        (GAME + "settle loser pays winner 2 * loser." + MARK, {"total", "failed"}, {"bonus"}),
        (GAME + "schedule 7 cards: " + MARK, {"normal", "No Trumps"}, {"Blind"}),
        (GAME + "schedule 7 cards: normal " + MARK, {"then", "winner", "from"}, {"normal"}),
        (GAME + 'example "e" in ' + MARK, {"normal"}, {"Blind"}),
        (GAME + 'example "e" in normal calling ' + MARK, {"Blind"}, {"wiki"}),
        (GAME + 'example "e" in normal where ' + MARK, {"style"}, {"bonus"}),
        (GAME + "change normal rank A " + MARK, {"K", "10"}, {"hearts"}),
        (GAME + "change normal trump order " + MARK, {"hearts", "H"}, {"none"}),
        # An error before does not matter; the statement is taken up again.
        (GAME + "deal y is nothing like this\nchange normal lead " + MARK, {"eldest"}, set()),
        (
            GAME + "deal y is normal with score 10 +\n" + MARK,
            {"deal", "normal"} - {"normal"},
            set(),
        ),
        # In comments and free texts nothing can be known.
        (GAME + "# change " + MARK, set(), {"normal", "schedule"}),
        (GAME + 'game "' + MARK + '"', set(), {"normal"}),
        (GAME + 'change normal score "' + MARK, set(), {"bid", "stake"}),
        (GAME + "deal y is nothing like " + MARK, set(), {"normal", "deal"}),
        # A word that has begun is replaced, a number is not completed.
        (GAME + "change nor" + MARK + "m", {"normal"}, set()),
        (GAME + "schedule 7" + MARK, set(), {"cards"}),
    ],
)
def test_what_a_place_offers(text: str, has: set[str], lacks: set[str]) -> None:
    found = labels(text)
    assert has <= found
    assert not lacks & found


def test_a_name_within_quotation_marks_is_replaced_with_them() -> None:
    text = GAME + f'schedule 7 cards: "No {MARK}Tr", normal\n'
    found = at(text)
    plain = text.replace(MARK, "")
    assert plain[found.span.start : found.span.end] == '"No Tr"'
    assert found.typed == '"No '
    assert {s.label for s in found.suggestions} == {"normal", "No Trumps"}
    open_text = GAME + f'drop "No {MARK}'
    assert {s.label for s in at(open_text).suggestions} >= {"No Trumps"}


def test_names_are_written_as_the_parser_reads_them() -> None:
    found = {s.label: s.text for s in at(GAME + f"deal score is {MARK}").suggestions}
    assert found["No Trumps"] == '"No Trumps"'
    assert found["normal"] == "normal"


def test_files_to_extend(tmp_path: Path) -> None:
    (tmp_path / "other.clag").touch()
    (tmp_path / "notes.txt").touch()
    mine = tmp_path / "mine.clag"
    mine.touch()
    found = {s.label: s.text for s in at(f'clag 1 game "x" extends {MARK}', mine).suggestions}
    assert found["pagat"] == "pagat"
    assert found["other.clag"] == '"other.clag"'
    assert found["raf-pagat"] == '"raf-pagat"'
    assert not {"mine.clag", "notes.txt"} & set(found)


def test_what_is_dropped_is_offered_no_more() -> None:
    house = f'clag 1\ngame "x" extends pagat\ndrop Misere\nchange {MARK}'
    assert "Misere" not in labels(house)
    assert "Blind" in labels(house)


PAGAT = (ROOT / "rules" / "pagat.clag").read_text("utf-8")


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, len(PAGAT)),
    st.integers(0, 60),
    st.text(st.sampled_from('"(:=.\n\x00😀\ud800 deal 1#'), max_size=8),
)
@example(0, len(PAGAT), "")
def test_no_text_is_too_broken(start: int, length: int, put: str) -> None:
    text = PAGAT[:start] + put + PAGAT[start + length :]
    chain = chain_of(text)
    list(symbols(chain.draft))
    for offset in (start, start + len(put), len(text)):
        found = complete(chain, offset)
        assert 0 <= found.span.start <= offset <= found.span.end <= len(text)
        assert END not in {suggestion.label for suggestion in found.suggestions}
        explain_place(chain, offset)


WITH_SPECIALS = """clag 2
game "X"
players 3
pack all ranks, 2 Fool, 1 {pack}
special Fool is low asks nothing
special Sun is high asks nothing
deal normal
  trump turned, on Sun none, on {on}
"""


@pytest.mark.parametrize("place", ["pack", "on"])
@pytest.mark.parametrize("begun", ["", "F"])
def test_special_cards_are_offered_in_the_pack_and_where_they_are_turned(
    place: str, begun: str
) -> None:
    texts = {"pack": "Sun", "on": "Fool none", place: f"{begun}{MARK}"}
    found = at(WITH_SPECIALS.format(**texts)).suggestions
    assert {each.label for each in found if each.kind == "special"} == {"Fool", "Sun"}
    assert not any(each.kind == "deal" for each in found)
