// The editor that every browser has.  The other one, `code_editor.js`, has the same shape.

/** An editor in a part of the page: its text, and what can be done with it. */
export function openEditor(parent, changed) {
  const area = document.createElement("textarea");
  area.setAttribute("aria-label", "Rules");
  area.setAttribute("aria-describedby", "status");
  area.spellcheck = false;
  area.autocapitalize = "off";
  area.addEventListener("input", changed);
  parent.append(area);
  return {
    text: () => area.value,
    /** Put another text there; it can be undone where the browser can. */
    replace(text) {
      area.focus();
      area.select();
      if (!document.execCommand("insertText", false, text) || area.value !== text) area.value = text;
      changed();
    },
    /** Show problems, each with `from` and `to`, `severity` and `words`: they stand beneath it. */
    mark() {},
    /** Put the cursor over a part of the text. */
    select(from, to) {
      area.focus();
      area.setSelectionRange(from, to);
    },
  };
}
