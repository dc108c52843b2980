// Adds to every page a keyboard shortcut, and times in the visitor's time zone. Each page also works without this
// script.

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

const day = { day: "numeric", month: "short", year: "numeric" } as const;
const moment = { ...day, hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;

// The server knows no time zone, so it shows times in UTC, in the same form. The form is English, as the pages are.
for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-local]"))
  time.textContent = new Date(time.dateTime).toLocaleString(
    "en-GB",
    time.dataset["local"] === "day" ? day : moment,
  );
