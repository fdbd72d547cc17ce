"""What stands for a card in an example is a card, or a special card that the game declares."""

import pytest

from clagdsl.check.checker import check_text

RULES = """clag 2
game "Cards"
players 3
{pack}deal normal
  trump {trump}
  bid in turn
  score 1 when made, otherwise 0
schedule 1 up to 3 cards: normal
winner highest total, then shared
example "a" in normal: {fact}
"""
WIZARDS = "pack all ranks, 4 Wizard\nspecial Wizard is high asks nothing\n"
TURNED = "turned, on Wizard none"


def told(fact: str, *, wizards: bool = False) -> list[tuple[str, str, str]]:
    pack, trump = (WIZARDS, TURNED) if wizards else ("", "turned")
    text = RULES.format(pack=pack, trump=trump, fact=fact)
    return [
        (each.code, each.message, each.help or "")
        for each in check_text(text, "r.clag").diagnostics
    ]


@pytest.mark.parametrize("wizards", [False, True])
@pytest.mark.parametrize(
    ("written", "card"),
    [("ca", "AC"), ("CA", "AC"), ("ks", "KS"), ("queen of spades", "QS"), ("SK", "KS")],
)
def test_a_card_that_is_spelt_otherwise_is_told_once(
    written: str, card: str, wizards: bool
) -> None:
    name = written.split(" of ")[0] if " of " in written else written
    for fact in (
        f"trump clubs cards AS {written} 2H won by AS",
        f"trump clubs cards AS 2H {written} won by AS",
        f"trump clubs cards AS hand {written} 3H may play 3H",
        f"trump clubs cards AS hand 2H 3H may play {written}",
    ):
        [(code, message, help)] = told(fact, wizards=wizards)
        assert code == "S142", fact
        assert name in message
        assert help == f"write `{card}`"


def test_a_name_is_no_card_where_no_special_card_is_declared() -> None:
    assert [code for code, *_ in told("trump clubs cards AS Wizard 2H won by AS")] == ["S142"]


def test_a_special_card_that_is_declared_is_a_card() -> None:
    assert told("trump clubs cards AS Wizard 2H won by Wizard", wizards=True) == []


def test_another_name_beside_special_cards_is_told_of_by_the_pack() -> None:
    [(code, message, _)] = told("trump clubs cards AS Wizerd 2H won by AS", wizards=True)
    assert (code, "`Wizerd`" in message) == ("E409", True)
