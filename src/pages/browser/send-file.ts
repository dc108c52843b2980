// Posts a form with a file, with progress.

/** The fields of a problem answer that this script uses. */
interface Problem {
  detail?: string;
  errors?: { detail: string }[];
}

/** Outcome of sending a file. */
export type Sent = { runIds: string[] } | { refusal: string; isForAll: boolean };

/**
 * The statuses of a refusal that applies to each further file, too: refusals of the account or the client address, and
 * an unavailable service. A 413 because of full storage is such a refusal, too (see `outcomeOf`).
 */
const FOR_ALL: ReadonlySet<number> = new Set([401, 402, 429, 503]);
const TOO_LARGE = 413;

/**
 * Posts a form to POST /benchmarks/add.
 * @param key the idempotency key: a form that is sent again with it counts once
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
  const faults = answer?.errors?.map(({ detail }) => detail) ?? [];
  const words = faults.length > 0 ? faults.join(" ") : answer?.detail;
  return {
    refusal: words ?? "The service does not answer right now. Try again in a moment.",
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
