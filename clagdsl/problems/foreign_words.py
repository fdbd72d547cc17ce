"""Everyday words of German, French and Dutch rules, with the words of Clag that they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_MEANINGS: Final = {
    "and": "und et en",
    "bid": "bieten annoncer bieden gebot ansage annonce enchère bod",
    "bids bid": "gebote ansagen annonces enchères biedingen",
    "cards": "karte karten carte cartes kaart kaarten",
    "deal": "runde donne manche ronde",
    "dealer": "geber donneur deler",
    "drawn": "gezogen tiré tirée getrokken",
    "each": "jeder jede jedes chaque elk elke ieder iedere",
    "example": "beispiel exemple voorbeeld",
    "free": "frei libre vrij",
    "game deal": "spiel jeu spel",
    "highest": "höchste höchster höchstes hoechste hoogste",
    "is": "ist est",
    "last": "letzte letzter letztes dernier dernière laatste",
    "lowest": "niedrigste niedrigster niedrigstes laagste",
    "made": "geschafft erfüllt erreicht réussi réussie gehaald",
    "none no": "kein keine keiner keinen null aucun aucune geen",
    "none no without": "ohne sans zonder",
    "not": "nicht non niet",
    "or": "oder ou",
    "otherwise": "sonst ansonsten sinon anders",
    "players": "spieler joueurs spelers",
    "score": "punkte punten",
    "shared": "geteilt partagé gedeeld",
    "suit": "farbe couleur kleur",
    "then": "dann puis dan",
    "to": "bis à tot",
    "total": "gesamt gesamtpunktzahl punktzahl summe totaal",
    "tricks": "stich stiche pli plis levée levées slag slagen",
    "trump": "trumpf atout troef",
    "turned": "aufgedeckt retourné retournée retourne gedraaid",
    "when": "wenn falls si quand als",
    "winner": "gewinner sieger gagnant vainqueur winnaar",
    "with": "mit avec met",
}

FOREIGN_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    word: tuple(meanings.split()) for meanings, words in _MEANINGS.items() for word in words.split()
}
"""Foreign words, each with the words that it can mean, the likeliest first."""
