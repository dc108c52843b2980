import test from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";

const REASON = "an insult in its label";
const capture = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(99)) };

test("a run that is hidden before its file is read stays hidden when the file has been read", async (t) => {
  const own = await startTestService(t, { hasWorkers: false });
  const session = await own.signIn("early");
  const build = await session.makeBuild();
  const { body } = await session.add({ build_id: build, benchmarks: { id: 16 }, files: [capture] });
  const runId = body.runs[0].run_id as string;
  await own.services.reviews.hide(runId, REASON);
  t.is((await own.anonymous.get(`/benchmarks/runs/${runId}`)).status, 404);
  await own.services.runParser.parse(runId);
  t.is((await own.anonymous.get(`/benchmarks/runs/${runId}`)).status, 404);
  t.like((await session.get(`/benchmarks/runs/${runId}`)).body, {
    status: "complete",
    hidden: { reason: REASON },
  });
  await own.services.reviews.restore(runId);
  const restored = (await own.anonymous.get(`/benchmarks/runs/${runId}`)).body;
  t.is(restored.status, "complete");
  t.false("hidden" in restored);
});
