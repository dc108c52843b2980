// This script asks the service what chosen files contain before the files are submitted, and shows the answer beside
// each file.

import { formatFigure } from "./format-figure.ts";

/** The fields of an inspected file from POST /benchmarks/inspect that the scripts use. */
export interface Inspected {
  tool: string | null;
  benchmark_ids: number[];
  recordings: { title: string | null; duration_s: number | null }[];
  tests: string[];
  settings: Record<string, string | null>;
  fits: boolean;
  detail: string | null;
}

const MIB = 1024 * 1024;
const ARCHIVE_NAME = /\.(?:zip|gz|3dmark-result|3dmark-11-result)$/i;

/**
 * Returns the first bytes of a file, which the service inspects, and one byte more, by which the service sees whether
 * the file is longer than the inspected part.
 */
const beginningOf = (file: File) => file.slice(0, (ARCHIVE_NAME.test(file.name) ? 4 : 1) * MIB + 1);

/**
 * Lets the service inspect a file. Returns null if the service gives no answer; the file can be submitted nevertheless.
 */
export async function inspect(file: File): Promise<Inspected | null> {
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

/** Whether an inspected file is a capture that does not name its game. */
export const lacksGame = ({ fits, recordings }: Inspected): boolean =>
  fits && recordings.length > 0 && recordings.every(({ title }) => title === null);

/** Returns the elements that say what an inspected file contains, and ask which of several results to read. */
export function notesOf(found: Inspected, select: HTMLSelectElement): HTMLElement[] {
  const { tool, benchmark_ids, recordings, tests, settings, fits, detail } = found;
  if (!fits) return [paragraph("fault", detail ?? "")];
  const names = [...select.options]
    .filter(({ value }) => benchmark_ids.includes(Number(value)))
    .map(({ text }) => text);
  const [first, ...others] = recordings;
  const length = others.length > 0 ? `${recordings.length} recordings` : lengthOf(first?.duration_s ?? null);
  const facts = [names.join(", "), tool, ...tests, first?.title, settings["resolution"], length];
  const shown = facts.filter((fact) => typeof fact === "string" && fact !== "").join(" · ");
  const isFitting = select.value === "" || benchmark_ids.includes(Number(select.value));
  const choice = choiceIn(found);
  return [
    paragraph("", shown),
    ...(isFitting ? [] : [paragraph("fault", `${select.selectedOptions[0]?.text} does not fit this file.`)]),
    ...(choice ? [choice] : []),
    ...(lacksGame(found)
      ? [paragraph("note", "The file does not name its game: type the title below.")]
      : []),
    ...(detail === null || choice || lacksGame(found) ? [] : [paragraph("note", detail)]),
  ];
}

const lengthOf = (seconds: number | null) => (seconds === null ? "" : `${formatFigure(seconds, "s")} s`);

/** Returns a field with which a person chooses one of several recordings or tests; null for a file with one result. */
function choiceIn({ recordings, tests }: Inspected): HTMLElement | null {
  const ofRecordings = recordings.map(({ duration_s }, index) => {
    const length = lengthOf(duration_s);
    return { value: String(index + 1), text: `Recording ${index + 1}${length && ` (${length})`}` };
  });
  const [name, options] =
    recordings.length > 1
      ? ["recording", ofRecordings]
      : ["test", tests.map((test) => ({ value: test, text: test }))];
  if (options.length < 2) return null;
  const label = document.createElement("label");
  const field = document.createElement("select");
  field.dataset["choice"] = name;
  field.append(...options.map(({ value, text }) => new Option(text, value)));
  label.append("Read ", field);
  return label;
}

function paragraph(className: string, text: string): HTMLElement {
  const element = document.createElement("p");
  if (className !== "") element.className = className;
  element.textContent = text;
  return element;
}
