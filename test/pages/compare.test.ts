import test from "ava";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import type { Client } from "../helpers/client.ts";

const service = await startTestService(test);
const capture = makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES));
const HTML = { Accept: "text/html" };

const builds: number[] = [];
const runs: string[] = [];

async function submit(client: Client, build_id: number): Promise<string> {
  const files = [{ name: "x.csv", content: capture }];
  const added = await client.add({ build_id, benchmarks: { id: 16 }, files });
  const run_id = added.body.runs[0].run_id as string;
  await client.waitForRun(run_id);
  return run_id;
}

test.before(async () => {
  const ada = await service.signIn("ada");
  for (const name of ["Quiet tower", "Loud <b>box</b>"]) {
    const build = await ada.makeBuild(name);
    builds.push(build);
    runs.push(await submit(ada, build));
    const scores = name === "Quiet tower" ? [15_000, 15_100, 15_050] : [18_000, 18_100, 18_050];
    await ada.add({ build_id: build, benchmarks: { id: 15, runs: scores } });
  }
});

const open = (query: string) => service.anonymous.get(`/compare${query}`, HTML);

test("two runs are compared side by side with the figures, charts and Markdown of the API", async (t) => {
  const query = `?runs=${runs.join(",")}`;
  const { status, text } = await open(query);
  t.is(status, 200);
  const { body } = await service.anonymous.get(`/compare${query}`);
  t.true(body.results[0].metrics.length > 5);
  for (const { values } of [body.results[0].score, ...body.results[0].metrics])
    for (const value of values)
      t.true(
        [1, 2].some((digits) => text.includes((value.mean as number).toFixed(digits))),
        JSON.stringify(value),
      );
  for (const { unit, values } of body.results[0].metrics)
    if (unit === "%")
      for (const { mean } of values)
        t.true(text.includes(`>${(mean as number).toFixed(1)}</span>`), String(mean));
  t.true(text.includes(body.results[0].score.values[1].difference.verdict));
  t.true(text.includes("Loud &lt;b>box&lt;/b>") || text.includes("Loud &lt;b&gt;box&lt;/b&gt;"));
  t.false(text.includes("<b>box"));
  for (const kind of ["frame-times", "distribution"])
    t.true(text.includes(`/compare/chart.svg${query}&amp;kind=${kind}`), kind);
  const markdown = await service.anonymous.get(`/compare${query}&format=markdown`);
  const shown = /<textarea[^>]*>([^]*?)<\/textarea>/.exec(text)?.[1] ?? "";
  t.is(
    shown.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim(),
    markdown.text.trim(),
  );
});

test("builds are compared by all their runs, and the frame times of their captures are drawn in one chart", async (t) => {
  const { status, text } = await open(`?builds=${builds.join(",")}`);
  t.is(status, 200);
  t.true(text.includes("is faster than Quiet tower, by 19.9 %."));
  t.true(text.includes("mean of 3 runs"));
  t.true(text.includes(`/compare/chart.svg?runs=${runs.join(",")}&amp;kind=frame-times`));
});

test("the form of a comparison accepts the address of a page in place of the id that the address contains", async (t) => {
  const pasted = encodeURIComponent(`http://bench.test/r/${runs[1]}`);
  const { status, text } = await open(`?runs=${runs[0]}&runs=${pasted}`);
  t.is(status, 200);
  t.true(text.includes(runs[1] ?? ""));
});

test("the page of a comparison asks for ids if its address has none, and names the faults of faulty ids", async (t) => {
  const empty = await open("");
  t.is(empty.status, 200);
  t.true(empty.text.includes("First build"));
  const wrong = await open(`?runs=${runs[0]},none`);
  t.is(wrong.status, 422);
  t.true(wrong.text.includes("There is no run none."));
});

test("a program that accepts JSON gets the comparison as JSON at the address of its page", async (t) => {
  const { headers, body } = await service.anonymous.get(`/compare?runs=${runs.join(",")}`);
  t.is(headers.get("content-type"), "application/json; charset=utf-8");
  t.is(body.total, 1);
});
