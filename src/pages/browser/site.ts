// This script adds to every page a keyboard shortcut, and shows times in the visitor's time zone. Each page also works
// without this script.

/** The key "/", pressed outside of a field, moves the focus to the page's search field, as on many sites. */
document.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  const isTyping = target.matches("input, textarea, select") || target.isContentEditable;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector<HTMLInputElement>("#site-search, #query");
  if (!search) return;
  event.preventDefault();
  search.focus();
});

const day = { day: "numeric", month: "short", year: "numeric" } as const;
const moment = { ...day, hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;

// The server does not know the visitor's time zone, so it writes times in UTC. Write the local times in the server's
// format, in English.
for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-local]"))
  time.textContent = new Date(time.dateTime).toLocaleString(
    "en-GB",
    time.dataset["local"] === "day" ? day : moment,
  );
