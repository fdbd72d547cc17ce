"""How the figures of `simulate` are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clagdsl.simulation.stats.confidence import Estimate


def mean_text(estimate: Estimate) -> str:
    """A mean with its interval: `70.75 ±0.26`."""
    within = "" if estimate.within is None else f" ±{estimate.within:.2f}"
    return f"{estimate.value:.2f}{within}"


def share_text(estimate: Estimate | None) -> str:
    """A share with its interval: `24.4% ±0.6`; a dash where there is none."""
    if estimate is None:
        return "-"
    within = "" if estimate.within is None else f" ±{100 * estimate.within:.1f}"
    return f"{estimate.value:.1%}{within}"


def percent(share: float | None) -> str:
    """A share without its interval; a dash where there is none."""
    return "-" if share is None else f"{share:.1%}"


def change_in_mean(estimate: Estimate) -> str:
    """A difference of means with its sign and interval: `+0.25 ±0.03`."""
    within = "" if estimate.within is None else f" ±{estimate.within:.2f}"
    return f"{estimate.value:+z.2f}{within}"


def change_in_share(estimate: Estimate | None) -> str:
    """A difference of shares in percentage points: `-1.52% ±0.12`; a dash where there is none."""
    if estimate is None:
        return "-"
    within = "" if estimate.within is None else f" ±{100 * estimate.within:.2f}"
    return f"{estimate.value:+z.2%}{within}"


def deals_text(first: int, last: int) -> str:
    """`deals 1-8`, or `deal 1` where it is one."""
    return f"deal {first}" if first == last else f"deals {first}-{last}"
