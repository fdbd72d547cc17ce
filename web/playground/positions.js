// Places as `clagdsl check` tells them, lines and columns in characters from 1, and offsets in the
// text of an editor, whose lines end in "\n" and whose characters are UTF-16.

/** The offset of a line and a column; beyond an end it is that end. */
export function offsetAt(text, line, column) {
  let start = 0;
  for (let left = line - 1; left > 0; left -= 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  let end = text.indexOf("\n", start);
  if (end < 0) end = text.length;
  let at = start;
  for (let left = column - 1; left > 0 && at < end; left -= 1) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return at;
}

/** The offsets of a place: where it begins and where it ends. */
export function spanOf(text, place) {
  return {
    from: offsetAt(text, place.line, place.column),
    to: offsetAt(text, place.end_line, place.end_column),
  };
}

/** The text after edits that do not overlap. */
export function edited(text, edits) {
  const spans = edits.map((edit) => ({ ...spanOf(text, edit), text: edit.text }));
  spans.sort((one, other) => other.from - one.from);
  return spans.reduce((now, one) => now.slice(0, one.from) + one.text + now.slice(one.to), text);
}
