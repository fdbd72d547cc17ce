// As much of a document as the pages need to draw themselves in Node: a tree without layout or events.

class SmallNode {
  static TEXT_NODE = 3;
  childNodes = [];
  parentNode = null;
  nodeType = 1;
  namespaceURI = "";
  attributes = {};
  dataset = {};
  style = { length: 1, setProperty() {} };
  offsetLeft = 0;

  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get nextSibling() {
    const beside = this.parentNode?.childNodes ?? [];
    return beside[beside.indexOf(this) + 1] ?? null;
  }
  get isConnected() {
    return this === document.body || Boolean(this.parentNode?.isConnected);
  }
  insertBefore(node, next) {
    node.remove();
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node);
    node.parentNode = this;
  }
  append(...nodes) {
    for (const node of nodes) this.insertBefore(node, null);
  }
  remove() {
    const beside = this.parentNode?.childNodes;
    if (beside) beside.splice(beside.indexOf(this), 1);
    this.parentNode = null;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  removeAttribute(name) {
    delete this.attributes[name];
  }
  contains() {
    return false;
  }
  querySelector() {
    return null;
  }
  querySelectorAll() {
    return [];
  }
  getBoundingClientRect() {
    return { left: 0, top: 0, right: 0, bottom: 0, width: 1, height: 1 };
  }
  addEventListener() {}
  showModal() {}
  close() {}
  focus() {}
}

const element = (tag) => Object.assign(new SmallNode(), { tagName: tag });

globalThis.Node = SmallNode;
globalThis.document = Object.assign(new SmallNode(), {
  body: element("body"),
  documentElement: element("html"),
  hidden: false,
  createElement: element,
  createElementNS: (_, tag) => element(tag),
  createTextNode: (data) => Object.assign(new SmallNode(), { nodeType: SmallNode.TEXT_NODE, data }),
});
globalThis.window = globalThis;
globalThis.print = () => {};
globalThis.addEventListener = () => {};
globalThis.matchMedia = () => ({ matches: true, addEventListener() {} });
globalThis.location = { pathname: "/t/table", host: "host" };
globalThis.setTimeout = () => 0; // nothing is drawn later than at once
let clock = 0;
/** Each look at the clock takes a while, so that the stakes of a few bids are computed, not of all. */
globalThis.performance = { now: () => (clock += 30) };
if (!globalThis.navigator) globalThis.navigator = {};

/** The attributes that people read or hear. */
const READ = ["aria-label", "title", "placeholder", "alt"];

/** Returns every text of a tree. */
export const textsIn = (node) => [
  ...(node.nodeType === SmallNode.TEXT_NODE ? [node.data] : READ.map((name) => node.attributes[name])),
  ...node.childNodes.flatMap(textsIn),
].filter((text) => text !== undefined && text !== "");

/** Returns the elements of a tree with this name. */
export const named = (node, key) => [...(node.drawn?.props["data-key"]?.startsWith(key) ? [node] : []), ...node.childNodes.flatMap((child) => named(child, key))];

/** Taps an element. */
export const tap = (node) => node.drawn.props.onclick?.({ target: node, currentTarget: node, preventDefault() {} });
