import test from "ava";
import { storeCopies } from "../../helpers/stored-runs.ts";
import { startServiceOnOwnMongodb } from "../../helpers/own-mongodb.ts";

const service = await startServiceOnOwnMongodb(test);
const { db } = service.services.stores.mongo;

/**
 * The number of runs of the large build. It exceeds the limit of runs for a build with an owner, because a build
 * without an owner, or a build from before the limit, may have more runs.
 */
const MANY = 10_000;
const PAGE = 20;

test.serial(
  "the last permitted page of a list of runs has entries, and a request for a later page is refused with the reason",
  async (t) => {
    const client = await service.signIn("far pages", "unlimited");
    const build_id = await client.makeBuild();
    const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [100] } });
    await storeCopies(db, body.runs[0].run_id as string, MANY - 1);
    const last = await client.get(`/builds/${build_id}/runs?limit=${PAGE}&page=${MANY / PAGE}`);
    t.is(last.status, 200, last.text);
    t.deepEqual([last.body.results.length, last.body.total], [PAGE, MANY]);
    t.is((await client.get(`/builds/${build_id}/runs?limit=1000&page=10`)).status, 200);
    for (const query of [`limit=${PAGE}&page=${MANY / PAGE + 1}`, "limit=1000&page=11&benchmark_id=15"]) {
      const behind = await client.get(`/builds/${build_id}/runs?${query}`);
      t.is(behind.status, 422);
      t.is(behind.body.errors[0].pointer, "/page");
      t.regex(
        behind.body.errors[0].detail,
        /^Expected a page that ends at or before entry 10000 .* found \d+ × \d+ = \d+\./,
      );
    }
  },
);
