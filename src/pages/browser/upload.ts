// Sends the files of the result form one by one, and shows the progress and the result of each file, without leaving
// the page. Without this script the form sends all files at once, and another page shows their results.

import { askForRun, type Run } from "./ask-for-run.ts";
import { createDescriber } from "./describe-files.ts";

/** The fields of a problem answer that this script uses. */
interface Problem {
  detail?: string;
  errors?: { detail: string }[];
}

/** Outcome of sending a file. */
type Sent = { runIds: string[] } | { refusal: string; isForAll: boolean };

/** A file of the upload list, and the elements that show the file. */
interface Upload {
  file: File;
  key: string;
  state: "ready" | "sending" | "refused" | "sent";
  item: HTMLLIElement;
  progress: HTMLProgressElement;
  status: HTMLElement;
  notes: HTMLElement;
  button: HTMLButtonElement;
}

/** The maximum time, in seconds, for which a request waits until a file is read. */
const WAIT_S = 20;
const PAUSE_MS = 2000;
/**
 * The statuses of a refusal that applies to each further file, too: refusals of the account or the client address, and
 * an unavailable service. A 413 because of full storage is such a refusal, too (see `outcomeOf`).
 */
const FOR_ALL: ReadonlySet<number> = new Set([401, 402, 429, 503]);
const TOO_LARGE = 413;

const form = document.querySelector<HTMLFormElement>("#result-form");
if (form) enhance(form);

function enhance(resultForm: HTMLFormElement): void {
  const input = resultForm.querySelector<HTMLInputElement>("#files");
  const list = resultForm.querySelector<HTMLOListElement>("#uploads");
  const zone = resultForm.querySelector<HTMLElement>(".drop-zone");
  const said = resultForm.querySelector<HTMLElement>("#uploads-status");
  if (!input || !list || !zone || !said) return;
  const uploads: Upload[] = [];
  const describe = createDescriber(resultForm);

  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const upload = showUpload(list, file, `${resultForm.dataset["key"] ?? ""}.${uploads.length}`);
      upload.button.addEventListener("click", () => {
        if (upload.state === "ready" || upload.state === "refused") {
          uploads.splice(uploads.indexOf(upload), 1);
          upload.item.remove();
          list.hidden = uploads.length === 0;
        }
      });
      uploads.push(upload);
      describe(upload);
    }
    list.hidden = uploads.length === 0;
  };
  input.addEventListener("change", () => {
    add(input.files ?? []);
    // The upload list has the files now, so the form must not send the files a second time.
    input.value = "";
  });
  acceptDrops(zone, add);
  showFieldsOfKind(resultForm);
  resultForm.addEventListener("submit", (event) => {
    if (kindOf(resultForm) !== "file" || uploads.length === 0) return;
    event.preventDefault();
    void sendAll(resultForm, uploads, said);
  });
}

/** Shows the field for files or the field for scores, depending on the chosen benchmark. */
function showFieldsOfKind(resultForm: HTMLFormElement): void {
  const show = () => {
    const kind = kindOf(resultForm);
    for (const field of resultForm.querySelectorAll<HTMLElement>("[data-for]"))
      field.hidden = field.dataset["for"] !== kind;
  };
  resultForm.querySelector("#benchmark_id")?.addEventListener("change", show);
  show();
}

function kindOf(resultForm: HTMLFormElement): string | undefined {
  const select = resultForm.querySelector<HTMLSelectElement>("#benchmark_id");
  return select?.selectedOptions[0]?.dataset["kind"];
}

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

/** Appends a file to the upload list. The file name is set as text, so the name cannot inject markup. */
function showUpload(list: HTMLOListElement, file: File, key: string): Upload {
  const item = document.createElement("li");
  item.className = "card upload";
  const head = elementOf("p", "row");
  const status = elementOf("span", "badge", "ready");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button-quiet";
  button.textContent = "Remove";
  button.setAttribute("aria-label", `Remove ${file.name}`);
  head.append(elementOf("span", "upload-name", file.name), status, button);
  const progress = document.createElement("progress");
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute("aria-label", `Sending ${file.name}`);
  const notes = elementOf("div", "stack");
  item.append(head, progress, notes);
  list.append(item);
  return { file, key, state: "ready", item, progress, status, notes, button };
}

/**
 * Sends the files that were not sent yet. Stops at a refusal that applies to each further file, too; the further files
 * stay unsent.
 */
async function sendAll(resultForm: HTMLFormElement, uploads: Upload[], said: HTMLElement): Promise<void> {
  const send = resultForm.querySelector<HTMLButtonElement>("#send");
  if (send) send.disabled = true;
  const reading: Promise<void>[] = [];
  for (const upload of uploads) {
    if (upload.state === "sent" || upload.state === "sending") continue;
    upload.state = "sending";
    upload.notes.replaceChildren();
    setStatus(upload, "being sent");
    upload.button.hidden = true;
    const sent = await sendFile(resultForm, upload);
    if ("runIds" in sent) {
      upload.state = "sent";
      reading.push(follow(upload, sent.runIds));
      continue;
    }
    upload.state = "refused";
    upload.button.hidden = false;
    setStatus(upload, "refused", "bad");
    upload.notes.replaceChildren(elementOf("p", "fault", sent.refusal));
    if (sent.isForAll) break;
  }
  if (send) send.disabled = false;
  await Promise.all(reading);
  const sent = uploads.filter(({ state }) => state === "sent").length;
  said.textContent = `${sent} of ${uploads.length} files sent and read.`;
}

