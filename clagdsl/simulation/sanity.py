"""Whether figures that come from a file can be those of matches at all."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from clagdsl.simulation.blocks import Figures, Run
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.stats.summary import Summary


def check_plausible(figures: Figures, run: Run) -> None:
    """Raise ValueError for figures that no matches of a run come to, as far as is easily seen."""
    if figures.matches == 0 and figures.to_json() != run.no_figures().to_json():
        raise ValueError("figures of no match")
    summaries = [figures.summary]
    sums: list[Array] = []
    if figures.comparison is not None:
        summaries.append(figures.comparison.other)
        sums.extend(figures.comparison.pairs)
    for summary in summaries:
        _check_counts(summary, figures.matches)
        sums.extend(summary.sums)
    _check_size(sums, max(_most(summary) for summary in summaries))


def _check_counts(summary: Summary, matches: int) -> None:
    counts, frame = summary.counts, summary.frame
    most = matches * frame.players * frame.deals
    if summary.matches != matches or not all(
        each.min(initial=0) >= 0 and each.max(initial=0) <= most for each in counts
    ):
        raise ValueError("a count that cannot be")
    ends, played = counts.final.sum(axis=1), counts.contracts.sum(axis=2)
    if frame.ends:  # fewer and fewer matches come to the deals behind, and whole tables do
        fewer = (played[1:] <= played[:-1]).all() and (played == played[:, :1]).all()
        played = played[:1] if fewer else np.full_like(played, -1)
    for whole in (ends, played):
        if not np.array_equal(whole, np.full_like(whole, matches)):
            raise ValueError("counts that do not add up")


def _most(summary: Summary) -> int:
    """No sum is larger: none is of products of more than four totals of all seats."""
    frame = summary.frame
    return (
        summary.matches * (2 * frame.players * max(frame.largest, frame.deals * frame.players)) ** 4
    )


def _check_size(sums: Iterable[Array], most: int) -> None:
    if any(abs(each) > most for array in sums for each in array.ravel()):
        raise ValueError("a sum that cannot be")
