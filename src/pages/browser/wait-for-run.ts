// Waits on the page of a run until its file was read, and then loads the page again, which shows the result.

import { askForRun } from "./ask-for-run.ts";

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
    const run = await askForRun(runId, WAIT_S);
    // The page itself says that the run was deleted. One that has moved on is shown anew, also where it is only being read now.
    if (run === "deleted" || (run && (!unread.has(run.status) || run.status !== shown))) break;
    if (!run && note) note.textContent = "The service does not answer right now. This page asks again.";
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  location.reload();
}
