"""Matches at the online table, tapped through at the places where a finger would touch."""

from __future__ import annotations

from time import monotonic
from typing import Final

from support.browser import LONGEST_WAIT, Browser

TARGET: Final = """(() => {
  if (!document.querySelector('.me.turn') || document.querySelector('.guarded')) return null;
  const pick = (list) => list[Math.floor(Math.random() * list.length)];
  const all = (what) => [...document.querySelectorAll(what)];
  const free = ':not([aria-disabled=true])';
  const call = document.querySelector('[data-key=call]');
  let target;
  if (call) target = call.ariaDisabled === 'true' ? pick(all('.chips button')) : call;
  else if (all('.suit-button[data-key^=order]').length) {
    target = pick(all('.suit-button[aria-pressed=false]'));
  } else {
    const lifted = document.querySelector('.ask .ways') ? [] : all('.fan .lifted');
    const ways = all('.ask .ways button:not([data-key="close ways"])');
    const numbers = all(`.ask [data-key^="bid "]${free}`).slice(0, 4);
    const others = all(`.ask button${free}:not([data-key^="bid "], [data-key^="level "])`);
    const cards = all(`.fan .card${free}`);
    target = [lifted, ways, numbers, others, cards].map(pick).find(Boolean);
  }
  if (!target) return null;
  const { left, top, height } = target.getBoundingClientRect();
  const [x, y] = [left + 20, top + Math.min(height / 2, 30)];
  const hit = document.elementFromPoint(x, y)?.closest('button');
  if (hit !== target) return { covered: target.dataset.key, by: hit?.dataset.key ?? '' };
  return { x, y };
})()"""
"""The place of something that may be tapped now; null if it is not this phone's turn."""
IS_OVER: Final = "document.querySelector('.result') !== null"


def tap_something(browser: Browser) -> bool:
    """Taps an answer that the page offers; returns whether it offered any."""
    target = browser.run(TARGET)
    if target is None:
        return False
    if "covered" in target:  # a card that still flies, or is lifted
        return True
    browser.tap(target["x"], target["y"])
    return True


def play(browser: Browser, people: list[str], most: int = 100_000) -> int:
    """Plays for everybody until the match is over, with at most `most` taps; returns the number."""
    taps, began = 0, monotonic()
    while taps < most:
        for name in people:
            browser.turn_to(name)
            while tap_something(browser):
                taps, began = taps + 1, monotonic()
            if browser.run(IS_OVER):
                return taps
        text = browser.run("document.body.innerText")
        assert monotonic() - began < LONGEST_WAIT, (browser.run(TARGET), text)
    return taps
