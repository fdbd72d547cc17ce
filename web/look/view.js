/**
 * Draws values into the page.
 *
 * `h` makes a value that describes an element. `show` changes the children of an element until they
 * match a list of values. A node that fits stays in the page and is updated, so the focus, scroll
 * positions, open details and half-filled fields survive. Texts only ever become text.
 *
 * A new value takes over the first unused node with the same tag and key, so items of a list that
 * changes its order need keys. An attribute is written only if its value differs from the one drawn
 * before: what somebody typed stays until the value itself changes. Tried and left: replacing whole
 * subtrees (loses the focus), libraries (three to eleven kilobytes for the same result).
 * @module
 */

/**
 * A description of an element. `on...` are listeners, `style` maps properties to texts.
 * @typedef {Record<string, any>} Props
 * @typedef {{tag: string, props: Props, key: unknown, children: Child[]}} ElementValue
 * @typedef {ElementValue | Node | string | number} Child
 */

const SVG = "http://www.w3.org/2000/svg";
/** Set as properties: their attributes are only the values at the start. */
const PROPERTIES = ["value", "checked"];

/** Calls the present listener of a node: a node keeps this one, as each change of it costs time. */
const heard = (event) => event.currentTarget.drawn.props[`on${event.type}`](event);

/**
 * Returns a description of an element.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...unknown} children texts, elements, nodes, and lists of them; false, null, undefined and
 *   "" are left out
 * @returns {ElementValue}
 */
export const h = (tag, props, ...children) => ({
  tag,
  props: props ?? {},
  key: props?.key,
  children: /** @type {Child[]} */ (children.flat(Infinity).filter((child) => child || child === 0)),
});

/**
 * Changes the children of an element to match a list.
 * @param {Element} parent
 * @param {...unknown} children as in `h`
 */
export const show = (parent, ...children) => arrange(parent, h("", {}, children).children);

/**
 * Changes the children of an element to match a flat list. Usually each node fits the value at its
 * place. From the first one that does not, every value looks for a node.
 */
function arrange(parent, list) {
  let next = parent.firstChild;
  let same = 0;
  for (; next && same < list.length && fits(next, list[same]); same += 1) {
    update(next, list[same]);
    next = next.nextSibling;
  }
  if (!next && same === list.length) return;
  const unused = new Set([...parent.childNodes].slice(same));
  const others = list.slice(same);
  const nodes = others.map((child) => {
    const node = [...unused].find((one) => fits(one, child)) ?? createNode(child, parent);
    unused.delete(node);
    return node;
  });
  for (const node of unused) node.remove();
  next = parent.childNodes[same] ?? null;
  nodes.forEach((node, place) => {
    if (node === next) next = next.nextSibling;
    else move(parent, node, next);
    update(node, others[place]);
  });
}

/** Puts a node before another one. It keeps the focus, also in browsers without `moveBefore`. */
function move(parent, node, next) {
  if (node.isConnected && parent.moveBefore) {
    parent.moveBefore(node, next);
    return;
  }
  const focused = /** @type {HTMLElement | null} */ (node.contains(document.activeElement) ? document.activeElement : null);
  parent.insertBefore(node, next);
  focused?.focus({ preventScroll: true });
}

function fits(node, child) {
  if (node === child) return true;
  if (typeof child !== "object") return node.nodeType === Node.TEXT_NODE;
  const before = node.drawn; // the element that it was last updated to
  return before && before.tag === child.tag && before.key === child.key;
}

function createNode(child, parent) {
  if (child instanceof Node) return child;
  if (typeof child !== "object") return document.createTextNode(String(child));
  const node = /** @type {any} */ (document.createElementNS(child.tag === "svg" ? SVG : parent.namespaceURI, child.tag));
  node.drawn = h(child.tag);
  update(node, child); // before it is in the page, where each change costs more
  return node;
}

function update(node, child) {
  if (node === child) return;
  if (typeof child !== "object") {
    if (node.data !== String(child)) node.data = String(child);
    return;
  }
  const last = node.drawn;
  if (last === child) return;
  node.drawn = child;
  arrange(node, child.children); // first: a select takes a value only once it has its options
  const before = last.props;
  const { props } = child;
  for (const name in props) if (before[name] !== props[name]) setProp(node, name, props[name], before[name]);
  for (const name in before) if (!(name in props)) setProp(node, name, null, before[name]);
}

function setProp(node, name, value, before) {
  if (name === "key") return;
  if (PROPERTIES.includes(name)) node[name] = value ?? "";
  else if (name.startsWith("on")) {
    if (!value !== !before) node[name] = value ? heard : null;
  } else if (name === "style") setStyle(node, value ?? {}, before ?? {});
  else if ((value ?? false) === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function setStyle(node, values, before) {
  for (const property in { ...before, ...values }) {
    if (before[property] !== values[property]) node.style.setProperty(property, values[property] ?? "");
  }
  if (!node.style.length) node.removeAttribute("style");
}

/** Returns the parts of a text; those between backticks are set apart as code. @param {string} text */
export const prose = (text) => text.split("`").map((part, place) => (place % 2 ? h("code", {}, part) : part));
