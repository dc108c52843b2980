import test from "ava";
import { loadSampleData } from "../../scripts/load-sample-data.ts";
import { productKinds } from "../../src/products/index.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { untilRanked } from "../helpers/until-ranked.ts";
import { until } from "../helpers/until.ts";

const service = await startTestService(test, { hasIndexes: true });
const MAX_TRIES = 5;
let ada: Client;
let build = 0;
let scoreRun = "";
let capture = "";
test.before("products and a build with a score and a capture exist for the tests of caching", async () => {
  await loadSampleData(service.services);
  for (const kind of productKinds) await service.services.productSync.rebuild(kind);
  ada = await service.signIn("ada");
  build = await ada.makeBuild();
  scoreRun = await addScore(build);
  const file = {
    name: "capture.csv",
    content: makeCapture("presentmon-1.0", makeGameFrames(1, RANKED_FRAMES)),
  };
  const added = await ada.add({ build_id: build, benchmarks: { id: 16 }, files: [file] });
  capture = added.body.runs[0].run_id;
  await ada.waitForRun(capture);
  // Wait for the update of the rankings, because it changes the responses about the submitted results.
  for (const id of [15, 16])
    await until(
      async () => (await service.anonymous.get(`/benchmarks/${id}/variants`)).body.total === 1,
      `benchmark ${id} is ranked`,
    );
  await untilRanked(service.stores);
});

async function addScore(build_id: number): Promise<string> {
  const added = await ada.add({ build_id, benchmarks: { id: 15, runs: [15_000] } });
  return added.body.runs[0].run_id as string;
}

/** Without a Cache-Control header in the request, fetch would send no-cache, which asks for the whole response. */
const ifNot = (etag: string | null) => ({ "If-None-Match": etag ?? "", "Cache-Control": "max-age=0" });

const addresses: Record<string, () => string> = {
  "the benchmark types": () => "/benchmarks/types",
  "a complete run": () => `/benchmarks/runs/${scoreRun}`,
  "a complete run that was waited for": () => `/benchmarks/runs/${capture}?wait=30`,
  "the frame times of a capture": () => `/benchmarks/runs/${capture}/frames`,
  "a chart": () => `/benchmarks/runs/${capture}/chart.svg`,
  "a build": () => `/builds/${build}`,
  "the runs of a build": () => `/builds/${build}/runs`,
  "a ranking": () => "/benchmarks/15/ranking",
  "the variants of a benchmark": () => "/benchmarks/16/variants",
  "a product": () => "/products/cpu/amd-ryzen-7-5800x",
  "the results of a product": () => "/products/cpu/amd-ryzen-7-5800x/results",
  "a list of products": () => "/products/cpu?min_cores=8",
};

/**
 * Sends a GET request, then repeats it by GET and HEAD with the ETag of the first response. Tries again, up to
 * MAX_TRIES times, until both get a 304: a response lacks the ranking of its run whenever Redis is too slow, and then
 * has another ETag.
 */
async function askTwice(path: string) {
  for (let tries = 1; ; tries += 1) {
    const first = await service.anonymous.get(path);
    const etag = first.headers.get("etag");
    const ask = async (method: string) =>
      [method, await service.anonymous.send(method, path, undefined, ifNot(etag))] as const;
    const again = [await ask("GET"), await ask("HEAD")];
    const isSame = again.every(([, { status }]) => status === 304);
    if (isSame || tries === MAX_TRIES) return { first, etag, again };
  }
}

// The tests of this loop run before the tests that submit runs, because a new run would change the compared responses.
for (const [what, path] of Object.entries(addresses)) {
  test.serial(`${what} has to be revalidated, and gets a 304 if unchanged`, async (t) => {
    const { first, etag, again } = await askTwice(path());
    t.is(first.status, 200);
    t.is(first.headers.get("cache-control"), "no-cache");
    t.regex(etag ?? "", /^W\/"[\w-]{43}"$/);
    for (const [method, same] of again) {
      t.is(same.status, 304, method);
      t.is(same.text, "");
      for (const name of ["etag", "cache-control", "vary"])
        t.is(same.headers.get(name), first.headers.get(name), `${name} of ${method}`);
    }
    t.is((await service.anonymous.get(path(), ifNot('W/"another"'))).status, 200);
    const head = await service.anonymous.send("HEAD", path());
    t.regex(head.headers.get("etag") ?? "", /^W\/"[\w-]{43}"$/);
  });
}

test("a new run changes the ETag of its build and of the build's runs", async (t) => {
  const own = await ada.makeBuild();
  for (const path of [`/builds/${own}`, `/builds/${own}/runs`]) {
    const { headers } = await service.anonymous.get(path);
    await addScore(own);
    t.is((await service.anonymous.get(path, ifNot(headers.get("etag")))).status, 200, path);
  }
});

test("the submitter's view of a run has another ETag than the public view, and no shared cache may store it", async (t) => {
  for (const path of [`/benchmarks/runs/${capture}`, `/builds/${build}/runs`]) {
    const own = await ada.get(path);
    const open = await service.anonymous.get(path);
    t.is(own.headers.get("cache-control"), "private, no-cache");
    t.not(own.headers.get("etag"), open.headers.get("etag"));
    t.is((await ada.get(path, ifNot(open.headers.get("etag")))).status, 200);
    // While Redis is slow, the response for a run lacks the standing (rank) and therefore has another ETag, so try
    // again.
    await until(async () => {
      const { headers } = await ada.get(path);
      return (await ada.get(path, ifNot(headers.get("etag")))).status === 304;
    }, `${path} is unchanged for its submitter`);
    for (const { headers } of [own, open]) t.regex(headers.get("vary") ?? "", /Cookie, Authorization/);
  }
});

test("responses about an account and problem responses forbid caching and have no ETag", async (t) => {
  const answers = [
    await ada.get("/me"),
    await ada.get("/builds"),
    await ada.get("/me/tokens"),
    await ada.get(`/benchmarks/runs/${capture}/file`),
    await service.anonymous.get("/benchmarks/runs/none"),
    await service.anonymous.get(`/benchmarks/runs/${scoreRun}/chart.svg`),
  ];
  for (const { headers } of answers) {
    t.is(headers.get("cache-control"), "no-store");
    t.is(headers.get("etag"), null);
  }
});
