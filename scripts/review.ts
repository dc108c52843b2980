import { suspicionOf } from "../src/benchmarks/index.ts";
import type { Services } from "../src/compose/services.ts";
import { readReviewArguments, usage, type ReviewTask } from "./review/arguments.ts";
import { runScript } from "./run-script.ts";

// Shows suspect runs, and stores what a person has decided about one. docs/result-files.md says what a decision means.

async function review(task: ReviewTask, { reviews }: Services): Promise<boolean> {
  if (task.kind === "decide") {
    const { runId, decision, reason } = task;
    const before = await reviews.decide(runId, { decision, reason });
    const earlier = before.review ? ` It was ${before.review.decision} before.` : "";
    console.log(`run ${runId} of build ${before.build_id} is ${decision}.${earlier}`);
    return true;
  }
  const found = await reviews.findUndecided(task.limit);
  for (const run of found) {
    const { _id, build_id, benchmark_id, variant, score } = run;
    const of = variant === null ? `benchmark ${benchmark_id}` : `benchmark ${benchmark_id}, ${variant}`;
    console.log(`${_id} build ${build_id}, ${of}, score ${score}: ${suspicionOf(run)?.detail}`);
  }
  const more = found.length === task.limit ? "; there may be more, see --limit" : "";
  console.log(`${found.length} suspect runs without a decision${more}`);
  return true;
}

await runScript({ name: "review", usage, readArguments: readReviewArguments, run: review });
