// This script says on the button of the filters how many products the chosen filters would find, before anybody presses
// the button. Without the script the button has the same effect, and the page that follows says the number.

const form = document.querySelector<HTMLFormElement>("form[data-counts]");
const button = form?.querySelector<HTMLButtonElement>("[data-count]");
/** How long the visitor must have changed nothing before the script asks, so that typing does not ask at each key. */
const PAUSE_MS = 250;

if (form && button) {
  const before = button.textContent ?? "";
  const status = form.querySelector<HTMLElement>("[data-count-status]");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  const say = (words: string) => {
    button.textContent = words;
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
    // The search field has suggestions of its own.
    if ((target as Element).closest(".filters") === null) return;
    // The number of the filters before this change no longer holds.
    asking?.abort();
    say(before);
    clearTimeout(timer);
    timer = setTimeout(() => void count(), PAUSE_MS);
  });
}

/** Returns how many products the service finds with the fields of a form; null if it refuses them or cannot answer. */
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
