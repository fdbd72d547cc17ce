"""Every word of the language has a meaning that an editor can show, and a colour."""

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from pygments.lexer import Lexer
from pygments.token import Keyword, Name, String, Text, Token

from clagdsl.check.types import SCOPES
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.vocabulary import DEFAULTS, PHRASES, VARIABLES, WORDS, meaning
from clagdsl.lsp.pygments_lexer import KEYWORDS, ClagLexer
from clagdsl.syntax.parser import language
from clagdsl.version import VERSION

ROOT = Path(__file__).parent.parent.parent
VSCODE = ROOT / "editors" / "vscode"
TERMINALS = (ROOT / "grammars" / "terminals.lark").read_text("utf-8")
GRAMMAR = re.findall(r'^[A-Z_]+\.1: "(\w+)"', TERMINALS, re.MULTILINE)
MANIFEST = json.loads((VSCODE / "package.json").read_text("utf-8"))
TEXTMATE = json.loads((VSCODE / "syntaxes" / "clag.tmLanguage.json").read_text("utf-8"))


def test_every_word_of_the_grammar_has_a_meaning() -> None:
    assert len(GRAMMAR) > 100
    assert sorted(WORDS) == sorted(GRAMMAR)


def test_every_aspect_has_a_meaning() -> None:
    keywords = {aspect.keyword for aspect in TABLE.values()}
    assert all(meaning(keyword) or meaning(f"{keyword} by") for keyword in keywords)
    assert set(DEFAULTS) <= keywords


def test_every_name_that_the_game_gives_a_value_to_has_a_meaning() -> None:
    assert set(VARIABLES) == {name for scope in SCOPES for name in scope.variables}


def test_phrases_are_made_of_words_of_the_language() -> None:
    assert {word for phrase in PHRASES for word in phrase.split()} <= set(GRAMMAR)


@pytest.mark.parametrize("texts", [WORDS, PHRASES, VARIABLES])
def test_meanings_are_short_sentences(texts: dict[str, str]) -> None:
    for word, text in texts.items():
        assert text.endswith("."), word
        assert len(text) < 120, word


def test_a_meaning_gives_the_default_of_an_aspect() -> None:
    assert str(meaning("lead")).endswith("Default: `eldest`.")
    assert meaning("nonsense") is None


def texts_of(value: object) -> list[str]:
    """Every regular expression of a TextMate grammar."""
    if isinstance(value, dict):
        own = [v for k, v in value.items() if k in ("match", "begin", "end")]
        return own + [text for v in value.values() for text in texts_of(v)]
    return [text for v in value for text in texts_of(v)] if isinstance(value, list) else []


def test_every_word_of_the_grammar_is_in_the_textmate_grammar() -> None:
    coloured = {word for text in texts_of(TEXTMATE) for word in re.findall(r"[a-z]{2,}", text)}
    assert set(GRAMMAR) - coloured == set()
    lists = [re.fullmatch(r"\\b\((?:\?:)?([a-z|]+)\)\\b", text) for text in texts_of(TEXTMATE)]
    listed = [word for found in lists if found for word in found[1].split("|")]
    assert sorted(listed) == sorted(GRAMMAR)


def test_the_textmate_grammar_colours_what_it_should() -> None:
    patterns = {
        name: re.compile(entry["match"])
        for name, entry in TEXTMATE["repository"].items()
        if "match" in entry
    }
    assert patterns["comment"].fullmatch("# a comment")
    assert patterns["string"].fullmatch('"No Trumps"')
    assert patterns["card"].fullmatch("10H")
    assert patterns["card"].fullmatch("A♠")
    assert not patterns["card"].search("AHA 2HX")
    assert patterns["number"].fullmatch("52")
    assert not patterns["number"].search("a52")
    included = {each["include"].removeprefix("#") for each in TEXTMATE["patterns"]}
    assert included == set(TEXTMATE["repository"])


def test_the_extension_names_files_that_exist() -> None:
    contributed = MANIFEST["contributes"]
    (spoken,) = contributed["languages"]
    (coloured,) = contributed["grammars"]
    for path in (MANIFEST["icon"], spoken["configuration"], coloured["path"]):
        assert (VSCODE / path).is_file(), path
    assert coloured["scopeName"] == TEXTMATE["scopeName"]
    assert spoken["extensions"] == [".clag"]
    assert spoken["id"] == coloured["language"] == "clag"
    json.loads((VSCODE / spoken["configuration"]).read_text("utf-8"))


def test_the_extension_starts_the_command_that_there_is() -> None:
    bundle = MANIFEST["scripts"]["bundle"].split()
    assert f"--outfile={MANIFEST['main'].removeprefix('./')}" in bundle
    script = (VSCODE / bundle[1]).read_text("utf-8")
    settings = MANIFEST["contributes"]["configuration"]["properties"]
    assert settings["clag.command"]["default"] == ["clagdsl", "language-server"]
    assert "dependencies" not in MANIFEST, "the bundle has them"
    assert 'language: "clag"' in script


def test_the_version_of_the_extension_is_ours() -> None:
    """The marketplace takes no pre-releases: a release candidate has the version it prepares."""
    assert MANIFEST["version"] == re.sub(r"rc[0-9]+$", "", VERSION)


def test_pygments_finds_the_lexer_by_its_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["clag"].partition(":")
    lexer = getattr(import_module(module), name)
    assert issubclass(lexer, Lexer)
    assert lexer.aliases == ["clag"]
    assert not any("ygments" in needed for needed in project["dependencies"])


def test_the_lexer_colours_words_names_and_texts_and_knows_no_error() -> None:
    assert sorted(KEYWORDS) == sorted(GRAMMAR)
    text = 'deal Misere # x\n  bid fixed 0 cards 10H "No Trumps" ? \x00\n'
    tokens = list(ClagLexer().get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    kinds = {value: kind for kind, value in tokens}
    assert kinds["deal"] is Keyword
    assert kinds["Misere"] is Name
    assert kinds["10H"] is Name.Constant
    assert kinds['"No Trumps"'] is String.Double
    assert kinds["?"] is Text
    assert Token.Error not in kinds.values()


def test_a_word_of_the_lexer_is_a_word_of_the_parser() -> None:
    assert set(KEYWORDS) <= set(language().words)
