import { hrefOfBuild, type ShownRun } from "./shown-run.ts";

/** The states of a run whose file is read, in their order, each with its name for people. */
const steps = [
  ["queued", "Waiting", "The file is here and waits for its turn."],
  ["processing", "Being read", "It is being read now: its frames are counted and its figures calculated."],
  ["complete", "Done", "The result appears here."],
] as const;

/**
 * Progress of a run whose file is not read yet. The script `wait-for-run.js` reloads the page as soon as the run has a
 * result.
 */
export function PendingRun({ run: { run_id, status } }: { run: ShownRun }) {
  const now = steps.findIndex(([name]) => name === status);
  return (
    <section class="card stack" data-pending-run={run_id} data-status={status} aria-labelledby="progress">
      <h2 id="progress">{status === "queued" ? "Waiting to be read" : "Being read"}</h2>
      <ol class="steps">
        {steps.map(([, name, text], index) => (
          <li class={index < now ? "step-done" : undefined} aria-current={index === now ? "step" : undefined}>
            <b>{name}</b> {text}
          </li>
        ))}
      </ol>
      <output class="soft" data-pending-note>
        This page looks by itself whether the result is there.
      </output>
    </section>
  );
}

/**
 * Explains why a run has no result, and tells the submitter of the file what to do. Other visitors see only the public
 * text of the reason.
 */
export function FailedRun({ run, isSubmitter }: { run: ShownRun; isSubmitter: boolean }) {
  const { error } = run;
  return (
    <section class="card stack problem" aria-labelledby="failure">
      <h2 id="failure">There is no result: the file could not be read</h2>
      <p>
        <bdi>{error?.detail ?? "The reason is not known."}</bdi>
      </p>
      {isSubmitter ? (
        <p class="row">
          <a class="button" href={`/submit?build=${run.build_id}`}>
            Send another file
          </a>
          <span class="soft">The failed run does not count: it was given back to your month.</span>
        </p>
      ) : (
        <p>
          <a href={hrefOfBuild(run.build_id)}>Other results of this build</a>
        </p>
      )}
    </section>
  );
}
