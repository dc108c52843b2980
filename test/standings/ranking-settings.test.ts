import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { textOf, visitsOf } from "../pages/page-visits.ts";
import { checkedScores } from "./outliers/checked-scores.ts";

// The service has no workers, so that only the test updates the ranks.
const service = await startTestService(test, { hasWorkers: false });
const { runs, store, update } = checkedScores(service);

const GAME = { benchmark_id: 16, variant: "doom.exe", parts: { cpu: 1, gpu: 1 } };

test("rankings of a game and the first page show the resolution and preset of each result, as far as they are known", async (t) => {
  await store({ ...GAME, score: 140, settings: { resolution: "1440P", preset: "High" } });
  const stated = await store({ ...GAME, score: 130, settings: { resolution: "4K", preset: "Ultra" } });
  const nothing = { processor: null, gpu: null, ram: null, motherboard: null, os: null, driver: null };
  const recorded_on = { ...nothing, resolution: "2560 x 1440", api: null };
  await runs.updateOne({ _id: stated }, { $set: { recorded_on } });
  const half = await store({ ...GAME, score: 120, settings: { resolution: "my screen" } });
  await store({ ...GAME, score: 110 });
  const settings = { resolution: "720p", preset: "Low" };
  const unowned = await store({ ...GAME, score: 100, settings });
  const buildOf = async (id: string) => (await runs.findOne({ _id: id }))?.build_id ?? 0;
  await service.stores.db
    .collection<{ _id: number }>("builds")
    .updateOne({ _id: await buildOf(unowned) }, { $set: { owner_id: null } });
  await store({ score: 15_000, parts: { cpu: 1 } });
  await update();

  const { body } = await service.anonymous.get("/benchmarks/16/ranking?variant=doom.exe");
  type Row = { score: number; resolution?: string; preset?: string };
  t.deepEqual(
    (body.results as Row[]).map(({ score, resolution, preset }) => [score, resolution, preset]),
    [
      [140, "2560x1440", "High"],
      [130, "2560x1440", "Ultra"],
      [120, "my screen", undefined],
      [110, undefined, undefined],
    ],
  );
  const ofCpu = (await service.anonymous.get("/benchmarks/15/ranking")).body.results[0];
  t.false("resolution" in ofCpu || "preset" in ofCpu);

  const visits = visitsOf(service, null);
  const notesOf = (html: string) =>
    [...html.matchAll(/<div class="note">(.*?)<\/div>/g)].map(([, note = ""]) => textOf(note));
  const ranking = (await visits.open("/rankings/16?variant=doom.exe&resolution=&preset=")).html;
  const ofRows = notesOf(ranking).filter((note) => !/^(?:by |−)/.test(note));
  t.deepEqual(ofRows, ["2560x1440, High", "2560x1440, Ultra", "my screen"]);

  const first = notesOf((await visits.open("/")).html);
  for (const note of ["2560x1440, High", "2560x1440, Ultra", "my screen"]) t.true(first.includes(note), note);

  for (const [id, places] of [
    [stated, "1 of 4 builds."],
    [half, " 4 builds."],
  ] as const) {
    const { html } = await visits.open(`/r/${id}`);
    const [, href = ""] = /href="([^"]*)">The whole ranking/.exec(html) ?? [];
    const own = (await visits.open(href.replaceAll("&amp;", "&"))).html;
    t.true(own.includes(`/r/${id}"`), "the page of a run links to the ranking in which the run stands");
    t.true(textOf(own).includes(places), places);
  }
  for (const id of [stated, half]) {
    const build = await buildOf(id);
    const { html } = await visits.open(`/b/${build}`);
    const [, href = ""] = /href="([^"]*)">Ranking of/.exec(html) ?? [];
    const ofBuild = (await visits.open(href.replaceAll("&amp;", "&"))).html;
    t.true(ofBuild.includes(`href="/b/${build}"`), "the page of a build links to a ranking with the build");
  }
  const { html } = await visits.open(`/r/${unowned}`);
  t.regex(
    html,
    /href="\/rankings\/16\?variant=doom\.exe">The whole ranking/,
    "an unranked run has no settings",
  );
});

test.serial(
  "the ranking of a game and its page show the 1 % low of each capture that has one, and other rankings show none",
  async (t) => {
    const game = { benchmark_id: 16, variant: "quake.exe", parts: { cpu: 1, gpu: 1 } };
    const long = await store({ ...game, score: 240 });
    await runs.updateOne({ _id: long }, { $set: { metrics: { average_fps: 240, low_1_fps: 181.25 } } });
    await store({ ...game, score: 220 });
    await store({ score: 12_000, benchmark_id: 3, parts: { cpu: 1 } });
    await update();

    const { body } = await service.anonymous.get("/benchmarks/16/ranking?variant=quake.exe");
    t.deepEqual(
      (body.results as { score: number; low_1_fps: number | null }[]).map((row) => [
        row.score,
        row.low_1_fps,
      ]),
      [
        [240, 181.25],
        [220, null],
      ],
    );
    t.false("low_1_fps" in (await service.anonymous.get("/benchmarks/3/ranking")).body.results[0]);

    const visits = visitsOf(service, null);
    const { html } = await visits.open("/rankings/16?variant=quake.exe");
    const rows = [...html.matchAll(/<tr><td class="tick-cell">[^]*?<\/tr>/g)].map(([row]) => textOf(row));
    t.is(rows.length, 2);
    t.regex(rows[0] ?? "", /240\.0 fps 1 % low 181\.3/);
    t.regex(rows[1] ?? "", /220\.0 fps .*1 % low – ?unknown/);
    t.true(textOf(html).includes("1 % low fps"), "the head of the column");
    t.false(textOf((await visits.open("/rankings/3")).html).includes("1 % low"));
  },
);
