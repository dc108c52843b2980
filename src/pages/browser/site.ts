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

/**
 * Shows the times within an element in the visitor's time zone, which the server does not know: it writes times in UTC.
 * The format is that of the server, in English.
 */
export function showLocalTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-local]"))
    time.textContent = new Date(time.dateTime).toLocaleString(
      "en-GB",
      time.dataset["local"] === "day" ? day : moment,
    );
}

showLocalTimes(document);
