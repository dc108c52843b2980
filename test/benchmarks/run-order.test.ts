import test from "ava";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

interface ListedRun {
  score: number;
  sequence: number;
}

test("the runs of a submission keep the order in which they were sent, and the last is the build's latest run", async (t) => {
  const client = await service.signIn("ordered");
  const build_id = await client.makeBuild();
  const scores = [1, 2, 3, 4, 5, 6, 7, 8];
  await client.add({ build_id, benchmarks: { id: 15, runs: scores } });
  await client.add({ build_id, benchmarks: { id: 15, runs: [20, 10] } });

  const { results } = (await client.get(`/builds/${build_id}/runs`)).body as { results: ListedRun[] };
  t.deepEqual(
    results.map(({ score, sequence }) => [score, sequence]),
    [[10, 2], [20, 1], ...scores.toReversed().map((score) => [score, score])],
    "newest first: the list is the reverse of the order of sending",
  );
  const pages = await Promise.all(
    [1, 2, 3].map((page) => client.get(`/builds/${build_id}/runs?page=${page}&limit=4`)),
  );
  t.deepEqual(
    pages.flatMap(({ body }) => body.results as ListedRun[]),
    results,
    "pages neither overlap nor skip",
  );

  const { body } = await client.get(`/builds/${build_id}`);
  t.is(body.results[0].latest.score, 10);
});
