// Runs on every page. What it does is a comfort: each page works without it.

/** Where a person types "/" outside of a field, the search of the header gets the focus, as on many sites. */
document.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  const isTyping = target.matches("input, textarea, select") || target.isContentEditable;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector<HTMLInputElement>("#site-search");
  if (!search) return;
  event.preventDefault();
  search.focus();
});
