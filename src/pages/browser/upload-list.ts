import type { Run } from "./ask-for-run.ts";
import type { Inspected } from "./describe-files.ts";
import { formatFigure } from "./format-figure.ts";

// This script shows the chosen files in a list, with the progress and the result of each file.

/** The text that is shown beside a file while the service inspects the file. */
const LOOKING = "Looking at the file…";

/** A file of the upload list, and the elements that show the file. */
export interface Upload {
  file: File;
  /** The idempotency key with which the file is submitted, so that the service stores the file only once. */
  key: string;
  state: "ready" | "sending" | "refused" | "sent";
  /** What the service has found in the file; null until the service has inspected the file. */
  found: Inspected | null;
  runIds: readonly string[];
  item: HTMLLIElement;
  progress: HTMLProgressElement;
  status: HTMLElement;
  notes: HTMLElement;
  button: HTMLButtonElement;
}

/** Appends a file to the upload list. The file name is set as text, so the name cannot inject markup. */
export function showUpload(list: HTMLOListElement, file: File, key: string): Upload {
  const item = document.createElement("li");
  item.className = "card upload";
  const head = elementOf("p", "row");
  const status = elementOf("span", "badge", "ready");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button-quiet";
  button.textContent = "Remove";
  button.setAttribute("aria-label", `Remove ${file.name}`);
  head.append(elementOf("bdi", "upload-name", file.name), status, button);
  const progress = document.createElement("progress");
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute("aria-label", `Sending ${file.name}`);
  const notes = elementOf("div", "stack");
  // Show a line until the service says what the file contains, so that the button below does not move under the
  // pointer.
  notes.append(elementOf("p", "note", LOOKING));
  notes.setAttribute("aria-busy", "true");
  item.append(head, progress, notes);
  list.append(item);
  return { file, key, state: "ready", found: null, runIds: [], item, progress, status, notes, button };
}

/** Shows that a file is refused, and why. The file can be removed, or sent again. */
export function showRefusal(upload: Upload, reason: string): void {
  upload.state = "refused";
  upload.button.hidden = false;
  setStatus(upload, "refused", "bad");
  upload.notes.replaceChildren(elementOf("p", "fault", reason));
}

/** Shows that the service is reading a file. */
export function showReading(upload: Upload): void {
  upload.progress.removeAttribute("value");
  upload.progress.setAttribute("aria-label", `Reading ${upload.file.name}`);
  setStatus(upload, "being read");
}

/**
 * Shows the results of a file, or why the file has no results. @param runs null for a run that was deleted meanwhile
 */
export function showResults(upload: Upload, runs: readonly (Run | null)[]): void {
  upload.progress.hidden = true;
  const isWhole = runs.every((run) => run && run.score !== null);
  if (isWhole) setStatus(upload, "complete", "good");
  else setStatus(upload, runs.includes(null) ? "gone" : "failed", "bad");
  upload.notes.replaceChildren(...runs.flatMap((run, index) => resultOf(run, upload.runIds[index] ?? "")));
}

/** Returns the elements that show a run: its score and its warnings, or why the run has no score. */
function resultOf(run: Run | null, runId: string): HTMLElement[] {
  const link = document.createElement("a");
  link.href = `/r/${encodeURIComponent(runId)}`;
  if (!run) return [elementOf("p", "fault", "The run was deleted meanwhile.")];
  if (run.score === null) {
    link.textContent = "To the page of the run";
    const reason = elementOf("p", "fault");
    reason.append(elementOf("bdi", "", run.error?.detail ?? "The reason is not known."));
    return [reason, link];
  }
  link.className = "figure-large";
  link.textContent = formatFigure(run.score, run.unit);
  const figure = elementOf("p", "");
  figure.append(link, " ", elementOf("span", "unit", `${run.unit} · ${nameOfResult(run)}`));
  const reason = run.unranked?.reason ?? "";
  const notes = [
    ...(reason === "" ? [] : [reason]),
    ...run.warnings.filter((text) => !reason.includes(text)),
  ];
  return [figure, ...notes.map((text) => elementOf("p", "note", text))];
}

/** The name of a result of each benchmark, by the id of the benchmark, with TITLE in place of the game or test. */
declare const RESULT_NAMES: Readonly<Record<number, string>>;
/** The placeholder in RESULT_NAMES for the title of a run. */
const TITLE = "{title}";

/** Returns the name of a result as pages show it: "Cyberpunk 2077", "Time Spy graphics test 1". */
function nameOfResult({ title, benchmark: { id, name } }: Run): string {
  return title === null ? name : (RESULT_NAMES[id] ?? TITLE).replace(TITLE, () => title);
}

/** Shows the state of a file in the upload list, such as "being sent". */
export function setStatus({ status }: Upload, word: string, tone?: "good" | "bad"): void {
  status.textContent = word;
  status.className = tone ? `badge badge-${tone}` : "badge";
}

/** Returns an element with a text, which cannot inject markup. */
export function elementOf(name: string, className: string, text?: string): HTMLElement {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
