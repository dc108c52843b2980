import { parse } from "csv-parse/sync";
import test from "ava";
import { SaxesParser } from "saxes";
import { makeCapture, makeGameFrames, type CaptureFamily } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";
import { madeCapture, submitFiles, submitScores } from "./captures.ts";

const service = await startTestService(test);
const get = (path: string, headers?: Record<string, string>) => service.anonymous.get(path, headers);
const compare = (query: string, headers?: Record<string, string>) => get(`/compare?${query}`, headers);

/**
 * Makes a capture of more than 10 s, so that it is ranked, but with fewer than the 1,000 frames that a 0.1 % low needs.
 */
function captureBy(family: CaptureFamily) {
  const frames = makeGameFrames(1, 900);
  for (const frame of frames) frame.frameTimeMs *= 1.3;
  return { name: `${family}.csv`, content: makeCapture(family, frames) };
}

test("captures are compared in every statistic, and each difference has a confidence interval computed from their frames", async (t) => {
  const client = await service.signIn("runs");
  const build = await client.makeBuild("a tower");
  const [first = "", slower = "", other = ""] = await submitFiles(client, build, [
    madeCapture({ seed: 11, frames: 4000 }),
    madeCapture({ seed: 12, frames: 4000, slower: 1.25 }),
    madeCapture({ seed: 13, frames: 4000 }),
  ]);
  const { status, body, text } = await compare(`runs=${first},${slower}&runs=${other}`);
  t.is(status, 200, text);
  const run = await get(`/benchmarks/runs/${slower}`);
  t.is(run.body.build.name, "a tower");
  t.deepEqual(body.compared[1], {
    run_id: slower,
    sequence: run.body.sequence,
    build_id: build,
    build: run.body.build,
    parts: {},
    benchmark_id: 16,
    benchmark: run.body.benchmark,
    variant: "harbour",
    title: "harbour.exe",
    score: run.body.score,
    label: null,
    created_at: run.body.created_at,
    unranked: null,
  });
  const [{ title, score, metrics, captures }] = body.results;
  t.is(title, "harbour.exe");
  t.deepEqual(
    captures,
    [first, slower, other].map((run_id) => ({ build_id: build, run_id })),
  );
  t.like(score.values[0], { run_id: first, runs: 1, stdev: null, difference: null });
  t.is(score.values[0].mean, score.values[0].best);
  const [, ofSlower, ofOther] = score.values;
  t.is(ofSlower.difference.verdict, "slower");
  t.true(Math.abs(ofSlower.difference.percent + 20) < 1);
  const { low_percent, high_percent } = ofSlower.difference.interval;
  t.true(low_percent < ofSlower.difference.percent && high_percent > ofSlower.difference.percent);
  t.true(high_percent < -15 && low_percent > -25);
  t.is(ofOther.difference.verdict, "too few runs to tell");
  const byFigure = new Map(metrics.map((metric: { figure: string }) => [metric.figure, metric]));
  for (const figure of [
    "median_fps",
    "p5_fps",
    "p1_fps",
    "p0_1_fps",
    "low_1_fps",
    "low_0_1_fps",
    "stdev_ms",
  ]) {
    const { values } = byFigure.get(figure) as typeof score;
    t.truthy(values[1].difference.interval, figure);
  }
  for (const figure of ["min_fps", "max_fps"]) {
    const { values } = byFigure.get(figure) as typeof score;
    t.like(values[1].difference, { interval: null, verdict: null }, figure);
  }
  t.is(
    (await compare(`runs=${first},${slower}&runs=${other}`)).text,
    text,
    "the same request gets the same response",
  );
});

test("captures of two tools are compared, except in the 0.1 % low, for which these captures have too few frames", async (t) => {
  const client = await service.signIn("two tools");
  const build = await client.makeBuild();
  const ids = await submitFiles(client, build, [captureBy("ocat"), captureBy("presentmon-2.0")]);
  const { body } = await compare(`runs=${ids.join()}`);
  const [{ score, metrics }] = body.results;
  t.is(score.values.length, 2);
  t.truthy(score.values[1].difference.interval);
  t.is(
    metrics.find(({ figure }: { figure: string }) => figure === "low_0_1_fps"),
    undefined,
  );
});

test("a comparison lists runs of different benchmarks or games, and runs of unknown games, as not compared", async (t) => {
  const client = await service.signIn("different");
  const build = await client.makeBuild();
  const [score = ""] = await submitScores(client, build, [9000]);
  const [capture = ""] = await submitFiles(client, build, [madeCapture({})]);
  const { body } = await compare(`runs=${score},${capture}`);
  t.deepEqual(body.results, []);
  t.deepEqual(
    body.only_in_one.results.map(({ run_id, benchmark_id, title }: Record<string, unknown>) => [
      run_id,
      benchmark_id,
      title,
    ]),
    [
      [score, 15, null],
      [capture, 16, "harbour.exe"],
    ],
  );
  const { errors } = (await get(`/compare/chart.svg?runs=${score},${capture}`)).body;
  t.deepEqual(errors, [
    {
      pointer: "/runs/0",
      detail: `Run ${score} has no frame times: its score was typed in. Captures of the game benchmark have them.`,
    },
  ]);
});

