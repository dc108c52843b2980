import test from "ava";
import { makeCapture, makeFrameTimes } from "../../helpers/capture-generator.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService(test);

/** A capture of 1,500 frames, of which every nth was never displayed. */
function captureOf(everyNth: number) {
  const rows = makeFrameTimes(1500, everyNth).map((frameTimeMs, index) => ({
    application: "harbour.exe",
    processId: 4711,
    swapChain: "0x1",
    frameTimeMs,
    isDropped: index % everyNth === 1,
  }));
  return { name: "capture.csv", content: makeCapture("presentmon-1.0", rows) };
}

test("a run says in its warnings, and beside its average, which share of its frames was never displayed, if the share is above 5 %", async (t) => {
  const client = await service.signIn("ada");
  const build_id = await client.makeBuild();
  const files = [captureOf(2), captureOf(20)];
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const [many, few] = added.body.runs as [{ run_id: string }, { run_id: string }];
  const { body } = await client.waitForRun(many.run_id);
  const { frames, dropped_frames, duration_s, average_fps } = body.metrics;
  t.deepEqual([frames, dropped_frames, body.score], [1500, 750, average_fps]);
  t.is(body.unranked, null, "the warning does not change the ranking");
  const shown = ((frames - dropped_frames) / duration_s).toFixed(1);
  const warning = `750 of 1,500 frames (50.0 %) were dropped: they were rendered, but never displayed. The screen showed ${shown} fps on average.`;
  t.deepEqual(body.warnings, [warning]);
  const page = (await client.get(`/r/${many.run_id}`, { Accept: "text/html" })).text;
  t.is(page.split(warning).length, 2, "the page shows the warning once");
  t.true(page.indexOf(warning) < page.indexOf("More figures"));

  const ofFew = (await client.waitForRun(few.run_id)).body;
  t.deepEqual([ofFew.metrics.dropped_frames, ofFew.warnings], [75, []]);
  t.notRegex((await client.get(`/r/${few.run_id}`, { Accept: "text/html" })).text, /were dropped/);
});
