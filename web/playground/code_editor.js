// CodeMirror, with the colours that are declared for every editor.

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { Tag } from "@lezer/highlight";

import colours from "./clag.tmLanguage.json";

const names = colours.patterns.map((pattern) => pattern.include.slice(1));
const kinds = names.map((name) => ({
  name,
  tag: Tag.define(),
  words: new RegExp(colours.repository[name].match, "y"),
}));

const language = StreamLanguage.define({
  tokenTable: Object.fromEntries(kinds.map((kind) => [kind.name, kind.tag])),
  token(stream) {
    for (const kind of kinds) {
      kind.words.lastIndex = stream.pos;
      const found = kind.words.exec(stream.string);
      if (found?.[0]) {
        stream.pos += found[0].length;
        return kind.name;
      }
    }
    stream.match(/^(?:[\p{L}\p{N}_-]+|.)/u);
    return null;
  },
});
const style = HighlightStyle.define(kinds.map((kind) => ({ tag: kind.tag, class: `c-${kind.name}` })));

/** An editor in a part of the page, as that of `plain_editor.js`. */
export function openEditor(parent, changed) {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        history(),
        highlightActiveLine(),
        lintGutter(),
        language,
        syntaxHighlighting(style),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Rules", "aria-describedby": "status" }),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.updateListener.of((update) => update.docChanged && changed()),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    mark(problems) {
      const told = problems.map(({ from, to, severity, words }) => ({
        from,
        to,
        severity: severity === "note" ? "info" : severity,
        message: words,
      }));
      view.dispatch(setDiagnostics(view.state, told));
    },
    select(from, to) {
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      view.focus();
    },
  };
}
