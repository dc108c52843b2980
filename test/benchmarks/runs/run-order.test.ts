import test from "ava";
import { startTestService } from "../../helpers/service.ts";

// The time that the service's clock always shows, so that all submissions of a test have the same time.
const now = new Date("2036-01-01T12:00:00Z");
const service = await startTestService(test, { hasWorkers: false, overrides: { clock: () => () => now } });

interface ListedRun {
  run_id: string;
  score: number;
  sequence: number;
}

test("the runs of a submission keep the order in which they were sent, and the last run is shown as the latest", async (t) => {
  const client = await service.signIn("ordered");
  const build_id = await client.makeBuild();
  const scores = [1, 2, 3, 4, 5, 6, 7, 8];
  await client.add({ build_id, benchmarks: { id: 15, runs: scores } });
  const { results } = (await client.get(`/builds/${build_id}/runs`)).body as { results: ListedRun[] };
  t.deepEqual(
    results.map(({ score, sequence }) => [score, sequence]),
    scores.toReversed().map((score) => [score, score]),
    "newest first: the reverse of the order of sending",
  );
  const { body } = await client.get(`/builds/${build_id}`);
  t.is(body.results[0].latest.score, 8);
});

test("runs of submissions with the same time have the same order in lists, pages and statistics", async (t) => {
  const client = await service.signIn("same time");
  const build_id = await client.makeBuild();
  for (let count = 0; count < 6; count += 1)
    await client.add({ build_id, benchmarks: { id: 15, runs: [count * 10 + 1, count * 10 + 2] } });
  const list = async (query: string) =>
    (await client.get(`/builds/${build_id}/runs${query}`)).body.results as ListedRun[];
  const all = await list("");
  t.is(all.length, 12);
  t.deepEqual(
    all.map(({ sequence }) => sequence),
    all.map((_run, index) => (index % 2 === 0 ? 2 : 1)),
    "the runs of a submission are adjacent",
  );
  const pages = await Promise.all([1, 2, 3].map((page) => list(`?page=${page}&limit=5`)));
  t.deepEqual(pages.flat(), all, "pages neither overlap nor skip");
  const { body } = await client.get(`/builds/${build_id}`);
  t.is(body.results[0].latest.run_id, all[0]?.run_id);
});
