// This script says on the button of the filters how many products the chosen filters would find, before anybody presses
// the button. Without the script the button has the same effect, and the page that follows says the number.

const form = document.querySelector<HTMLFormElement>("form[data-counts]");
const button = form?.querySelector<HTMLButtonElement>("[data-count]");
/** How long the visitor must have changed nothing before the script asks, so that typing does not ask at each key. */
const PAUSE_MS = 250;

if (form && button) {
  const before = button.textContent;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  const count = async () => {
    const mine = ++asked;
    const total = await countOf(form);
    // A later change has asked again.
    if (mine !== asked) return;
    button.textContent =
      total === null ? before : total === 1 ? "Show 1 result" : `Show ${total.toLocaleString("en")} results`;
  };

  form.addEventListener("input", ({ target }) => {
    // The search field has suggestions of its own.
    if ((target as Element).closest(".filters") === null) return;
    clearTimeout(timer);
    timer = setTimeout(() => void count(), PAUSE_MS);
  });
}

/** Returns how many products the service finds with the fields of a form; null if it refuses them or cannot answer. */
async function countOf(form: HTMLFormElement): Promise<number | null> {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === "string" && field[1] !== "",
  );
  const query = new URLSearchParams([...fields.filter(([name]) => name !== "limit"), ["limit", "1"]]);
  try {
    const answer = await fetch(`${form.dataset["counts"]}?${query}`, {
      headers: { Accept: "application/json" },
    });
    if (!answer.ok) return null;
    const { total, approximate } = (await answer.json()) as { total: number; approximate?: true };
    return approximate === true ? null : total;
  } catch {
    return null;
  }
}
