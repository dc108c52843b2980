import test from "ava";
import { parse } from "csv-parse/sync";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../../helpers/capture-generator.ts";
import type { Answer, Client } from "../../helpers/client.ts";
import { openTestService } from "../../helpers/service.ts";
import { onTeardown } from "../../helpers/stores.ts";
import { loadProducts } from "../../http/access-resources.ts";
import { linesOf, rankAll, resultOf, untilPublished } from "./published.ts";

const service = await openTestService({
  hasWorkers: false,
  constants: { OPEN_DATA_DELAY_MS: 0, RATE_LIMIT_DOWNLOADS: 10_000 },
});
await loadProducts(service);
await service.services.ranks.refill();
onTeardown(test, service.close);
const { anonymous } = service;
const { db } = service.stores;
const runs = db.collection<Run>("runs");
const { builds, reviews, runParser, standings } = service.services;

const CPU_ID = 1;
const R23 = "/benchmarks/15/results";
const R20 = "/benchmarks/3/results";
const pointers = ({ body }: Answer) => body.errors.map(({ pointer }: { pointer: string }) => pointer);

/** Submits and ranks scores for a new build. Returns the build, its owner, and the ids of the runs. */
async function measure(owner: string, benchmarkId: number, scores: readonly number[]) {
  const client = await service.signIn(owner, "unlimited");
  const made = await client.post("/builds", { name: `${owner}'s tower`, parts: { cpu: CPU_ID } });
  const build_id = made.body.build.build_id as number;
  const runIds: string[] = [];
  for (const score of scores) {
    const { body } = await client.add({ build_id, benchmarks: { id: benchmarkId, runs: [score] } });
    runIds.push(body.runs[0].run_id as string);
    await rankAll(service);
  }
  return { client, build_id, runIds };
}

/** Submits a capture of a game, reads its file and ranks the run. Returns the id of the run. */
async function capture(client: Client, build_id: number, details: object): Promise<string> {
  const content = makeCapture("presentmon-1.0", makeGameFrames(7, RANKED_FRAMES));
  const form = { build_id, benchmarks: { id: 16, ...details }, files: [{ name: "mine.csv", content }] };
  const { body, text } = await client.add(form);
  const runId = body?.runs?.[0]?.run_id as string | undefined;
  if (runId === undefined) throw new Error(`the capture was refused: ${text}`);
  await runParser.parse(runId);
  await rankAll(service);
  return runId;
}

test.serial(
  "the open data has each ranked result on a line with its score and hardware, in the order of ranking, and no names",
  async (t) => {
    const today = () => new Date().toISOString().slice(0, 10);
    const firstDay = today();
    // The name contains spaces, so that no digest in the open data contains the name by chance.
    const ada = await measure("ada of the open data", 15, [900, 1100, 1000]);
    const bob = await measure("bob", 15, [1050]);
    const lines = await untilPublished(anonymous, R23, 4);
    const ids = [...ada.runIds, ...bob.runIds];
    t.deepEqual(
      lines.map(({ result, score }) => [result, score]),
      [900, 1100, 1000, 1050].map((score, index) => [resultOf(service, ids[index] ?? ""), score]),
    );
    for (const { day } of lines) t.true([firstDay, today()].includes(String(day)), String(day));
    const { body } = await anonymous.get(`/builds/${ada.build_id}`);
    t.is(new Set(lines.map(({ cpu }) => cpu)).size, 1);
    t.is(
      (await anonymous.get(`/benchmarks/15/ranking?cpu=${lines[0]?.["cpu"]}`)).body.total,
      2,
      "the ranking takes the slug of the line",
    );
    t.deepEqual(
      lines.map(({ submitter }) => submitter),
      [...Array.from({ length: 3 }, () => lines[0]?.["submitter"]), lines[3]?.["submitter"]],
    );
    t.not(lines[0]?.["submitter"], lines[3]?.["submitter"]);
    const { text } = await anonymous.get(R23);
    for (const secret of [...ids, body.build.owner.account_id, body.build.owner.name, "tower"])
      t.false(text.includes(secret), secret);
  },
);

