// This script runs on the page of a run. It waits until the service has read the file of the run, and then reloads the
// page, so that the page shows the result.

import { askForRun } from "./ask-for-run.ts";

const WAIT_S = 30;
/**
 * Pause between two requests, in ms: without a pause, a service that is shutting down or refuses requests would be
 * asked again and again, because such a service answers immediately.
 */
const REST_MS = 3000;

const unread = new Set(["queued", "processing"]);

const section = document.querySelector<HTMLElement>("[data-pending-run]");
if (section) void wait(section);

async function wait(section: HTMLElement): Promise<void> {
  const runId = section.dataset["pendingRun"] ?? "";
  const note = section.querySelector("[data-pending-note]");
  const shown = section.dataset["status"];
  for (;;) {
    const run = await askForRun(runId, WAIT_S);
    // Reload the page after each change of the run's state, also from queued to processing. If the run was deleted, the
    // reloaded page says so.
    if (run === "deleted" || (run && (!unread.has(run.status) || run.status !== shown))) break;
    if (!run && note) note.textContent = "The service does not answer right now. This page asks again.";
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
  location.reload();
}
