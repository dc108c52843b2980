// This script shows on the submit buttons of the filter form how many products the chosen filters would find. Without
// the script, visitors see the number on the page that opens when they press the button.

const form = document.querySelector<HTMLFormElement>("form[data-counts]");
const buttons = [...(form?.querySelectorAll<HTMLButtonElement>("[data-count]") ?? [])];
const [button] = buttons;
/** How long the script waits after a change before it requests the count, in ms: not every key causes a request. */
const PAUSE_MS = 250;

if (form && button) {
  const before = button.textContent ?? "";
  const status = form.querySelector<HTMLElement>("[data-count-status]");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  const say = (words: string) => {
    for (const one of buttons) one.textContent = words;
    if (status) status.textContent = words === before ? "" : words;
  };

  const count = async () => {
    const mine = new AbortController();
    asking = mine;
    const total = await countOf(form, mine.signal);
    if (total !== null && !mine.signal.aborted)
      say(total === 1 ? "Show 1 result" : `Show ${total.toLocaleString("en")} results`);
  };

  form.addEventListener("input", ({ target }) => {
    // Ignore the search field, which is outside of the filters: the script `suggest` shows suggestions for it.
    if ((target as Element).closest(".filters") === null) return;
    // Abort the request for the filters before this change, and remove their outdated count from the buttons.
    asking?.abort();
    say(before);
    clearTimeout(timer);
    timer = setTimeout(() => void count(), PAUSE_MS);
  });
}

/**
 * Returns how many products the service finds with the fields of a form; null if the service refuses the fields, cannot
 * answer, or finds only products with similar names.
 */
async function countOf(form: HTMLFormElement, signal: AbortSignal): Promise<number | null> {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === "string" && field[1] !== "",
  );
  const query = new URLSearchParams([...fields.filter(([name]) => name !== "limit"), ["limit", "1"]]);
  try {
    const headers = { Accept: "application/json" };
    const answer = await fetch(`${form.dataset["counts"]}?${query}`, { headers, signal });
    if (!answer.ok) return null;
    const { total, approximate } = (await answer.json()) as { total: number; approximate?: true };
    return approximate === true ? null : total;
  } catch {
    return null;
  }
}
