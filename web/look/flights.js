/**
 * Cards that fly from where they were to where they are.
 *
 * Positions are measured before and after a draw; the animation only shows the difference, so the
 * page takes taps meanwhile. View Transitions were tried and left: a second one ends the first, and
 * a tap during one hits the root element instead of a button.
 * @module
 */

const DURATION = 200;
const SMALLEST = 0.35;
const LARGEST = 1.6;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

/** Shows how an element came from a place. @param {Element} node @param {DOMRect | undefined} from */
export function flyFrom(node, from) {
  if (!from || isStill()) return;
  const to = node.getBoundingClientRect();
  const [start, end] = [middle(from), middle(to)];
  const scale = Math.min(Math.max(SMALLEST, from.width / to.width), LARGEST);
  node.animate(
    [{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${scale})` }, { transform: "none" }],
    { duration: DURATION, easing: "cubic-bezier(.2,.7,.3,1)", composite: "add" },
  );
}

/**
 * Shows how elements leave for a place; resolves when they are there.
 * @param {Iterable<Element>} nodes
 * @param {DOMRect | undefined} to
 */
export async function flyTo(nodes, to) {
  if (!to || isStill()) return;
  const end = middle(to);
  const flights = [...nodes].map((node) => {
    const start = middle(node.getBoundingClientRect());
    const last = { transform: `translate(${end.x - start.x}px, ${end.y - start.y}px) scale(.3)`, opacity: 0.2 };
    return node.animate([{ opacity: 1 }, last], { duration: DURATION, easing: "ease-in", composite: "add", fill: "forwards" }).finished;
  });
  await Promise.allSettled(flights);
}
