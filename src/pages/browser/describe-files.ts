// Shows what a chosen file contains before it is sent, and chooses a benchmark that fits the file.

/** A chosen file, and the element that shows notes about it until the file is sent. */
interface ChosenFile {
  file: File;
  state: string;
  notes: HTMLElement;
}

/** The fields of an inspected file from POST /benchmarks/inspect that this script uses. */
interface Inspected {
  tool: string | null;
  benchmark_ids: number[];
  recordings: { title: string | null; duration_s: number | null }[];
  tests: string[];
  fits: boolean;
  detail: string | null;
}

const MIB = 1024 * 1024;
const ARCHIVE_NAME = /\.(?:zip|gz|3dmark-result|3dmark-11-result)$/i;

/** Returns the beginning of a file that the service inspects, and a byte more, which shows that the file goes on. */
const beginningOf = (file: File) => file.slice(0, (ARCHIVE_NAME.test(file.name) ? 4 : 1) * MIB + 1);

/**
 * Creates the function that describes a chosen file, for screen readers in the status of the form, too. The files are
 * inspected one after the other.
 */
export function createDescriber(form: HTMLFormElement): (chosen: ChosenFile) => void {
  const select = form.querySelector<HTMLSelectElement>("#benchmark_id");
  const said = form.querySelector<HTMLElement>("#uploads-status");
  if (!select || !said) return () => undefined;
  let isChosen = [...select.options].some(({ defaultSelected }) => defaultSelected);
  const described = new Map<ChosenFile, Inspected>();
  select.addEventListener("change", () => {
    isChosen = true;
    // Whether the chosen benchmark fits a file has changed.
    for (const [chosen, found] of described)
      if (chosen.state === "ready") chosen.notes.replaceChildren(...notesOf(found, select));
  });

  async function describe(chosen: ChosenFile): Promise<void> {
    const found = await inspect(chosen.file);
    if (!found || !select || !said || chosen.state !== "ready") return;
    const [id] = found.benchmark_ids;
    if (!isChosen && id !== undefined) {
      select.value = String(id);
      select.dispatchEvent(new Event("change"));
    }
    described.set(chosen, found);
    const notes = notesOf(found, select);
    chosen.notes.replaceChildren(...notes);
    const texts = [`${chosen.file.name}:`, ...notes.map(({ textContent }) => textContent)];
    said.textContent = `${texts.join(" ")} Chosen benchmark: ${nameOfChosen(select)}.`;
  }

  let last = Promise.resolve();
  return (chosen) => void (last = last.then(() => describe(chosen)));
}

/** Inspects a file. Returns null if the service cannot inspect it at the moment: then the file is sent undescribed. */
async function inspect(file: File): Promise<Inspected | null> {
  const body = new FormData();
  body.set("files", beginningOf(file), file.name);
  try {
    const answer = await fetch("/benchmarks/inspect", {
      method: "POST",
      headers: { Accept: "application/json" },
      body,
    });
    const { results } = (await answer.json()) as { results?: Inspected[] };
    return results?.[0] ?? null;
  } catch {
    return null;
  }
}

function nameOfChosen(select: HTMLSelectElement): string {
  return select.selectedOptions[0]?.text ?? "none";
}

function notesOf(found: Inspected, select: HTMLSelectElement): HTMLElement[] {
  const { tool, benchmark_ids, recordings, tests, fits, detail } = found;
  if (!fits) return [paragraph("fault", detail ?? "")];
  const names = [...select.options]
    .filter(({ value }) => benchmark_ids.includes(Number(value)))
    .map(({ text }) => text);
  const [first, ...others] = recordings;
  const seconds = first?.duration_s?.toLocaleString("en", { maximumFractionDigits: 1 });
  const length = others.length > 0 ? `${recordings.length} recordings` : seconds && `${seconds} s`;
  const facts = [`Fits ${names.join(", ")}`, tool, ...tests, first?.title, length];
  const shown = facts.filter((fact) => typeof fact === "string" && fact !== "").join(" · ");
  const isFitting = benchmark_ids.includes(Number(select.value));
  return [
    paragraph("", shown),
    ...(isFitting ? [] : [paragraph("fault", `${nameOfChosen(select)} does not fit this file.`)]),
    ...(detail === null ? [] : [paragraph("note", detail)]),
  ];
}

function paragraph(className: string, text: string): HTMLElement {
  const element = document.createElement("p");
  if (className !== "") element.className = className;
  element.textContent = text;
  return element;
}