test("a comparison shows an unranked run with the reason, and does not compare the run", async (t) => {
  const client = await service.signIn("unranked run");
  const build = await client.makeBuild();
  const [bad = "", first = "", second = ""] = await submitScores(client, build, [100, 200, 210]);
  await service.services.reviews.decide(bad, { decision: "rejected", reason: "another computer" });
  const { body } = await compare(`runs=${bad},${first},${second}`);
  t.regex(body.compared[0].unranked.reason, /another computer/);
  const { values } = body.results[0].score;
  t.like(values[0], { run_id: bad, mean: 100, difference: null });
  t.is(values[1].difference, null);
  t.is(values[2].difference.percent, 5);
});

test("the refusal of a comparison names all runs that are unknown, deleted, failed or not read yet", async (t) => {
  const idle = await startTestService(t, { hasWorkers: false });
  const client = await idle.signIn("faults");
  const build = await client.makeBuild();
  const add = async () =>
    (await client.add({ build_id: build, benchmarks: { id: 16 }, files: [madeCapture({})] })).body.runs[0]
      .run_id;
  const [queued, failed, deleted] = [await add(), await add(), await add()] as [string, string, string];
  const { runsRepository } = idle.services;
  const run = await runsRepository.find(failed);
  const claim = run && (await runsRepository.claim(run, new Date()));
  if (!claim) throw new Error("the run has to be claimed");
  await runsRepository.fail(
    claim,
    { code: "no_frames", detail: "no frames", public_detail: "no frames" },
    1,
    new Date(),
  );
  await client.send("DELETE", `/benchmarks/runs/${deleted}`);
  const { status, body } = await idle.anonymous.get(`/compare?runs=${queued},${failed},${deleted},nonsense`);
  t.is(status, 422);
  t.deepEqual(body.errors, [
    {
      pointer: "/runs/0",
      detail: `Expected a complete run, found a run that is queued. GET /benchmarks/runs/${queued}?wait=30 tells when it is complete.`,
    },
    {
      pointer: "/runs/1",
      detail: "Expected a complete run, found a run that failed (no_frames): it has no figures.",
    },
    { pointer: "/runs/2", detail: `There is no run ${deleted}.` },
    { pointer: "/runs/3", detail: "There is no run nonsense." },
  ]);
});

const evilName = `=1+1|<b>*x*</b> [a](http://evil.test) \`c\` "q"`;

