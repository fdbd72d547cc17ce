// The choice of the language, for menus and the first page.

import { chooseLanguage, language, languages, phrase } from "./catalogue.js";
import { h } from "./view.js";

/** Returns the field; a choice loads the page again. */
export const languageField = () =>
  h(
    "label",
    { class: "field", key: "language" },
    h("span", {}, phrase("language-of-page")),
    h(
      "select",
      { "data-key": "language", value: language, onchange: (event) => chooseLanguage(event.target.value) },
      Object.entries(languages).map(([value, name]) => h("option", { value, key: value, lang: value }, name)),
    ),
  );
