"""Runs the examples of a rules file with the same functions that are used in play.

Examples of scores and bids are in `example_context`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from clagdsl import problems
from clagdsl.check.proof_report import GameExample
from clagdsl.check.prove.example_context import (
    ExampleDeal,
    Scenes,
    WrongExampleError,
    impossible,
    run_bid,
    run_score,
    unsuitable,
)
from clagdsl.check.prove.prover import Prover
from clagdsl.check.prove.reporter import KeyedFinding, count_text
from clagdsl.lang.cards import SUIT_NAMES, Card, CountedSuit, Suit, face_of, is_special
from clagdsl.lang.expr.evaluate import EvaluationError, number
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.limits import EXAMPLE_TRICK_COST
from clagdsl.lang.numerals import in_words, join_words
from clagdsl.lang.policies.play import is_until_broken
from clagdsl.lang.rules import (
    AuctionBids,
    AuctionTrump,
    DrawnTrump,
    FixedOrder,
    FixedSuit,
    NamedTrump,
    NoTrump,
    RotatingTrump,
    TurnedTrump,
    Value,
    fixed_trumps,
    trump_word,
)
from clagdsl.lang.special_cards import PlayedAs, matching_option, play_options
from clagdsl.problems.diagnostic import Problem
from clagdsl.syntax import nodes
from clagdsl.table.budget import Budget
from clagdsl.table.choices import legal_names
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.legal_plays import Turn, playable, why_not_play
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import match_winners
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard, explain_trick

# --- examples of tricks and plays ---------------------------------------------------------


def run_trick(example: GameExample, fact: nodes.TrickFact, scenes: Scenes) -> None:
    """Checks the winner of a trick at every table that the example may be about."""
    _check_all_rules(scenes, example, lambda rules: _check_trick(example, fact, scenes, rules))


def _check_all_rules(
    scenes: Scenes, example: GameExample, judged: Callable[[DealRules], None]
) -> None:
    """Checks an example against all rules that its deal may have, if it fits them.

    The rules of a deal may depend on its cards or number. Then it is enough that the example fits
    some of them, for each number of players.
    """
    errors: dict[int, WrongExampleError | None] = {}
    refusals: dict[int, WrongExampleError] = {}
    held: dict[int, ExampleDeal] = {}
    wrong: list[tuple[ExampleDeal, WrongExampleError]] = []
    for spot in scenes.matching_deals(example, scenes.tables(example)):
        rules = spot.rules
        if id(rules) not in errors:
            scenes.budget.spend(EXAMPLE_TRICK_COST)
            errors[id(rules)] = _error_of(judged, rules)
        error = errors[id(rules)]
        if error is None:
            held.setdefault(rules.players, spot)
        elif isinstance(error.problem, problems.examples.UnsuitableExample):
            refusals.setdefault(rules.players, error)
        else:
            wrong.append((spot, error))
    if wrong and held:
        raise scenes.left_open(example, next(iter(held.values())), [spot for spot, _ in wrong])
    if wrong:
        raise wrong[0][1]
    for players, refusal in refusals.items():
        if players not in held:
            raise refusal


def _error_of(judged: Callable[[DealRules], None], rules: DealRules) -> WrongExampleError | None:
    try:
        judged(rules)
    except WrongExampleError as error:
        if isinstance(error.problem, problems.examples.ImpossibleExample):
            raise
        return error
    return None


def _check_trick(
    example: GameExample, fact: nodes.TrickFact, scenes: Scenes, rules: DealRules
) -> None:
    trumps = _trumps_of_example(example, fact.trump, rules)
    played = _played_cards(example, fact.cards, rules, scenes.game.players[1])
    claimed = _claimed_winner(example, fact.winner, played)
    reason = explain_trick(rules, trumps, played)
    if reason.winner != claimed:
        example_says, rules_say = str(played[claimed]), str(played[reason.winner])
        if example_says == rules_say:
            example_says, rules_say = f"card {claimed + 1}", f"card {reason.winner + 1}"
        problem = problems.examples.WrongTrickWinner(
            example.fact_place,
            example_says,
            rules_say,
            reason.reason,
            reason.place,
            rules.name,
        )
        raise WrongExampleError(problem)


def run_play(example: GameExample, fact: nodes.PlayFact, scenes: Scenes) -> None:
    """Checks whether a card may be played, at every table that the example may be about."""
    _check_all_rules(scenes, example, lambda rules: _check_play(example, fact, scenes, rules))


def _check_play(
    example: GameExample, fact: nodes.PlayFact, scenes: Scenes, rules: DealRules
) -> None:
    needed = bool(fact.cards) and rules.asks_trumps
    trumps = _trumps_of_example(example, fact.trump, rules, needed=needed)
    played = _played_cards(example, fact.cards, rules, scenes.game.players[1] - 1)
    _check_in_pack(example, rules, fact.hand)
    _check_hand(example, fact, played, rules)
    face = _face(example, fact.play, rules)
    if face is not None and not isinstance(face, PlayedAs):
        _check_faces(example, rules, face)
    broken = _broken_suits(example, fact, rules, trumps)
    turn = Turn(fact.hand, played, trumps, broken)
    # computing the reason loads the problem classes, so do that only for a failed example
    if fact.play.card.rank in rules.powers:
        allowed = why_not_play(rules, turn, fact.play.card, face) is None
    else:
        allowed = (fact.play.card, face or fact.play.card) in playable(rules, turn)
    if allowed == fact.allowed:
        return
    reason = why_not_play(rules, turn, fact.play.card, face)
    card = _text(fact.play)
    why, rule = ("it is legal", None) if reason is None else (reason.reason, reason.place)
    problem = problems.examples.WrongExamplePlay(
        example.fact_place, card, fact.allowed, why, rule, rules.name
    )
    raise WrongExampleError(problem)


def _check_turned(example: GameExample, fact: nodes.TurnedFact, rules: DealRules) -> None:
    """Checks the trump that a fact says the turned cards make."""
    trump, claimed = rules.trump, _trump_text(fact.trump)
    if not isinstance(trump, TurnedTrump):
        _unsuitable(example, rules, "no card is turned in this deal", "name another deal")
        return
    _check_in_pack(example, rules, fact.cards)
    for card, many in Counter(fact.cards).items():
        if many > rules.deck.counts[card]:
            fault = f"the pack has only {in_words(rules.deck.counts[card])} `{card}`"
            raise impossible(example, fault, "name another card")

    def wrong(reason: str, help: str) -> WrongExampleError:
        return WrongExampleError(
            problems.examples.WrongTurnedTrump(
                example.fact_place, claimed, reason, help, rules.origin("trump").place
            )
        )

    *before, last = fact.cards
    for card in before:
        if not trump.turns_again(card):
            raise wrong(f"no other card is turned after `{card}`", f"end with `{card}`")
    if trump.turns_again(last):
        reason, help = f"the next card is turned after `{last}`", f"add a card after `{last}`"
        if trump.nothing_left is not None:
            reason += ", if one is left"
            help += ", or leave the example out if none is left"
        raise wrong(reason, help)
    made = trump.made_by(last)
    if made is None and fact.trump not in legal_names(rules, last):
        raise wrong("the dealer cannot name that", "name another trump")
    if made is not None and made != fact.trump:
        what = f"makes {trump_word(made[0])} trump" if made else "makes no trump"
        raise wrong(f"`{last}` {what}", f"write `{_trump_text(made)}`")


def _trump_text(trumps: Trumps) -> str:
    return f"trump {' '.join(map(trump_word, trumps or (None,)))}"


def _broken_suits(
    example: GameExample, fact: nodes.PlayFact, rules: DealRules, trumps: Trumps
) -> tuple[CountedSuit, ...]:
    """Returns the suits already played in earlier tricks, if that affects the lead."""
    if fact.broken is None:
        return ()
    if not rules.holds_back or not is_until_broken(rules.open):
        fault = "no suit has to be broken before it is led"
        place = rules.origin("open").place
        raise unsuitable(example, fault, "leave `broken` out", place)
    return counted_cards(rules, trumps).suits


def _text(played: nodes.PlayedCard) -> str:
    if is_special(played.card):
        from clagdsl.syntax.printer import played_text

        return played_text(played)
    if played.stands_for is None:
        return str(played.card)
    return f"{played.card} as {played.stands_for}"


def _trumps_of_example(
    example: GameExample, named: tuple[Suit, ...] | None, rules: DealRules, *, needed: bool = True
) -> Trumps:
    """Returns the trumps that the example states for the trick, after checking them against the
    deal.
    """
    drawn = isinstance(rules.trump, DrawnTrump)  # of another pack, which has all four suits
    for suit in named or ():
        if suit not in rules.deck.suits and not drawn:
            there = join_words([SUIT_NAMES[one] for one in rules.deck.suits], "or")
            fault = f"there are no {SUIT_NAMES[suit]} in the pack"
            raise impossible(example, fault, f"name {there}")
    match rules.trump:
        case NoTrump():
            if named:
                _unsuitable(example, rules, "this deal has no trumps", "leave the trump out")
        case FixedOrder(suits=suits):
            if named is not None and named != suits:
                order = " ".join(suits)
                _unsuitable(
                    example, rules, f"the order of the suits is {order}", f"write `order {order}`"
                )
            return suits
        case FixedSuit(suit=suit):
            if named is not None and named != (suit,):
                fault = f"{SUIT_NAMES[suit]} are always trump in this deal"
                _unsuitable(example, rules, fault, f"write `trump {SUIT_NAMES[suit]}`")
            return (suit,)
        case RotatingTrump() | AuctionTrump():
            _check_listed(example, named, rules, needed=needed)
        case TurnedTrump() | NamedTrump() if _can_be_trumpless(rules.trump, named):
            pass
        case TurnedTrump() | DrawnTrump() | NamedTrump(what="suit" | "suit or none"):
            _check_suit(example, named, rules, needed=needed)
        case NamedTrump():
            _check_order(example, named, rules, needed=needed)
    return named or ()


def _can_be_trumpless(trump: TurnedTrump | NamedTrump, named: Trumps | None) -> bool:
    """Returns whether a deal that usually has a trump suit may have no trumps, or an order of
    suits.
    """
    if isinstance(trump, NamedTrump):
        return trump.what == "suit or none" and named == ()
    if named == ():
        no_trump = any(one.named in (None, "suit or none") and not one.again for one in trump.on)
        return no_trump or trump.nothing_left == "none"
    orders = any(one.named == "order" for one in trump.on)
    return orders and named is not None and len(named) > 1


def _check_suit(
    example: GameExample, named: Trumps | None, rules: DealRules, *, needed: bool
) -> None:
    """Checks that an example names a trump suit if the deal has exactly one."""
    if named is not None and len(named) != 1:
        fault = "this deal has one trump suit, not an order"
        one = SUIT_NAMES[named[0]] if named else "hearts"
        _unsuitable(example, rules, fault, f"write `trump {one}`")
    if named and isinstance(rules.trump, TurnedTrump) and not _may_be_turned(rules, named):
        fault = f"no turned card makes {SUIT_NAMES[named[0]]} trump"
        _unsuitable(example, rules, fault, "name another suit")
    if named is None and needed:
        fault = "this deal has a trump suit, but the example does not name it"
        _unsuitable(example, rules, fault, "name it, as in `trump hearts`")


def _may_be_turned(rules: DealRules, trumps: Trumps) -> bool:
    """Returns whether some card that is turned makes this suit trump, or the dealer may name it."""
    trump = rules.trump
    assert isinstance(trump, TurnedTrump)
    return not trump.on or any(
        trumps in (trump.made_by(card), *legal_names(rules, card)) for card in rules.deck.counts
    )


def _check_order(
    example: GameExample, named: Trumps | None, rules: DealRules, *, needed: bool
) -> None:
    """Checks that an example names all suits of the order if the deal has an order of suits."""
    if named is not None and sorted(named) != sorted(rules.deck.suits):
        every = in_words(len(rules.deck.suits))
        fault = f"this deal has an order of all {every} suits, not one trump suit"
        _unsuitable(example, rules, fault, "name it, as in `order H C D S`")
    if named is None and needed:
        fault = "this deal has an order of the suits, but the example does not name it"
        _unsuitable(example, rules, fault, "name it, as in `order H C D S`")


def _check_listed(
    example: GameExample, named: Trumps | None, rules: DealRules, *, needed: bool
) -> None:
    """Checks that an example names one of the listed trumps if the deal lists them."""
    trumps: tuple[Suit | None, ...] = ()
    missing = "trumps rotate in this deal, but the example does not name the trump"
    if isinstance(rules.trump, RotatingTrump):
        trumps = rules.trump.trumps
    elif isinstance(rules.auction, AuctionBids):
        trumps = rules.auction.trumps
        missing = "trump is named in an auction, but the example does not name it"
    each = [f"`trump {trump_word(trump)}`" for trump in dict.fromkeys(trumps)]
    help = f"write {join_words(each, 'or')}"
    if named is None and needed:
        _unsuitable(example, rules, missing, help)
    if named is not None and named not in [() if suit is None else (suit,) for suit in trumps]:
        _unsuitable(example, rules, "this deal does not have that trump", help)


def _unsuitable(example: GameExample, rules: DealRules, fault: str, help: str) -> None:
    place = rules.origin("trump").place
    raise unsuitable(example, fault, help, place)


def _played_cards(
    example: GameExample, cards: Sequence[nodes.PlayedCard], rules: DealRules, most: int
) -> tuple[PlayedCard, ...]:
    """Returns the cards of the trick; each wild card comes with the card that it represents.

    Raises WrongExampleError if such a trick is impossible.
    """
    if len(cards) > most:
        fault = f"{most} players cannot have played {len(cards)} cards"
        raise impossible(example, fault, "show fewer cards")
    seen: list[Card] = []
    named: list[Card] = []
    played: list[PlayedCard] = []
    for seat, one in enumerate(cards):
        face = _face(example, one, rules) or one.card
        _check_in_pack(example, rules, (one.card,))
        if one.card.rank in rules.powers:
            face = _special_face(example, one, rules, leads=not played)
        elif one.stands_for is not None:
            _check_faces(example, rules, face)
        many = rules.deck.counts[one.card]
        if seen.count(one.card) >= many:
            often = "twice" if many == 1 else f"{in_words(many + 1)} times"
            raise impossible(example, f"`{one.card}` is played {often}", "name another card")
        if one.card.rank in rules.wild.ranks:
            if named.count(face) >= rules.deck.face_counts[face]:
                fault = (
                    f"{in_words(named.count(face) + 1)} wild cards stand for `{face}` in one trick"
                )
                raise impossible(example, fault, "let one of them stand for another card")
            named.append(face)
        seen.append(one.card)
        played.append(PlayedCard(seat, one.card, face))
    return tuple(played)


def _special_face(
    example: GameExample, one: nodes.PlayedCard, rules: DealRules, *, leads: bool
) -> PlayedAs:
    """Returns the way in which a special card is played.

    Raises WrongExampleError if it cannot be played like that.
    """
    special, suits = rules.specials[one.card.rank], rules.deck.suits
    way = matching_option(special, suits, one.stands_for, leads=leads)
    if way is not None:
        return way.full
    faces = [each.stated for each in play_options(special, suits, leads=leads)]
    allowed = [_text(nodes.PlayedCard(one.span, one.card, each)) for each in faces]
    help = f"write {join_words([f'`{each}`' for each in allowed], 'or')}"
    raise impossible(example, f"`{_text(one)}` cannot be played like this here", help)


def _check_in_pack(example: GameExample, rules: DealRules, cards: Sequence[Card]) -> None:
    """Checks that cards of an example are in the pack."""
    for card in cards:
        if card not in rules.deck.counts:
            of_pack = "name a card of the pack"
            if card in rules.deck.face_counts:
                of_pack = (
                    f"equal cards have numbers: write `{card}1` for the one from the best pack"
                )
            raise _not_in_pack(example, rules, card, of_pack)


def _check_faces(example: GameExample, rules: DealRules, face: Card) -> None:
    """Checks that the card represented by a wild card is in the pack."""
    if face.copy and face_of(face) in rules.deck.face_counts:
        fault = f"a wild card stands for a card, not for a copy of it such as `{face}`"
        raise impossible(
            example, fault, f"leave out the number of the copy: write `{face_of(face)}`"
        )
    if face not in rules.deck.face_counts:
        raise _not_in_pack(example, rules, face, "name a card of the pack")


def _not_in_pack(
    example: GameExample, rules: DealRules, card: Card, help: str
) -> WrongExampleError:
    size = rules.deck.size
    fault = f"`{card}` is not in the pack of {size} cards with {rules.players} players"
    return impossible(example, fault, help)


def _face(example: GameExample, one: nodes.PlayedCard, rules: DealRules) -> Card | None:
    """Returns the card that a wild card represents in the example, or None for other cards.

    Raises WrongExampleError if the example does not name the card that a wild card represents.
    """
    wild = one.card.rank in rules.wild.ranks
    if wild and one.stands_for is None:
        raise unsuitable(
            example,
            f"`{one.card}` is wild, but the example does not say what it stands for",
            f"add that, as in `{one.card} as A{one.card.suit}`",
            rules.origin("wild").place,
        )
    return one.stands_for


def _claimed_winner(
    example: GameExample,
    winner: nodes.PlayedCard | nodes.CardNumber,
    played: Sequence[PlayedCard],
) -> int:
    """Returns the position in the trick of the card that the example names as the winner."""
    if isinstance(winner, nodes.CardNumber):
        if 1 <= winner.number <= len(played):
            return winner.number - 1
        fault = f"the trick has {len(played)} cards, so `card {winner.number}` cannot win"
        raise impossible(example, fault, f"write a number from 1 to {len(played)}")
    positions = [
        place
        for place, one in enumerate(played)
        if one.card == winner.card
        and (winner.stands_for in (None, one.face) or isinstance(one.face, PlayedAs))
    ]
    if len(positions) == 1:
        return positions[0]
    if positions:
        fault = f"{in_words(len(positions))} cards of the trick are `{_text(winner)}`"
        which = join_words([f"`won by card {place + 1}`" for place in positions], "or")
        raise impossible(example, fault, f"write which of them wins: {which}")
    fault = f"`{_text(winner)}` is not in the trick, so it cannot win"
    raise impossible(example, fault, "name one of the cards played")


def _check_hand(
    example: GameExample, fact: nodes.PlayFact, played: Sequence[PlayedCard], rules: DealRules
) -> None:
    held = list(fact.hand)
    for card in held:
        many = rules.deck.counts[card]
        if held.count(card) > many:
            often = "twice" if many == 1 else f"{in_words(held.count(card))} times"
            raise impossible(example, f"the hand has `{card}` {often}", "name another card")
        if held.count(card) + sum(one.card == card for one in played) > many:
            fault = f"`{card}` has already been played, so nobody holds it"
            if many > 1:
                fault = f"there are only {in_words(many)} `{card}`, and some have been played"
            raise impossible(example, fault, "name another card")
    if fact.play.card not in held:
        fault = f"`{fact.play.card}` is not in the hand"
        raise impossible(example, fault, f"add it: `hand {fact.play.card} ...`")


# --- all examples -------------------------------------------------------------------------


def run_examples(prover: Prover, examples: Iterable[GameExample]) -> None:
    """Runs every example of a game without errors, and reports each one that fails."""
    scenes = Scenes(prover.game, prover.matches.version, prover.budget)
    for example in examples:
        prover.current_place = example.place
        prover.budget.spend(300)
        try:
            _run(example, scenes, prover.book, prover.budget)
        except WrongExampleError as error:
            prover.findings.add((KeyedFinding(("example", example.place), error.problem),))


def _run(example: GameExample, scenes: Scenes, book: UsesCache, budget: Budget) -> None:
    fact = example.fact
    match fact:
        case nodes.ScoreFact():
            run_score(example, fact, scenes, book, budget)
        case nodes.BidFact():
            run_bid(example, fact, scenes, budget)
        case nodes.TrickFact():
            run_trick(example, fact, scenes)
        case nodes.PlayFact():
            run_play(example, fact, scenes)
        case nodes.PaymentFact():
            run_payment(example, fact, scenes, book)
        case nodes.WinnerFact():
            run_winner(example, fact, scenes)
        case nodes.ScheduleFact():
            run_schedule(example, fact, scenes)
        case nodes.TurnedFact():
            _check_all_rules(scenes, example, lambda rules: _check_turned(example, fact, rules))
        case _:
            assert_never(fact)


# --- examples of whole matches ------------------------------------------------------------


def _check_tables(
    scenes: Scenes, example: GameExample, judged: Callable[[Table], Problem | None]
) -> None:
    """Checks an example at every table that it may be about."""
    tables = scenes.tables(example)
    wrong = {table.players: problem for table in tables if (problem := judged(table)) is not None}
    if not wrong:
        return
    first, problem = next(iter(wrong.items()))
    held = next((table.players for table in tables if table.players not in wrong), None)
    if held is not None:
        fault = f"the example is right with {held} players, but wrong with {first} players"
        problem = problems.examples.ExampleLeftOpen(
            example.fact_place, fault, f"add `for {held} players`"
        )
    raise WrongExampleError(problem)


def run_schedule(example: GameExample, fact: nodes.ScheduleFact, scenes: Scenes) -> None:
    """Checks the deal with a given number, at every table that the example may be about."""
    game = scenes.game
    deal = game.deal(fact.deal.text)
    name = deal.name if deal is not None else fact.deal.text

    def judged(table: Table) -> Problem | None:
        scheduled = table.scheduled(fact.number)
        claimed = _deal_text(ScheduledDeal(fact.number, name, fact.cards, fact.cards))
        actual = right = None
        if scheduled is not None:
            cards = min(max(fact.cards, scheduled.low), scheduled.high)
            actual = _deal_text(scheduled)
            right = _deal_text(ScheduledDeal(fact.number, scheduled.name, cards, cards))
            if scheduled.name == name and cards == fact.cards:
                trumps = fixed_trumps(table.rules_of(scheduled, cards=cards).trump)
                if fact.trump in (None, trumps):
                    return None
                claimed = f"{claimed}{_with_trumps(fact.trump)}"
                actual = f"{actual}{_with_trumps(trumps)}"
                right += "" if trumps is None else _with_trumps(trumps)
        rule = game.schedule_origin.place
        scene = f"with {count_text(table.players, 'player')}"
        return problems.examples.WrongExampleDeal(
            example.fact_place, fact.number, claimed, actual, right, scene, rule
        )

    _check_tables(scenes, example, judged)


def _deal_text(deal: ScheduledDeal) -> str:
    name = deal.name if is_word(deal.name) else f'"{deal.name}"'
    if deal.low < deal.high:
        return f"{name} with {deal.low} to {deal.high} cards"
    return f"{name} with {count_text(deal.high, 'card')}"


def _with_trumps(trumps: tuple[Suit, ...] | None) -> str:
    if trumps is None:
        return " and a trump that the schedule does not set"
    return f" {_trump_text(trumps)}"


def run_winner(example: GameExample, fact: nodes.WinnerFact, scenes: Scenes) -> None:
    """Checks the winner of a match with these totals."""
    game, place = scenes.game, example.fact_place
    many = len(fact.totals)
    lists = (fact.wins, fact.failed or fact.totals, fact.completed or fact.totals)
    if any(len(figures) != many for figures in lists):
        fault = "there are not as many figures of each kind as totals"
        help = "give one figure of each kind for every player shown"
        raise impossible(example, fault, help)
    _check_tie_figures(example, fact, scenes)
    none = (0,) * many
    winners = match_winners(game.winner, fact.totals, fact.failed or none, fact.completed or none)
    actual = tuple(seat in winners for seat in range(many))
    if actual != fact.wins:
        rule = game.winner.origin.place
        raise WrongExampleError(problems.examples.WrongMatchWinners(place, fact.wins, actual, rule))


def _check_tie_figures(example: GameExample, fact: nodes.WinnerFact, scenes: Scenes) -> None:
    """Rejects an example in which a tie is decided by figures that the example leaves out."""
    figures = {
        "highest total": fact.totals,
        "lowest total": fact.totals,
        "fewest failed": fact.failed,
        "most completed": fact.completed,
    }
    winner = scenes.game.winner
    tied = tuple(range(len(fact.totals)))
    for done, criterion in enumerate(winner.criteria):
        if len(tied) == 1:
            return
        if figures[criterion] is None:
            word = criterion.split()[-1]
            fault = f"`{criterion}` decides this tie, but the example leaves out the numbers"
            help = f"add `{word}` with one figure for each player"
            raise unsuitable(example, fault, help, winner.origin.place)
        none = (0,) * len(fact.totals)
        so_far = type(winner)(winner.criteria[: done + 1])
        tied = match_winners(so_far, fact.totals, fact.failed or none, fact.completed or none)


def run_payment(
    example: GameExample, fact: nodes.PaymentFact, scenes: Scenes, book: UsesCache
) -> None:
    """Checks the loser's payment to the winner, at every table that the example may be about."""
    settlement = scenes.game.settlement
    place = example.fact_place
    if settlement is None:
        fault = "nobody pays anything: the game has no settlement"
        help = "add a line `settle loser pays winner ...`"
        raise unsuitable(example, fault, help, None)
    names: dict[str, Value] = {}
    for who, figures in (("loser", fact.loser), ("winner", fact.winner)):
        values = {"total": figures.total, "failed": figures.failed, "completed": figures.completed}
        names.update({f"{who}.{name}": n for name, n in values.items() if n is not None})
    _check_figures(example, fact, scenes, names, book)

    def judged(table: Table) -> Problem | None:
        try:
            amount = number(settlement.expression, {**table.names, **names})
        except EvaluationError as error:
            fault = f"there is no payment for these figures: {error.fault}"
            help = "show figures that a match can end with"
            raise impossible(example, fault, help) from error
        if amount == fact.amount:
            return None
        scene = f"with {count_text(table.players, 'player')}"
        rule = settlement.origin.place
        return problems.examples.WrongExamplePayment(place, fact.amount, amount, scene, rule)

    _check_tables(scenes, example, judged)


def _check_figures(
    example: GameExample,
    fact: nodes.PaymentFact,
    scenes: Scenes,
    names: dict[str, Value],
    book: UsesCache,
) -> None:
    game = scenes.game
    assert game.settlement is not None
    for name in sorted(book.uses(game.settlement.expression).variables):
        if "." in name and name not in names:
            who, figure = name.split(".")
            fault = f"the payment depends on `{name}`, which the example leaves out"
            help = f"add `{figure}` and a number after `{who}`"
            raise unsuitable(example, fault, help, game.settlement.origin.place)
    first = game.winner.criteria[0]
    ahead = fact.loser.total - fact.winner.total
    for criterion, is_better, which in (
        ("highest total", ahead > 0, "higher"),
        ("lowest total", ahead < 0, "lower"),
    ):
        if first == criterion and is_better:
            fault = f"the loser has the {which} total, and so would win"
            raise impossible(example, fault, "swap the two totals")
