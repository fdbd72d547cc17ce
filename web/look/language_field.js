// The choice of the language, for menus and the first page.

import { catalogue, language, phrase } from "./catalogue.js";
import { h } from "./view.js";

/** Chooses the language of the server's pages: the server reads the cookie. @param {string} chosen */
function keepCookie(chosen) {
  // biome-ignore lint/suspicious/noDocumentCookie: every browser knows it
  document.cookie = `language=${chosen}; path=/; max-age=31536000; samesite=lax`;
}

/**
 * Returns the field; a choice loads the page again.
 * @param {(chosen: string) => void} [keep] remembers the choice
 */
export const languageField = (keep = keepCookie) =>
  h(
    "label",
    { class: "field", key: "language" },
    h("span", {}, phrase("language-of-page")),
    h(
      "select",
      {
        "data-key": "language",
        value: language,
        onchange: (event) => {
          keep(event.target.value);
          location.reload();
        },
      },
      Object.entries(catalogue.names).map(([value, name]) => h("option", { value, key: value, lang: value }, name)),
    ),
  );
