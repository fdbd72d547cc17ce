// Elements of the page; texts only ever become text.

/**
 * An element with its attributes, listeners (`onclick`) and children.
 * @param {string} tag
 * @param {Record<string, unknown>} said
 * @param {...unknown} children texts, elements, lists of them; null and false are left out
 */
export function h(tag, said = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(said)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && tag === "input") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** The words of a reason, with what stands between backticks set apart. */
export const prose = (text) =>
  text.split("`").map((part, place) => (place % 2 ? h("code", {}, part) : part));
