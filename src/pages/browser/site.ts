// Adds a keyboard shortcut to every page. Each page also works without this script.

/** The key "/", pressed outside of a field, focuses the search field of the header, as on many sites. */
document.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  const isTyping = target.matches("input, textarea, select") || target.isContentEditable;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector<HTMLInputElement>("#site-search");
  if (!search) return;
  event.preventDefault();
  search.focus();
});
