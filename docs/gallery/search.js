// Hides the games of the index that lack a word of the search.

const field = /** @type {HTMLInputElement} */ (document.getElementById("search"));
field.closest("label").hidden = false;
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/);
  for (const item of document.querySelectorAll(".games > li")) {
    const text = item.textContent.toLowerCase();
    /** @type {HTMLElement} */ (item).hidden = !words.every((word) => text.includes(word));
  }
});
