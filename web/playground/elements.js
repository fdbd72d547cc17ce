// Parts of the page.  Whatever is told is text: nothing of it becomes markup.

/** An element with attributes or properties, and what stands in it. */
export function element(name, given = {}, ...inside) {
  const made = Object.assign(document.createElement(name), given);
  made.append(...inside);
  return made;
}

/** Text in which what stands between backquotes is code. */
export function worded(text) {
  return text.split("`").map((part, at) => (at % 2 ? element("code", {}, part) : part));
}

/** The page of a problem: paragraphs, and fences of rules that fail or are mended. */
export function explained(page) {
  const titles = { fails: "This fails:", shows: "clagdsl reports:", mended: "This is fixed:", with: "With this file:" };
  return page.split(/^(```[^\n]*\n[\s\S]*?^```)$/m).flatMap((part) => {
    if (!part.startsWith("```")) {
      const texts = part.split(/\n{2,}/).filter((text) => text.trim());
      return texts.map((text) => element("p", {}, ...worded(text.trim())));
    }
    const [head, ...lines] = part.split("\n");
    const title = titles[head.split(" ")[1]] ?? "For example:";
    return [element("p", {}, title), element("pre", {}, lines.slice(0, -1).join("\n"))];
  });
}

/** A table with a head; the cells are text, those of `figures` stand to the right. */
export function table(head, rows, figures = false) {
  const top = element("tr", {}, ...head.map((text, at) =>
    element("th", { scope: "col", className: figures && at ? "figure" : "" }, text)));
  const body = rows.map((row) =>
    element("tr", {}, ...row.map((text, at) =>
      element("td", { className: figures && at ? "figure" : "" }, ...worded(String(text)))))
  );
  const made = element("table", {}, element("thead", {}, top), element("tbody", {}, ...body));
  return element("div", { className: "scroll", tabIndex: 0 }, made);
}
