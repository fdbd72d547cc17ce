// Dialogs: sheets from below on phones, boxes in the middle of large screens.

import { CLOSE, icon } from "./cards.js";
import { h, prose, show } from "./view.js";
import { reportText } from "./reports.js";
import { phrase } from "./catalogue.js";

/**
 * Opens a dialog. Its content is drawn again by `redraw`, so what was typed in it stays.
 * @param {string} label
 * @param {(dialog: {redraw: () => void, close: () => void}) => unknown} content
 * @param {{isFull?: boolean}} [options] `isFull` fills the window
 */
export function openDialog(label, content, { isFull = false } = {}) {
  const box = document.createElement("dialog");
  box.className = isFull ? "sheet full" : "sheet";
  box.setAttribute("aria-label", label);
  const close = () => {
    box.close();
    box.remove();
  };
  const redraw = () =>
    box.isConnected &&
    show(
      box,
      h(
        "header",
        { class: "bar" },
        h("h2", {}, label),
        h("button", { class: "icon", type: "button", "aria-label": phrase("close"), onclick: close }, icon(CLOSE)),
      ),
      content({ redraw, close }),
    );
  box.onclose = () => box.remove();
  box.onclick = (event) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const isInside = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    // a click from the keyboard has no place
    if (event.target === box && event.detail > 0 && !isInside) close();
  };
  document.body.append(box);
  redraw();
  box.showModal();
}

/** Returns a field with its label. @param {string} label @param {unknown} input */
export const field = (label, input) => h("label", { class: "field" }, h("span", {}, label), input);

/** Returns a text field of a form, which has its text. @param {Record<string, any>} form @param {string} name @param {Record<string, any>} props */
export const textInput = (form, name, props) =>
  h("input", {
    autocomplete: "off",
    value: form[name],
    ...props,
    oninput: (event) => {
      form[name] = event.target.value;
    },
  });

/** Returns a choice of a form. @param {Record<string, any>} form @param {string} name @param {string[][]} options values with their texts @param {string} key */
export const selection = (form, name, options, key) =>
  h(
    "select",
    {
      "data-key": key,
      value: form[name],
      onchange: (event) => {
        form[name] = event.target.value;
      },
    },
    options.map(([value, text = value]) => h("option", { value, key: value }, text)),
  );

/** Returns a failure, announced; nothing without one. @param {string | null} text */
export const failure = (text) => text && h("p", { class: "why", role: "alert" }, prose(reportText(text)));

/**
 * Opens a dialog with a form that makes one entry. A refusal is shown in it.
 * @param {{whyNot: (entry: string) => string | null, enter: (entry: string) => void}} keeper
 * @param {{label: string, hint: string, fields: (change: (work: () => void) => () => void) => unknown,
 *   action: string, entry: () => string}} form
 */
export function openEntryDialog(keeper, { label, hint, fields, action, entry }) {
  let wrong = null;
  openDialog(label, ({ redraw, close }) => {
    const change = (work) => () => {
      work();
      redraw();
    };
    const submit = (event) => {
      event.preventDefault();
      wrong = keeper.whyNot(entry());
      if (wrong) {
        redraw();
        return;
      }
      close();
      keeper.enter(entry());
    };
    return h(
      "form",
      { class: "stack", onsubmit: submit },
      fields(change),
      h("p", { class: "soft small" }, hint),
      failure(wrong),
      h("button", { class: "button main wide", "data-key": "do" }, action),
    );
  });
}
