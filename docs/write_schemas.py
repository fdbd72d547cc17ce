"""Write the published JSON Schemas anew: `python docs/write_schemas.py`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from clagdsl.engine.view import event_schema, view_schema
from clagdsl.lang.game_json import game_schema
from clagdsl.playground.requests import playground_question_schema
from clagdsl.playground.responses import playground_answer_schema
from clagdsl.reviewing.model import review_schema
from clagdsl.scorekeeping.sheet_view import sheet_schema
from clagdsl.season.model import season_schema
from clagdsl.simulation.balancing.balance_report import balance_schema

SCHEMAS = {
    "reference/game.schema.json": game_schema,
    "reference/view.schema.json": view_schema,
    "reference/event.schema.json": event_schema,
    "reference/sheet.schema.json": sheet_schema,
    "reference/season.schema.json": season_schema,
    "reference/review.schema.json": review_schema,
    "reference/balance.schema.json": balance_schema,
    "reference/playground-question.schema.json": playground_question_schema,
    "reference/playground-answer.schema.json": playground_answer_schema,
}


def schema_text(name: str) -> str:
    """The text of a published schema, as it should be."""
    return json.dumps(SCHEMAS[name](), indent=1) + "\n"


if __name__ == "__main__":
    for name in SCHEMAS:
        (HERE / name).write_text(schema_text(name), encoding="utf-8")
