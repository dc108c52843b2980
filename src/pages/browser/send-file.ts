// This script posts a form with a file, and reports how much of the form is sent.

/** The pages' words about each kind of problem, by its slug. The service replaces this constant by its value. */
declare const PROBLEM_WORDS: Readonly<Record<string, string>>;

/** The fields of a problem answer that this script uses. */
interface Problem {
  /** The URL of the kind of problem, which ends in its slug. */
  type?: string;
  errors?: { pointer: string; detail: string }[];
}

/** The outcome of sending a file: the ids of its runs, or why the service refused the file. */
export type Sent = { runIds: string[] } | { refusal: string; isForAll: boolean };

/**
 * The statuses with which the service would refuse each further file, too: refusals of the account or of the client's
 * address, and an unavailable service. Full storage is missing in this list, because it shares its status with a file
 * that is too large.
 */
const FOR_ALL: ReadonlySet<number> = new Set([401, 402, 429, 503]);
const STORAGE_FULL = "storage-full";

const NO_ANSWER = "The service does not answer right now. Try again in a moment.";
/**
 * The message for a person whose session has ended while a file is sent. The pages' own message does not fit: it
 * promises that signing in leads back to the page with the chosen files.
 */
const SIGNED_OUT = "You are signed out. Sign in in another tab, then send the file again here.";

/**
 * Posts a form to POST /benchmarks/add.
 * @param key the idempotency key: if a form is sent again with the same key, the service stores the form only once
 * @param onProgress receives the share of the form that was sent, from 0 to 1
 */
export function sendFile(body: FormData, key: string, onProgress: (share: number) => void): Promise<Sent> {
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    const fail = () =>
      resolve({
        refusal: "The connection broke. Send it again: what has arrived already is not counted twice.",
        isForAll: true,
      });
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("error", fail);
    request.addEventListener("abort", fail);
    request.addEventListener("load", () => resolve(outcomeOf(request)));
    request.open("POST", "/benchmarks/add");
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Idempotency-Key", key);
    request.send(body);
  });
}

function outcomeOf({ status, responseText }: XMLHttpRequest): Sent {
  const answer = parse(responseText) as (Problem & { runs?: { run_id: string }[] }) | null;
  const runIds = answer?.runs?.map(({ run_id }) => run_id);
  if (status === 200 && runIds) return { runIds };
  const kind = kindOf(answer);
  return { refusal: wordsOf(answer), isForAll: FOR_ALL.has(status) || kind === STORAGE_FULL };
}

const kindOf = (problem: Problem | null): string => problem?.type?.split("/").at(-1) ?? "";

/**
 * Returns why the service refused a file, in words for people: each fault with its field's label, or the kind of
 * problem.
 */
function wordsOf(problem: Problem | null): string {
  const kind = kindOf(problem);
  if (kind === "sign-in-required") return SIGNED_OUT;
  const faults = problem?.errors ?? [];
  if (faults.length > 0) return faults.map(wordsOfFault).join(" ");
  return PROBLEM_WORDS[kind] ?? NO_ANSWER;
}

function wordsOfFault({ pointer, detail }: { pointer: string; detail: string }): string {
  const name = pointer.split("/").at(-1) ?? "";
  // A fault of the file needs no label, because it is shown beside the file.
  const label = name === "files" ? null : document.querySelector(`label[for="${CSS.escape(name)}"]`);
  return label ? `${label.textContent}: ${detail}` : detail;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
