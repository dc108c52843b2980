import test from "ava";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../../helpers/capture-generator.ts";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { untilRanked } from "../../helpers/until-ranked.ts";

const service = await startTestService(test);
const HTML = { Accept: "text/html" };

async function submit(client: Client, build_id: number, frames: number): Promise<string> {
  const file = { name: "a.csv", content: makeCapture("presentmon-1.10", makeGameFrames(frames, frames)) };
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files: [file] });
  const runId = added.body.runs[0].run_id as string;
  await client.waitForRun(runId);
  return runId;
}

const figuresOf = async (buildId: number) =>
  (await service.anonymous.get(`/builds/${buildId}`)).body.results[0] as object;
const rankedRuns = async () =>
  (await service.anonymous.get("/benchmarks/16/ranking?variant=harbour")).body.results.map(
    ({ run_id }: { run_id: string }) => run_id,
  ) as string[];

test("the run of a capture that is too short is shown with the reason, is not ranked, and counts in no statistic of its build", async (t) => {
  const client = await service.signIn("ada");
  const build_id = await client.makeBuild();
  const short = await submit(client, build_id, 250);
  const { body } = await service.anonymous.get(`/benchmarks/runs/${short}`);
  t.like(body, { status: "complete", standing: null });
  t.true(body.score > 0);
  t.is(body.unranked.code, "too_short");
  t.regex(
    body.unranked.reason,
    /^The capture has 250 frames in \d\.\d s; a ranked capture has at least 300 frames and 10 s/,
  );
  t.like(await figuresOf(build_id), {
    runs: 1,
    unranked_runs: 1,
    best: null,
    mean: null,
    stdev: null,
    latest: { run_id: short, score: body.score },
  });
  for (const path of [`/r/${short}`, `/b/${build_id}`]) {
    const { status, text } = await service.anonymous.get(path, HTML);
    t.is(status, 200, path);
    t.true(text.includes(body.unranked.reason), path);
    t.notRegex(text, />(?:NaN|null)/, path);
  }
  const preview = await service.anonymous.get(`/benchmarks/runs/${short}/preview.svg`);
  t.true(preview.text.includes("Not ranked: the capture is too short"));

  const long = await submit(client, build_id, RANKED_FRAMES);
  await untilRanked(service.stores);
  await service.services.ranks.refill();
  const { score } = (await service.anonymous.get(`/benchmarks/runs/${long}`)).body;
  t.like(await figuresOf(build_id), { runs: 2, unranked_runs: 1, best: score, mean: score, stdev: null });
  t.deepEqual(await rankedRuns(), [long]);
  const { text } = await service.anonymous.get(`/b/${build_id}`, HTML);
  t.true(text.includes("One run. 1 run not ranked."));
});