test.serial(
  "an interrupted download of open data can go on after its last line, also among results of the same time",
  async (t) => {
    const { runIds } = await measure("tied", 3, [400, 401, 402, 403, 404, 405, 406]);
    await untilPublished(anonymous, R20, runIds.length);
    await runs.updateMany(
      { _id: { $in: runIds.slice(1, 6) } },
      { $set: { ranked_at: new Date("2026-11-20T10:00:00Z") } },
    );
    const lines = await linesOf(anonymous, R20);
    t.is(new Set(lines.map(({ result }) => result)).size, runIds.length);
    for (const [index, { cursor }] of lines.entries()) {
      const rest = await linesOf(anonymous, `${R20}?since=${cursor}`);
      t.deepEqual(
        rest.map(({ result }) => result),
        lines.slice(index + 1).map(({ result }) => result),
      );
    }
    const csv = (await anonymous.get(`${R20}?format=csv&since=${lines[2]?.["cursor"]}`)).text;
    t.is(csv.split("\r\n").length, 1 + 4 + 1);
  },
);

test.serial(
  "a result that leaves the rankings leaves the open data at once, and comes back at the end of its order",
  async (t) => {
    const { build_id, runIds } = await measure("withdrawn", 3, [500, 501]);
    await measure("stays", 3, [502]);
    const [first = "", second = ""] = runIds;
    const all = await untilPublished(anonymous, R20, 10);
    const last = all.at(-1)?.["cursor"];
    const published = async (path = R20) =>
      (await linesOf(anonymous, path)).map(({ result }) => String(result));

    await builds.hide(build_id, "test");
    t.is((await published()).length, 8);
    t.deepEqual(await published(`${R20}?since=${last}`), []);
    await builds.restore(build_id);
    await untilPublished(anonymous, R20, 10);
    t.deepEqual(
      (await published(`${R20}?since=${last}`)).toSorted(),
      runIds.map((id) => resultOf(service, id)).toSorted(),
    );

    await reviews.decide(first, { decision: "rejected", reason: "test" });
    t.false((await published()).includes(resultOf(service, first)));
    await rankAll(service);
    t.is((await runs.findOne({ _id: first }))?.ranked_at, undefined);
    await service.services.reviews.hide(second, "test");
    t.false((await published()).includes(resultOf(service, second)));
    await service.services.reviews.restore(second);
    await rankAll(service);
    t.is((await untilPublished(anonymous, R20, 9)).at(-1)?.["result"], resultOf(service, second));
  },
);

test.serial(
  "a hidden result that is shown again comes back at the end of the open data, even if no ranking step saw the result hidden",
  async (t) => {
    const { build_id, runIds } = await measure("hidden early", 3, [600]);
    const [runId = ""] = runIds;
    const withPlace = async () => (await runs.findOne({ _id: runId }))?.ranked_at !== undefined;
    await builds.hide(build_id, "test");
    // Set `ranked_at` again, as if no ranking step had seen the run while the build was hidden.
    await runs.updateOne({ _id: runId }, { $set: { ranked_at: new Date("2026-11-01T10:00:00Z") } });
    const read = async () => (await linesOf(anonymous, R20)).at(-1)?.["cursor"];
    const goingOn = async (cursor: Awaited<ReturnType<typeof read>>) =>
      (await untilPublished(anonymous, `${R20}?since=${cursor}`, 1)).map(({ result }) => result);
    const beforeRestore = await read();
    await builds.restore(build_id);
    t.deepEqual(await goingOn(beforeRestore), [resultOf(service, runId)]);

    const run = await runs.findOne({ _id: runId });
    if (!run) throw new Error("the run is stored");
    const { runsRepository } = service.services;
    const hidden = { decision: "hidden" as const, reason: "test", decided_at: new Date() };
    await measure("last", 3, [601]);
    t.true(await runsRepository.replaceReview(run, hidden));
    const whileHidden = await read();
    t.true(await runsRepository.replaceReview({ ...run, review: hidden }, undefined));
    await rankAll(service);
    t.true(await withPlace());
    t.deepEqual(await goingOn(whileHidden), [resultOf(service, runId)]);
  },
);

test.serial(
  "a rebuild of the rankings moves no result in the open data, which lacks results of builds without an owner",
  async (t) => {
    const client = await service.signIn("guest", "unlimited");
    const before = await linesOf(anonymous, R20);
    const unowned = await db
      .collection<{ _id: number; owner_id: null }>("builds")
      .findOne({ owner_id: null });
    const build_id = unowned?._id ?? 900_000;
    if (!unowned)
      await service.services.buildsRepository.insertMissing([
        {
          _id: build_id,
          owner_id: null,
          name: "nobody's",
          parts: {},
          listed: 1,
          created_at: new Date(),
        } as never,
      ]);
    t.is((await client.add({ build_id, benchmarks: { id: 3, runs: [777] } })).status, 200);
    await standings.rebuildAll(() => undefined);
    const withoutCursor = (lines: typeof before) => lines.map(({ cursor: _cursor, ...line }) => line);
    t.deepEqual(withoutCursor(await linesOf(anonymous, R20)), withoutCursor(before));
  },
);

