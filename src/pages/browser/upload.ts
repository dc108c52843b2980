// This script sends the files of the result form one by one, and shows the progress of each file without leaving the
// page. After the last file, the script opens the page with the results. Without this script the form sends all files
// at once.

import { askForRun, type Run } from "./ask-for-run.ts";
import { inspect, notesOf, type Inspected } from "./describe-files.ts";
import { bodyOf, fillForm } from "./fill-form.ts";
import { formatFigure } from "./format-figure.ts";
import { sendFile } from "./send-file.ts";
import {
  elementOf,
  setStatus,
  showReading,
  showRefusal,
  showResults,
  showUpload,
  type Upload,
} from "./upload-list.ts";

/** The maximum time, in seconds, for which a request waits until a file is read. */
const WAIT_S = 20;
const PAUSE_MS = 2000;
/** The maximum number of runs that the page with the results shows. */
const MAX_SHOWN = 60;

/** The form for results, and the elements in it that this script uses. */
type Form = NonNullable<ReturnType<typeof partsOf>>;

function partsOf(form: HTMLFormElement) {
  const input = form.querySelector<HTMLInputElement>("#files");
  const list = form.querySelector<HTMLOListElement>("#uploads");
  const zone = form.querySelector<HTMLElement>(".drop-zone");
  const said = form.querySelector<HTMLElement>("#uploads-status");
  const select = form.querySelector<HTMLSelectElement>("#benchmark_id");
  const send = form.querySelector<HTMLButtonElement>("#send");
  return input && list && zone && said && select && send && { form, input, list, zone, said, select, send };
}

function enhance(parts: Form): void {
  const { form, input, list, zone, select } = parts;
  const uploads: Upload[] = [];
  let chosen = 0;
  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const upload = showUpload(list, file, `${form.dataset["key"] ?? ""}.${chosen}`);
      chosen += 1;
      upload.button.addEventListener("click", () => remove(parts, uploads, upload));
      uploads.push(upload);
      describe(parts, uploads, upload);
    }
    list.hidden = uploads.length === 0;
  };
  input.addEventListener("change", () => {
    add(input.files ?? []);
    // Empty the field: the script has added its files to the list of uploads, and the form must not send them a second
    // time.
    input.value = "";
  });
  acceptDrops(zone, add);
  select.addEventListener("change", () => {
    showFieldsOfKind(parts, uploads);
    // Show again beside each file whether the file fits the benchmark, because the user has chosen another benchmark.
    for (const { found, notes, state } of uploads)
      if (found && state === "ready") notes.replaceChildren(...notesOf(found, select));
  });
  showFieldsOfKind(parts, uploads);
  form.addEventListener("submit", (event) => {
    if (kindOf(parts) !== "file" || uploads.length === 0) return;
    event.preventDefault();
    void sendAll(parts, uploads);
  });
}

function remove({ form, list }: Form, uploads: Upload[], upload: Upload): void {
  if (upload.state !== "ready" && upload.state !== "refused") return;
  uploads.splice(uploads.indexOf(upload), 1);
  upload.item.remove();
  list.hidden = uploads.length === 0;
  fillForm(form, foundIn(uploads));
}

const foundIn = (uploads: readonly Upload[]) => uploads.flatMap(({ found }) => found ?? []);

/** Resolves when the latest inspection has ended: the script inspects the chosen files one after another. */
let inspecting = Promise.resolve();

/** Inspects a chosen file once all files that were chosen earlier are inspected. */
function describe(parts: Form, uploads: readonly Upload[], upload: Upload): void {
  const before = inspecting;
  const describeNext = async () => {
    await before;
    showContents(parts, uploads, upload, await inspect(upload.file));
  };
  inspecting = describeNext();
}

/** Shows what a chosen file contains: beside the file, and for screen readers also in the form's status text. */
function showContents(
  { form, select, said }: Form,
  uploads: readonly Upload[],
  upload: Upload,
  found: Inspected | null,
): void {
  if (!uploads.includes(upload)) return;
  upload.found = found;
  upload.notes.removeAttribute("aria-busy");
  if (upload.state !== "ready") return;
  const notes = found ? notesOf(found, select) : [];
  upload.notes.replaceChildren(...notes);
  if (!found) return;
  said.textContent = [`${upload.file.name}:`, ...notes.map(({ textContent }) => textContent)].join(" ");
  fillForm(form, foundIn(uploads));
}

/** Shows the field for files or the field for scores, depending on the chosen benchmark. */
function showFieldsOfKind(parts: Form, uploads: readonly Upload[]): void {
  const { form } = parts;
  for (const field of form.querySelectorAll<HTMLElement>("[data-for]"))
    field.hidden = field.dataset["for"] !== kindOf(parts);
  if (kindOf(parts) === "file") fillForm(form, foundIn(uploads));
}

