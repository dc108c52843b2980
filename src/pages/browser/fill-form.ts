import { lacksGame, type Inspected } from "./describe-files.ts";

// This script fills the form for results with the settings that the chosen files name, and makes the API's form for
// each file.

/** The names of those fields of the form that the API takes in the object `settings`. */
const SETTINGS = ["resolution", "preset", "api", "driver", "os", "notes"];

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${name}`);

/**
 * Fills in each setting for which all chosen files name the same value, unless a person has typed another value. Shows
 * the field for the game if a chosen file does not name its game.
 */
export function fillForm(form: HTMLFormElement, files: readonly Inspected[]): void {
  const read = files.filter(({ fits }) => fits);
  let isFilled = false;
  for (const name of SETTINGS) {
    const field = fieldOf(form, name);
    if (!field || field.value !== (field.dataset["filled"] ?? "")) continue;
    const [first = null, ...others] = read.map(({ settings }) => settings[name] ?? null);
    field.value = first !== null && others.every((other) => other === first) ? first : "";
    field.dataset["filled"] = field.value;
    isFilled ||= field.value !== "";
  }
  const details = form.querySelector<HTMLDetailsElement>("#settings");
  if (details && isFilled) details.open = true;
  showGame(form, read);
}

function showGame(form: HTMLFormElement, files: readonly Inspected[]): void {
  const place = form.querySelector<HTMLElement>('[data-for="game"]');
  const field = fieldOf(form, "game");
  if (!place || !field) return;
  place.hidden = field.value === "" && !field.hasAttribute("aria-invalid") && !files.some(lacksGame);
}

/**
 * Returns the value that a person has chosen beside a file, such as a recording; without a choice, the form's value.
 */
function chosenOf(form: HTMLFormElement, notes: HTMLElement, name: string): string {
  const beside = notes.querySelector<HTMLSelectElement>(`[data-choice="${name}"]`);
  return (beside ?? fieldOf(form, name))?.value.trim() ?? "";
}

/**
 * Returns the form of POST /benchmarks/add for a file. The fields come before the file, so that the service finds a
 * fault in a field before the file is sent. A setting or a game that the file itself names is left out of the form.
 * @param found what the file contains; null if this is unknown
 * @param notes the element beside the file that may have a choice of recordings or tests
 */
export function bodyOf(
  form: HTMLFormElement,
  { file, found, notes }: { file: File; found: Inspected | null; notes: HTMLElement },
): FormData {
  const typed = new FormData(form);
  const chosen = chosenOf(form, notes, "recording");
  const values = Object.fromEntries(
    [...SETTINGS, "label", "game", "application"].map((name) => [
      name,
      fieldOf(form, name)?.value.trim() ?? "",
    ]),
  );
  const settings = SETTINGS.filter((name) => values[name] !== "" && values[name] !== found?.settings[name]);
  const details = { ...values, test: chosenOf(form, notes, "test") };
  const isGameNamed = found !== null && !lacksGame(found);
  const names = new Set(["label", "application", "test", ...(isGameNamed ? [] : ["game"])]);
  const benchmarks = {
    ...benchmarksOf(typed, found),
    ...Object.fromEntries(Object.entries(details).filter(([name, value]) => names.has(name) && value !== "")),
    ...(chosen !== "" && { recording: /^\d{1,9}$/.test(chosen) ? Number(chosen) : chosen }),
    ...(settings.length > 0 && {
      settings: Object.fromEntries(settings.map((name) => [name, values[name]])),
    }),
  };
  const body = new FormData();
  body.set("build_id", typed.get("build_id") ?? "");
  body.set("benchmarks", JSON.stringify(benchmarks));
  body.set("files", file, file.name);
  return body;
}

/**
 * Returns the benchmark and the further benchmarks that a person has chosen. Without a choice, returns all benchmarks
 * that the service has recognised in the file.
 */
function benchmarksOf(typed: FormData, found: Inspected | null) {
  const chosen = Number(typed.get("benchmark_id"));
  const [recognised, ...further] = found?.benchmark_ids ?? [];
  const id = chosen || recognised;
  const also = chosen ? typed.getAll("also").map(Number) : further;
  const others = also.filter((other) => other !== id);
  return { id, ...(others.length > 0 && { also: others }) };
}
