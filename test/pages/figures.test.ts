import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { untilRanked } from "../helpers/until-ranked.ts";
import { formatValue } from "../../src/pages/layout/figures.tsx";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await startTestService(test);

test("a score and a standard deviation have the same number of decimals on each page, and a score in points has none", async (t) => {
  const owner = await service.signIn("owner");
  const build = await owner.makeBuild("small numbers");
  const other = await owner.makeBuild("other numbers");
  await owner.add({ build_id: build, benchmarks: { id: 15, runs: [499, 499, 500, 501, 501] } });
  await owner.add({ build_id: other, benchmarks: { id: 15, runs: [489, 489, 490, 491, 491] } });
  await untilRanked(service.stores);
  await until(service.services.ranks.areReady, "the ranks are filled");
  const read = async (path: string) => textOf((await visitsOf(service, null).open(path)).html);
  const pages = await Promise.all(
    ["/rankings/15", `/b/${build}`, `/compare?builds=${build},${other}`, "/"].map(read),
  );
  for (const text of pages) {
    t.regex(text, /\b50[01]\b/);
    t.notRegex(text, /\b(?:49[01]|50[01])\.\d/);
  }
  const [, ofBuild = "", comparison = ""] = pages;
  t.regex(ofBuild, /standard deviation 1\.0\b/);
  t.regex(comparison, /± 1\.0\b/);
});

test("the page of a build shows the mean and the standard deviation of a result from five runs on", async (t) => {
  const owner = await service.signIn("owner");
  const build = await owner.makeBuild("few runs");
  const open = async () => textOf((await visitsOf(service, null).open(`/b/${build}`)).html);
  await owner.add({ build_id: build, benchmarks: { id: 3, runs: [4001, 4002, 4003, 4004] } });
  const ofFour = await open();
  t.regex(ofFour, /Best of 4 runs/);
  t.notRegex(ofFour, /mean|standard deviation/);
  await owner.add({ build_id: build, benchmarks: { id: 3, runs: [4005] } });
  t.regex(await open(), /Best of 5 runs, mean 4,003 points, standard deviation 1\.6\b/);
});

test("a score per $100 has three significant digits, whatever its size", (t) => {
  const shown = { 13_954: "14,000", 6001.2: "6,000", 138.44: "138", 12: "12.0", 9.6185: "9.62" };
  for (const [value, text] of Object.entries(shown)) t.is(formatValue(Number(value)), text);
});