const kindOf = ({ select }: Form) => select.selectedOptions[0]?.dataset["kind"];

function acceptDrops(zone: HTMLElement, add: (files: Iterable<File>) => void): void {
  const mark = (isOver: boolean) => zone.classList.toggle("is-over", isOver);
  zone.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  zone.addEventListener("dragleave", () => mark(false));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    add(event.dataTransfer?.files ?? []);
  });
}

/**
 * Sends the files that were not sent yet. Stops at a refusal that would apply to each further file, too. If all files
 * were sent, opens the page with their results.
 */
async function sendAll(parts: Form, uploads: Upload[]): Promise<void> {
  const { said, send } = parts;
  send.disabled = true;
  const reading: Promise<void>[] = [];
  await inspecting;
  for (const upload of uploads) {
    if (upload.state === "sent" || upload.state === "sending") continue;
    const outcome = await sendOne(parts, upload);
    if ("runIds" in outcome) reading.push(follow(upload, outcome.runIds));
    else showRefusal(upload, outcome.refusal);
    if ("refusal" in outcome && outcome.isForAll) break;
  }
  void showRunsLeft();
  await Promise.all(reading);
  send.disabled = false;
  const sent = uploads.filter(({ state }) => state === "sent");
  said.textContent = `${sent.length} of ${uploads.length} files sent and read.`;
  // Show again how many runs the account has left, because a run whose file could not be read does not count.
  await showRunsLeft();
  showWay(parts, sent, sent.length === uploads.length);
}

async function sendOne({ form, select }: Form, upload: Upload) {
  const { file, key, progress } = upload;
  const contents = upload.found ?? (await inspect(file));
  upload.found = contents;
  const refusal = select.value === "" ? refusalOf(upload) : null;
  if (refusal !== null) return { refusal, isForAll: false };
  const body = bodyOf(form, upload);
  upload.state = "sending";
  upload.notes.replaceChildren();
  setStatus(upload, "being sent");
  upload.button.hidden = true;
  return sendFile(body, key, (share) => (progress.value = share));
}

/** Returns why the service has recognised no benchmark in a file; null if it has recognised one. */
function refusalOf({ found }: Upload): string | null {
  if (!found)
    return "The service cannot look at the file right now. Send it again in a moment, or choose its benchmark.";
  return found.fits ? null : (found.detail ?? "This is no result file.");
}

/** Shows how many runs the account has left in this month. */
async function showRunsLeft(): Promise<void> {
  const place = document.querySelector("[data-runs-left]");
  if (!place) return;
  const answer = await fetch("/me", { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return;
  const { usage } = (await answer.json()) as { usage: { used: number; limit: number | null } };
  if (usage.limit !== null) place.textContent = formatFigure(Math.max(0, usage.limit - usage.used));
}

/**
 * Opens the page with the results. If files were refused, only links to that page, because the person has to read the
 * reasons.
 */
function showWay({ list }: Form, sent: readonly Upload[], isAll: boolean): void {
  const ids = sent.flatMap(({ runIds }) => runIds).slice(0, MAX_SHOWN);
  const href = `/submit/sent?runs=${ids.map(encodeURIComponent).join(",")}`;
  if (ids.length === 0) return;
  if (isAll) {
    location.assign(href);
    return;
  }
  document.querySelector("#to-results")?.remove();
  const link = elementOf("a", "button", "To your results") as HTMLAnchorElement;
  link.id = "to-results";
  link.href = href;
  list.after(link);
}

/**
 * Waits until each run of a sent file is complete, failed or deleted, then shows the results, or why runs have failed.
 */
async function follow(upload: Upload, runIds: readonly string[]): Promise<void> {
  upload.state = "sent";
  upload.runIds = runIds;
  showReading(upload);
  const runs = await Promise.all(runIds.map(waitForRun));
  showResults(upload, runs);
  upload.runIds = runIds.filter((_id, index) => runs[index] !== null);
}

/**
 * Requests a run until the run is complete or failed; keeps trying while the service cannot answer. Returns null if the
 * run was deleted.
 */
async function waitForRun(runId: string): Promise<Run | null> {
  for (;;) {
    const run = await askForRun(runId, WAIT_S);
    // Stop waiting if the run no longer exists, because somebody has deleted the run or its build.
    if (run === "deleted") return null;
    if (run && (run.status === "complete" || run.status === "failed")) return run;
    if (!run) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const resultForm = document.querySelector<HTMLFormElement>("#result-form");
const enhanced = resultForm && partsOf(resultForm);
if (enhanced) enhance(enhanced);
