// Waits on the page of a run until its file was read, and then loads the page again, which shows the result.

const WAIT_S = 30;
/** How long to rest between two questions: a service that is about to stop, or that refuses, answers at once. */
const REST_MS = 3000;

const unread = new Set(["queued", "processing"]);

const section = document.querySelector<HTMLElement>("[data-pending-run]");
if (section) void wait(section);

async function wait(section: HTMLElement): Promise<void> {
  const runId = section.dataset["pendingRun"] ?? "";
  const note = section.querySelector("[data-pending-note]");
  const shown = section.querySelector("[aria-current] b")?.textContent;
  for (;;) {
    const status = await ask(runId);
    // A run that has moved on is shown anew, whether it is there or is being read now.
    if (status !== null && (!unread.has(status) || status !== shown)) break;
    if (status === null && note)
      note.textContent = "The service does not answer right now. This page asks again.";
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  location.reload();
}

/** Returns the status of a run once it is complete or failed, or after some seconds as it is; null where nobody can tell now. */
async function ask(runId: string): Promise<string | null> {
  try {
    const answer = await fetch(`/benchmarks/runs/${encodeURIComponent(runId)}?wait=${WAIT_S}`, {
      headers: { Accept: "application/json" },
    });
    // It was deleted: the page says so.
    if (answer.status === 404) return "deleted";
    if (!answer.ok) return null;
    return ((await answer.json()) as { status: string }).status;
  } catch {
    return null;
  }
}
