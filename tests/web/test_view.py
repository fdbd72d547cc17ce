"""The view module of the pages: a changed page equals one drawn at once, and the focus stays."""

from __future__ import annotations

from typing import Any

import pytest
from support.browser import Browser

from clagdsl.explain.web_bundle import bundle_modules
from clagdsl.lang.resources import data_folder

TREES = """(() => {
  %s
  let state = SEED;
  const draw = (number) => (state = (state * 48271) %% 2147483647) %% number;
  const some = (list) => list[draw(list.length)];
  const TAGS = ["p", "div", "ul", "button", "input", "svg", "details"];
  const shuffled = (list) => {
    for (let at = list.length - 1; at > 0; at -= 1) {
      const other = draw(at + 1);
      [list[at], list[other]] = [list[other], list[at]];
    }
    return list;
  };
  const listeners = [() => {}, () => {}];
  const props = () => {
    const made = {};
    if (draw(2)) made.class = some(["a", "b", false, null]);
    if (draw(3) === 0) made.hidden = some([true, false]);
    if (draw(3) === 0) made.style = { [some(["--who", "--columns"])]: some(["1", "2"]) };
    if (draw(4) === 0) made.onclick = some(listeners);
    return made;
  };
  // Keys belong to tags, so that the same key always fits; "k0" and "k1" take the focus.
  const tree = (depth, inSvg) => {
    const keyed = draw(2) === 1;
    const keys = shuffled(["k0", "k1", "k2", "k3", "k4", "k5"]);
    const kids = Array.from({ length: draw(6) }, (_, place) => {
      if (!inSvg && !keyed && draw(3) === 0) return some(["text", "", 0, null, false, ["more", 7]]);
      const key = keyed ? keys[place] : undefined;
      const tag = inSvg ? "path" : key === "k0" ? "input" : key === "k1" ? "button" : some(TAGS);
      const value = tag === "input" ? { value: some(["", "x", "y"]) } : {};
      const under = depth && tag !== "input" ? tree(depth - 1, inSvg || tag === "svg") : [];
      return h(tag, { ...props(), ...value, key }, under);
    });
    return kids;
  };
  const page = document.createElement("main");
  document.body.replaceChildren(page);
  let before = [];
  const wrong = { different: 0, focus: 0, focused: 0, kept: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const after = tree(3, false);
    const keyOf = (list, key) => list.find((one) => one && one.key === key);
    const key = ["k0", "k1"].find((one) => keyOf(before, one) && keyOf(after, one) &&
      !keyOf(before, one).props.hidden && !keyOf(after, one).props.hidden);
    let held = null;
    if (key) {
      held = page.children[before.indexOf(keyOf(before, key))];
      held.focus();
      wrong.focused += Number(document.activeElement === held);
    }
    show(page, after);
    if (held && document.activeElement !== held) wrong.focus += 1;
    const fresh = document.createElement("main");
    show(fresh, after);
    const texts = (root) => [...root.querySelectorAll("input")].map((one) => one.value).join();
    if (!page.isEqualNode(fresh) || texts(page) !== texts(fresh)) wrong.different += 1;
    before = after;
  }
  return wrong;
})()"""

ROUNDS = 2_000


def in_view(browser: Browser, program: str) -> Any:
    module = bundle_modules(data_folder("web") / "look" / "view.js")
    return browser.run(program.replace("%s", module, 1))


@pytest.mark.browser
@pytest.mark.parametrize("move_before", [True, False])
def test_a_changed_page_is_the_one_drawn_at_once(browser: Browser, move_before: bool) -> None:
    """Random trees with and without keys, one after another; browsers with and without moves."""
    browser.open("data:text/html,<!doctype html><body>")
    if not move_before:
        browser.run("delete Element.prototype.moveBefore")
    program = TREES.replace("%%", "%").replace("SEED", "11").replace("ROUNDS", str(ROUNDS))
    result = in_view(browser, program)
    assert result["different"] == 0
    assert result["focused"] > ROUNDS // 50
    assert result["focus"] == 0


KEPT = """(() => {
  %s
  const page = document.createElement("main");
  document.body.replaceChildren(page);
  const list = (people, words) => [
    h("p", {}, words),
    h("ul", { class: "low" }, people.map((name) => h("li", { key: name }, name,
      h("details", {}, h("summary", {}, "more"), "text"), h("input", { value: "" })))),
  ];
  const low = new CSSStyleSheet();
  low.replaceSync(".low { height: 40px; overflow: auto }");
  document.adoptedStyleSheets = [low];
  show(page, list([..."ABCDEFG"], "one"));
  const rows = () => [...page.querySelectorAll("li")];
  const row = (name) => rows().find((one) => one.firstChild.data === name);
  row("B").querySelector("details").open = true;
  const input = row("B").querySelector("input");
  input.value = "half";
  input.focus();
  page.querySelector("ul").scrollTop = 17;
  show(page, [h("aside", {}, "a message"), ...list([..."ABDEFGH"], "two")]);
  return [row("B").querySelector("details").open, input.value, document.activeElement === input,
    page.querySelector("ul").scrollTop, page.querySelector("p").textContent,
    rows().map((one) => one.firstChild.data).join("")];
})()"""


@pytest.mark.browser
def test_what_somebody_has_begun_stays(browser: Browser) -> None:
    browser.open("data:text/html,<!doctype html><body>")
    assert in_view(browser, KEPT) == [True, "half", True, 17, "two", "ABDEFGH"]