/** Posts one file to the API with the other fields of the form. */
function sendFile(resultForm: HTMLFormElement, { file, key, progress }: Upload): Promise<Sent> {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    const fail = () =>
      resolve({
        refusal: "The connection broke. Send it again: what has arrived already is not counted twice.",
        isForAll: true,
      });
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) progress.value = loaded / total;
    });
    request.addEventListener("error", fail);
    request.addEventListener("abort", fail);
    request.addEventListener("load", () => resolve(outcomeOf(request)));
    request.open("POST", "/benchmarks/add");
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Idempotency-Key", key);
    request.send(bodyOf(resultForm, file));
  });
}

/**
 * Returns the form of POST /benchmarks/add. The fields come before the file, so that the service finds a fault in a
 * field before the file is sent.
 */
function bodyOf(resultForm: HTMLFormElement, file: File): FormData {
  const typed = new FormData(resultForm);
  const read = (name: string) => {
    const value = typed.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const settings = ["resolution", "preset", "api", "driver", "os", "notes"].filter(
    (name) => read(name) !== "",
  );
  const details = ["label", "game", "application", "test"].filter((name) => read(name) !== "");
  const recording = read("recording");
  const also = typed.getAll("also").map(Number);
  const id = Number(read("benchmark_id"));
  const further = also.filter((other) => other !== id);
  const benchmarks = {
    id,
    ...(further.length > 0 && { also: further }),
    ...Object.fromEntries(details.map((name) => [name, read(name)])),
    ...(recording !== "" && { recording: /^\d{1,9}$/.test(recording) ? Number(recording) : recording }),
    ...(settings.length > 0 && { settings: Object.fromEntries(settings.map((name) => [name, read(name)])) }),
  };
  const body = new FormData();
  body.set("build_id", read("build_id"));
  body.set("benchmarks", JSON.stringify(benchmarks));
  body.set("files", file, file.name);
  return body;
}

function outcomeOf({ status, responseText }: XMLHttpRequest): Sent {
  const answer = parse(responseText) as (Problem & { runs?: { run_id: string }[] }) | null;
  const runIds = answer?.runs?.map(({ run_id }) => run_id);
  if (status === 200 && runIds) return { runIds };
  const faults = answer?.errors?.map(({ detail }) => detail) ?? [];
  const words = faults.length > 0 ? faults.join(" ") : answer?.detail;
  return {
    refusal: words ?? `The service answered with status ${status}. Try again in a moment.`,
    isForAll:
      FOR_ALL.has(status) || (status === TOO_LARGE && answer?.detail?.startsWith("Your stored") === true),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Waits until a file is read for each of its runs, then shows the results or the reasons of failures. */
async function follow(upload: Upload, runIds: readonly string[]): Promise<void> {
  upload.progress.removeAttribute("value");
  upload.progress.setAttribute("aria-label", `Reading ${upload.file.name}`);
  setStatus(upload, "being read");
  const runs = await Promise.all(runIds.map(waitForRun));
  upload.progress.hidden = true;
  const isWhole = runs.every((run) => run && run.score !== null);
  if (isWhole) setStatus(upload, "complete", "good");
  else setStatus(upload, runs.includes(null) ? "gone" : "failed", "bad");
  upload.notes.replaceChildren(...runs.flatMap((run, index) => notesOf(run, runIds[index] ?? "")));
}

/** Returns the elements that show a run: its score and its warnings, or why the run has no score. */
function notesOf(run: Run | null, runId: string): HTMLElement[] {
  const link = document.createElement("a");
  link.href = `/r/${encodeURIComponent(runId)}`;
  if (!run) return [elementOf("p", "fault", "The run was deleted meanwhile.")];
  if (run.score === null) {
    link.textContent = "The run with its reason";
    return [elementOf("p", "fault", run.error?.detail ?? "The file could not be read."), link];
  }
  link.className = "figure-large";
  link.textContent = run.score.toLocaleString("en", { maximumFractionDigits: 1 });
  const figure = elementOf("p", "");
  figure.append(link, " ", elementOf("span", "unit", `${run.unit} · ${run.title ?? run.benchmark.name}`));
  const reason = run.unranked?.reason ?? "";
  const notes = [
    ...(reason === "" ? [] : [reason]),
    ...run.warnings.filter((text) => !reason.includes(text)),
  ];
  return [figure, ...notes.map((text) => elementOf("p", "note", text))];
}

/**
 * Requests a run until the run is complete or failed; keeps trying while the service cannot answer. Returns null if the
 * run was deleted.
 */
async function waitForRun(runId: string): Promise<Run | null> {
  for (;;) {
    const run = await askForRun(runId, WAIT_S);
    // The run no longer exists, because somebody deleted the run or its build.
    if (run === "deleted") return null;
    if (run && (run.status === "complete" || run.status === "failed")) return run;
    if (!run) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function setStatus({ status }: Upload, word: string, tone?: "good" | "bad"): void {
  status.textContent = word;
  status.className = tone ? `badge badge-${tone}` : "badge";
}

function elementOf(name: string, className: string, text?: string): HTMLElement {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
