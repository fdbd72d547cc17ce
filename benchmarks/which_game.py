"""Measures how well the gallery's questions find a game that somebody describes.

    python benchmarks/which_game.py FOLDER    # The gallery, as docs/write_gallery.py writes it.

The descriptions in `descriptions` were written before there were questions, and none is a bundled
game. `which_game.json` has for each of them the answers that its text gives, in the words of
`docs/game_answers.py`, and its relatives: the bundled games with the fewest differences from rules
that were written from the text alone and have all its facts. An answer that the page does not offer
is left out, as by somebody who chooses "I do not know"; players and points can be any number. A
description is found if the first game of the ranking is one of its relatives.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DATA = re.compile(r'<script type="application/json" id="games">(.*?)</script>')
TYPED = ("players", "made", "missed")
FIRST = 3

RANK = """
import { ranked } from "%s/ranking.js";
import { readFileSync } from "node:fs";
const { games, answers } = JSON.parse(readFileSync(0, "utf8"));
const names = (each) => ranked(games, each).map(({ name }) => name);
console.log(JSON.stringify(answers.map(names)));
"""


def places(gallery: Path, node: str = "node") -> dict[str, int]:
    """Returns for each description the place, from 1, of its first relative in the ranking."""
    page = (gallery / "which.html").read_text("utf-8")
    (data,) = DATA.findall(page)
    games = json.loads(data)["games"]
    described: dict[str, Any] = json.loads((HERE / "which_game.json").read_text("utf-8"))
    offered = {
        (question, answer)
        for game in games
        for question, answers in game["answers"].items()
        for answer in (*answers, *game["resembles"])
    }
    answers = [
        {
            each: answer
            for each, answer in one["answers"].items()
            if each in TYPED or (each, answer) in offered
        }
        for one in described.values()
    ]
    done = subprocess.run(
        [node, "--input-type=module", "--eval", RANK % gallery.resolve().as_uri()],
        input=json.dumps({"games": games, "answers": answers}),
        capture_output=True,
        text=True,
        check=True,
    )
    rankings = json.loads(done.stdout)
    return {
        name: 1 + min(map(ranking.index, one["relatives"]))
        for (name, one), ranking in zip(described.items(), rankings, strict=True)
    }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("give the folder of the gallery")
    found = places(Path(sys.argv[1]))
    for name, place in found.items():
        print(f"{place:3}  {name}")
    first, few = (sum(place <= most for place in found.values()) for most in (1, FIRST))
    print(f"first: {first} of {len(found)}; among the first {FIRST}: {few}")
