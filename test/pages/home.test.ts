import test from "ava";
import { rankingDue } from "../../src/benchmarks/records/ranking-queries.ts";
import { storeCopies } from "../helpers/stored-runs.ts";
import { startTestService } from "../helpers/service.ts";
import { textOf } from "./page-visits.ts";

const service = await startTestService(test, { hasWorkers: false });

test.serial("the first page lists each build once, with the newest result and its time of day", async (t) => {
  const ada = await service.signIn("ada", "unlimited");
  const [first, second] = [await ada.makeBuild("Quiet tower"), await ada.makeBuild("Loud tower")];
  const submit = async (build_id: number, runs: number[]): Promise<string> => {
    const { body } = await ada.add({ build_id, benchmarks: { id: 15, runs } });
    return body.runs.at(-1).run_id as string;
  };
  await submit(first, [15_000]);
  const ofSecond = await submit(second, [16_000]);
  // The first build gets more runs than the home page reads in one batch.
  const ofFirst = await submit(
    first,
    Array.from({ length: 60 }, (_, index) => 15_001 + index),
  );
  const { text } = await service.anonymous.get("/", { Accept: "text/html" });
  t.deepEqual(
    [...text.matchAll(/href="\/r\/([^"]+)"/g)].map(([, id]) => id),
    [ofFirst, ofSecond],
  );
  t.regex(text, /Quiet tower<\/bdi><\/a> <span class="note">by <a href="\/u\/[^"]+"><bdi>ada<\/bdi>/);
  const { body } = await service.anonymous.get(`/benchmarks/runs/${ofFirst}`);
  t.true(text.includes(`${(body.created_at as string).slice(11, 16)} UTC`));
});

test.serial("while many results are still to be ranked, the first page says how many results", async (t) => {
  const open = async () => (await service.anonymous.get("/", { Accept: "text/html" })).text;
  t.false((await open()).includes("still to be ranked"));
  const ada = await service.signIn("ada", "unlimited");
  const build_id = await ada.makeBuild("Third tower");
  const runs = Array.from({ length: 100 }, (_, index) => 15_000 + index);
  await ada.add({ build_id, benchmarks: { id: 15, runs } });
  const text = (await open()).replaceAll(/\s+/g, " ");
  t.regex(text, /162 results are still to be ranked\./);
  t.regex(textOf(text), /About 160 results of \d+ builds so far\./);
  while ((await service.services.standings.sweep.run()) > 0);
  t.false((await open()).includes("still to be ranked"));
});

test.serial("the page of all rankings links only to rankings that have results", async (t) => {
  await service.services.ranks.refill();
  while ((await service.services.standings.sweep.run()) > 0);
  const { text } = await service.anonymous.get("/rankings", { Accept: "text/html" });
  const ids = Array.from(text.matchAll(/href="\/rankings\/(\d+)/g), ([, id]) => id);
  t.deepEqual([...new Set(ids)], ["15"]);
});

test.serial("the first page lists other builds beside one with the thousand newest results", async (t) => {
  const ada = await service.signIn("ada", "unlimited");
  const flooded = await ada.makeBuild("Flooded tower");
  const runs = Array.from({ length: 100 }, (_, index) => 15_000 + index);
  for (let sent = 0; sent < 10; sent += 1)
    t.is((await ada.add({ build_id: flooded, benchmarks: { id: 15, runs } })).status, 200);
  const { text } = await service.anonymous.get("/", { Accept: "text/html" });
  const [, newest = ""] = text.split("Newest results</h2>");
  for (const name of ["Flooded tower", "Third tower", "Quiet tower", "Loud tower"])
    t.is(newest.split(`>${name}</bdi></a>`).length, 2, name);
});

test.serial("the builds of one person leave room for the newest results of others", async (t) => {
  const submit = async (owner: string, name: string) => {
    const client = await service.signIn(owner, "unlimited");
    await client.add({ build_id: await client.makeBuild(name), benchmarks: { id: 15, runs: [15_000] } });
  };
  for (const owner of ["bob", "cleo"]) await submit(owner, `Tower of ${owner}`);
  for (let made = 1; made <= 10; made += 1) await submit("ada", `Tower ${made} of ada`);
  const { text } = await service.anonymous.get("/", { Accept: "text/html" });
  const names = Array.from(text.matchAll(/>(Tower [^<]+)<\/bdi>/g), ([, name]) => name);
  t.deepEqual(names.slice(0, 2), ["Tower 10 of ada", "Tower 9 of ada"]);
  t.deepEqual(names.slice(-2), ["Tower of cleo", "Tower of bob"], "from before the ten builds of ada");
  t.is(names.length, 10, "the other rows are filled");
});

test.serial("the first page states a lower bound if it does not count all unranked results", async (t) => {
  const { db } = service.stores;
  const said = async () => {
    const { text } = await service.anonymous.get("/", { Accept: "text/html" });
    return /<p class="card">([^<]+)/.exec(text)?.[1]?.replaceAll(/\s+/g, " ");
  };
  while ((await service.services.standings.sweep.run()) > 0);
  t.is(await said(), undefined);
  const [build] = await db.collection<{ _id: number }>("builds").find().limit(1).toArray();
  await db
    .collection<{ _id: number }>("builds")
    .insertMany(
      Array.from({ length: 120 }, (_, n) => ({ ...build, _id: 1_000_000 + n, standing_due: true })),
    );
  t.regex((await said()) ?? "", /^The results of at least 120 builds are still to be ranked/);
  const [run] = await db.collection<{ _id: string }>("runs").find({ status: "complete" }).limit(1).toArray();
  await storeCopies(db, run?._id ?? "", 21_000);
  await db.collection("runs").updateMany({}, { $set: rankingDue });
  t.regex((await said()) ?? "", /^More than 20,000 results are still to be ranked\. Until all results/);
});