test("a client chooses CSV or Markdown by `format` or Accept, and hostile names appear as text only", async (t) => {
  const client = await service.signIn("hostile");
  const [first, other] = [await client.makeBuild(evilName), await client.makeBuild("@SUM(A1)")];
  await submitFiles(client, first, [madeCapture({ seed: 5, application: "=cmd|x.exe" })]);
  await submitFiles(client, other, [madeCapture({ seed: 6, application: "=cmd|x.exe" })]);
  await submitScores(client, first, [100, 101]);
  const path = `builds=${first},${other}`;
  const csv = await compare(path, { Accept: "text/csv" });
  t.regex(csv.headers.get("content-type") ?? "", /^text\/csv/);
  t.is((await compare(`${path}&format=csv`)).text, csv.text);
  const rows = parse<Record<string, string>>(csv.text, { columns: true });
  t.is(rows.length, 15 * 2 + 1);
  t.is(rows[0]?.["build"], `'${evilName}`);
  t.is(rows[1]?.["build"], "'@SUM(A1)");
  t.is(rows[0]?.["variant"], "'=cmd|x");
  t.deepEqual([rows[0]?.["figure"], rows[0]?.["unit"], rows[0]?.["runs"]], ["score", "fps", "1"]);
  t.like(rows.at(-1), { benchmark: "Cinebench R23", figure: "", runs: "2" });
  for (const row of rows)
    for (const [name, cell] of Object.entries(row))
      t.false(
        /^[=+@]/.test(cell) || (cell.startsWith("-") && Number.isNaN(Number(cell))),
        `${name}: ${cell}`,
      );

  const markdown = await compare(path, { Accept: "text/markdown" });
  t.regex(markdown.headers.get("content-type") ?? "", /^text\/markdown/);
  t.is((await compare(`${path}&format=markdown`, { Accept: "text/csv" })).text, markdown.text);
  const tables = markdown.text.split("\n").filter((line) => line.startsWith("|"));
  const columns = (line: string) => line.replaceAll("\\|", "").split("|").length;
  t.deepEqual([...new Set(tables.slice(0, 4).map(columns))], [11]);
  t.deepEqual([...new Set(tables.slice(4).map(columns))], [5]);
  t.regex(markdown.text, /\| mean \(fps\) \|/);
  t.regex(markdown.text, /\| 1 % low \(fps\) \|/);
  t.notRegex(markdown.text, /<b>|\[a\]\(|(?<!\\)`/);
  t.true(markdown.text.includes(String.raw`\=1+1\|\<b\>\*x\*\</b\>`), markdown.text);
  t.is(
    (await compare(path, { Accept: "image/png" })).headers.get("content-type"),
    "application/json; charset=utf-8",
  );
});

/** Returns the texts of an SVG with the names of their elements. @throws where the SVG is not well-formed */
function textsOf(svg: string): { name: string; text: string }[] {
  const parser = new SaxesParser();
  const texts: { name: string; text: string }[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => texts.push({ name, text: "" }));
  parser.on("text", (text) => {
    const open = texts.at(-1);
    if (open) open.text += text;
  });
  parser.write(svg).close();
  return texts;
}

test("charts of a comparison show frame times or their distribution for several captures, with a legend, and may run no script", async (t) => {
  const client = await service.signIn("charts");
  const build = await client.makeBuild(`<script>alert("1")</script>`);
  const ids = await submitFiles(client, build, [
    madeCapture({ seed: 21 }),
    madeCapture({ seed: 22, slower: 1.2, application: `</style><a href="x">.exe` }),
  ]);
  const path = `/compare/chart.svg?runs=${ids.join()}`;
  const etags = new Set<string>();
  for (const kind of ["frame-times", "distribution"]) {
    const { status, text, headers } = await get(`${path}&kind=${kind}`);
    t.is(status, 200, text);
    t.is(headers.get("content-type"), "image/svg+xml; charset=utf-8");
    t.is(headers.get("content-security-policy"), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    t.is(headers.get("cache-control"), "no-cache");
    const elements = textsOf(text);
    t.false(elements.some(({ name }) => name === "script" || name === "a"));
    const legend = elements.filter(({ text: one }) => one.startsWith("<script>alert"));
    t.is(legend.length, 2, "a row for each capture");
    t.notRegex(text, /NaN|Infinity|undefined/);
    const etag = headers.get("etag") ?? "";
    etags.add(etag);
    const again = { "If-None-Match": etag, "Cache-Control": "max-age=0" };
    t.is((await get(`${path}&kind=${kind}`, again)).status, 304);
    t.is((await service.anonymous.send("HEAD", `${path}&kind=${kind}`)).headers.get("etag"), etag);
  }
  const executables = ["csgo.exe", "csgo_linux64"].map((application) =>
    madeCapture({ seed: 23, application }),
  );
  const ofOneGame = (await submitFiles(client, build, executables)).join();
  const { text: named } = await get(`/compare/chart.svg?runs=${ofOneGame}&kind=frame-times`);
  t.regex(named, /Frame times of Counter-Strike: Global Offensive, compared/);
  await client.send("PATCH", `/builds/${build}`, { name: "another name" });
  const renamed = await get(path);
  t.regex(renamed.text, /another name/);
  etags.add(renamed.headers.get("etag") ?? "");
  t.is(etags.size, 3);
  t.is((await get(`${path}&kind=pie`)).status, 422);
  t.regex(
    renamed.text,
    /prefers-color-scheme: dark/,
    "the chart adapts to the colours that the viewer prefers",
  );
  for (const [theme, paper] of [
    ["light", "#ffffff"],
    ["dark", "#0f141a"],
  ] as const) {
    const { text, headers } = await get(`${path}&theme=${theme}`);
    t.true(text.includes(`--paper: ${paper}`), theme);
    t.notRegex(text, /prefers-color-scheme/);
    etags.add(headers.get("etag") ?? "");
  }
  t.is(etags.size, 5, "charts of other colours have other ETags");
  const { text: narrow, headers: ofNarrow } = await get(`${path}&width=375`);
  t.true(narrow.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="375"'), narrow.slice(0, 100));
  t.notRegex(narrow, /max-width: 600px/, "a narrow chart is not shrunk");
  t.false(etags.has(ofNarrow.get("etag") ?? ""));
  t.is((await get(`${path}&width=100`)).body.errors[0].pointer, "/width");
  t.is((await get(`${path}&theme=Dark`)).body.errors[0].pointer, "/theme");
  t.is((await get(`/compare/chart.svg`)).body.errors[0].pointer, "/runs");
});
