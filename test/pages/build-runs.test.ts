import test from "ava";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await openTestService({ hasWorkers: false });
onTeardown(test, service.close);
const anybody = visitsOf(service, null);

const CAPTURE = {
  name: "a.csv",
  content: `Application,ProcessID,MsBetweenPresents\n${"game.exe,1,16\n".repeat(9)}`,
};

test("the page of a build without parts asks its owner to name the parts, and tells others that the parts are not named", async (t) => {
  const owner = await service.signIn("nameless");
  const id = await owner.makeBuild();
  const own = (await visitsOf(service, owner).open(`/b/${id}`)).html;
  t.regex(own, new RegExp(`href="/b/${id}/change">\\s*Name the parts`));
  const { html } = await anybody.open(`/b/${id}`);
  t.true(textOf(html).includes("The parts of this build are not named yet."));
  t.false(html.includes("Name the parts"));
  t.true(textOf(html).includes("No result yet."));
});

test("the page of a build that has only files waiting to be read shows the number of these files", async (t) => {
  const owner = await service.signIn("waiting");
  const id = await owner.makeBuild();
  const sent = await owner.add({ build_id: id, benchmarks: { id: 16 }, files: [CAPTURE] });
  t.is(sent.status, 200);
  const text = textOf((await anybody.open(`/b/${id}`)).html);
  t.true(text.includes("1 file waits to be read."), text);
  t.false(text.includes("No result yet."));
  t.false(text.includes("Compare selected runs"), "nothing can be ticked");
});

test("the page of a build shows the runs in groups, one for each benchmark and game", async (t) => {
  const owner = await service.signIn("several games");
  const id = await owner.makeBuild();
  await owner.add({ build_id: id, benchmarks: { id: 15, runs: [15_000] } });
  t.false((await anybody.open(`/b/${id}`)).html.includes("runs-group"), "one group needs no heading");
  await owner.add({ build_id: id, benchmarks: { id: 3, runs: [6000] } });
  await owner.add({ build_id: id, benchmarks: { id: 15, runs: [15_001] } });
  const table = textOf(
    /<table class="runs two-lines">[^]*?<\/table>/.exec((await anybody.open(`/b/${id}`)).html)?.[0] ?? "",
  );
  const heads = [...table.matchAll(/Cinebench R23|Cinebench R20|15,00[01]|6,000/g)].map(([text]) => text);
  // The heading of a group and the check box of a run repeat the name of the benchmark, so count adjacent equal texts
  // once.
  t.deepEqual(
    heads.filter((text, index) => text !== heads[index - 1]),
    ["15,001", "15,000", "6,000"].flatMap((score) => {
      const name = score === "6,000" ? "Cinebench R20" : "Cinebench R23";
      return [name, score, name, score];
    }),
  );
});

test("the page of a build has a check box for each complete run, folds a long list of runs, and links a result to the list of its runs", async (t) => {
  const owner = await service.signIn("many runs");
  const id = await owner.makeBuild();
  await owner.add({ build_id: id, benchmarks: { id: 15, runs: [15_000] } });
  const single = (await anybody.open(`/b/${id}`)).html;
  t.false(single.includes('type="checkbox"'), "one run cannot be compared");
  t.false(single.includes("Compare selected runs"));
  await owner.add({ build_id: id, benchmarks: { id: 15, runs: [15_001, 15_002, 15_003, 15_004, 15_005] } });
  const few = (await anybody.open(`/b/${id}`)).html;
  t.is([...few.matchAll(/type="checkbox"/g)].length, 6);
  t.regex(few, /<details open/);
  t.notRegex(few, />Notes</, "no run has notes");
  await owner.add({ build_id: id, benchmarks: { id: 3, runs: [6000] } });
  const many = (await anybody.open(`/b/${id}`)).html;
  t.notRegex(many, /<details open/);
  t.regex((await anybody.open(`/b/${id}?page=1`)).html, /<details open><summary><h2 id="runs-heading">/);
  t.true(many.includes(`href="/b/${id}?benchmark_id=15#runs-heading"`));
  t.false(many.includes(`benchmark_id=3#`), "a single run needs no list");
  const filtered = (await anybody.open(`/b/${id}?benchmark_id=15`)).html;
  t.regex(filtered, /<details open/);
  t.true(textOf(filtered).includes("Runs of Cinebench R23 multi-core 6"));
  t.true(filtered.includes('data-local="moment"'), "runs of one day have the time of day");
  const rows = /<table class="runs two-lines">[^]*?<\/table>/.exec(filtered)?.[0] ?? "";
  t.false(rows.includes("Cinebench R20"));
  t.is((await anybody.open(`/b/${id}?benchmark_id=99`)).status, 200, "an unknown benchmark is no filter");
});

test("the list of a build's runs has a field for a page number, which leads to that page of the list", async (t) => {
  const owner = await service.signIn("often", "pro");
  const id = await owner.makeBuild();
  for (const first of [1000, 2000]) {
    const runs = Array.from({ length: 75 }, (_, index) => first + index);
    t.is((await owner.add({ build_id: id, benchmarks: { id: 15, runs } })).status, 200);
  }
  const { html } = await anybody.open(`/b/${id}?page=2`);
  t.true(html.includes(`<form id="to-page" action="/b/${id}#runs-heading"></form>`));
  t.notRegex(html, /<input type="hidden" form="to-page"/, "the address has nothing but the page");
  const { status, html: last } = await anybody.open(`/b/${id}?page=8`);
  t.is(status, 200);
  t.true(textOf(last).includes("1,000 points"), "the first run stands on the last page");
  const filtered = (await anybody.open(`/b/${id}?benchmark_id=15`)).html;
  t.true(filtered.includes('<input type="hidden" form="to-page" name="benchmark_id" value="15"/>'));
});