test.serial(
  "a result of a game in the open data has its figures and settings, and moves to the end when its settings change",
  async (t) => {
    const { client, build_id } = await measure("player", 15, []);
    const game = "=cmd|' /C calc'!A1";
    const runId = await capture(client, build_id, {
      label: "secret label",
      settings: { resolution: "4K", preset: game, notes: "secret notes" },
    });
    const { body: run } = await anonymous.get(`/benchmarks/runs/${runId}`);
    const path = `/benchmarks/16/results?${new URLSearchParams({ variant: run.variant })}`;
    const [line] = await untilPublished(anonymous, path, 1);
    t.like(line, { score: run.score, resolution: "3840x2160", preset: game, tool: run.metrics.tool });
    for (const name of ["average_fps", "low_1_fps", "frames", "duration_s", "stutter_percent"])
      t.is(line?.[name], run.metrics[name], name);
    t.false(JSON.stringify(line).includes("secret"));

    const { text, headers } = await anonymous.get(`${path}&format=csv`);
    t.is(headers.get("content-type"), "text/csv; charset=utf-8; header=present");
    t.regex(headers.get("content-disposition") ?? "", /^attachment; filename="results-16-[a-z0-9-]+\.csv"$/);
    const [row] = parse<Record<string, string>>(text, { columns: true, record_delimiter: "\r\n" });
    t.deepEqual(Object.keys(row ?? {}), Object.keys(line ?? {}));
    t.is(row?.["preset"], `'${game}`, "a spreadsheet does not run the text");
    for (const [name, value] of Object.entries(line ?? {}))
      if (name !== "cursor" && name !== "preset")
        t.is(row?.[name], value === null ? "" : String(value), name);

    const changed = await client.send("PATCH", `/benchmarks/runs/${runId}`, { settings: { preset: "Low" } });
    t.is(changed.status, 200);
    await rankAll(service);
    const [again] = await untilPublished(anonymous, `${path}&since=${line?.["cursor"]}`, 1);
    t.like(again, { result: line?.["result"], preset: "Low" });
    t.is((await linesOf(anonymous, path)).length, 1);
  },
);

test.serial(
  "a request for open data of an unknown benchmark gets a 404, and every fault of a request is named at once",
  async (t) => {
    t.is((await anonymous.get("/benchmarks/99/results")).status, 404);
    t.is((await anonymous.get("/benchmarks/99/results?format=xml")).status, 404);
    const all = await anonymous.get("/benchmarks/16/results?format=xml&since=none");
    t.is(all.status, 422);
    t.deepEqual(pointers(all), ["/format", "/variant", "/since"]);
    const both = await anonymous.get("/benchmarks/15/results?variant=x&since=c123");
    t.deepEqual(pointers(both), ["/variant", "/since"]);
    t.is(both.headers.get("content-disposition"), null);
    const head = await anonymous.send("HEAD", R20);
    t.is(head.status, 200);
    t.is((await anonymous.send("HEAD", "/benchmarks/16/results")).status, 422);
    const none = await anonymous.get("/benchmarks/16/results?variant=nothing&format=csv");
    t.is(none.text.split("\r\n").length, 2, "only the names of the columns");
  },
);

test("downloads of open data have their own rate limit for each address, and leave out the newest results", async (t) => {
  const limited = await openTestService({
    hasWorkers: false,
    constants: { RATE_LIMIT_DOWNLOADS: 2, OPEN_DATA_DELAY_MS: 3_600_000 },
  });
  t.teardown(limited.close);
  const client = await limited.signIn("ada");
  const build_id = await client.makeBuild();
  await client.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  await rankAll(limited);
  t.truthy((await limited.stores.db.collection("runs").findOne({ score: 900 }))?.["ranked_at"]);
  t.deepEqual(await linesOf(limited.anonymous, R23), [], "the result is too new");
  t.is((await limited.anonymous.get(R23)).status, 200);
  const refused = await limited.anonymous.get(R23);
  t.is(refused.status, 429);
  t.deepEqual(refused.body["violated-policies"], ["downloads"]);
  t.is((await limited.anonymous.get("/benchmarks/15/ranking")).status === 429, false);
});
