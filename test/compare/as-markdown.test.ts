import { readFileSync } from "node:fs";
import test from "ava";
import {
  shownBenchmarks,
  toMarkdown,
  type ComparedBenchmark,
  type Comparison,
} from "../../src/compare/index.ts";
import { startTestService } from "../helpers/service.ts";
import { findings } from "../../src/pages/compare/texts.ts";

const service = await startTestService(test);
const [ONE, OTHER] = [1, 2];
const difference = {
  percent: 10,
  interval: { low_percent: 8, high_percent: 12 },
  verdict: "faster" as const,
};

/** Returns a graphics test of a 3DMark test in which the second of two builds is faster. */
function graphicsTest(benchmark_id: number, variant: string): ComparedBenchmark {
  const valueOf = (build_id: number, mean: number) => ({ build_id, runs: 3, best: mean, mean, stdev: 1 });
  return {
    benchmark_id,
    benchmark: { id: benchmark_id, name: "3DMark", unit: "fps" },
    variant,
    title: variant,
    score: {
      figure: "score",
      unit: "fps",
      higher_is_better: true,
      values: [
        { ...valueOf(ONE, 100), difference: null },
        { ...valueOf(OTHER, 110), difference },
      ],
    },
    metrics: [],
    captures: [],
  };
}

test("the Markdown, the page and the findings of a comparison list the graphics tests of a 3DMark test together, although the JSON is sorted by benchmark", (t) => {
  const comparison: Comparison = {
    compared: [ONE, OTHER].map((build_id) => ({
      build_id,
      name: `Build ${build_id}`,
      owner: null,
      parts: {},
    })),
    results: [7, 17].flatMap((id) => ["Fire Strike", "Time Spy"].map((name) => graphicsTest(id, name))),
    total: 4,
    only_in_one: { results: [], total: 0 },
  };
  const names = ["Fire Strike", "Time Spy"].flatMap((name) =>
    [1, 2].map((number) => `${name} graphics test ${number}`),
  );
  const headings = [...toMarkdown(comparison).matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
  t.deepEqual(headings, names);
  t.deepEqual(
    shownBenchmarks(comparison).map(({ title, benchmark_id }) => `${title} ${benchmark_id}`),
    ["Fire Strike 7", "Fire Strike 17", "Time Spy 7", "Time Spy 17"],
  );
  t.deepEqual(
    findings(comparison).map((sentence) => names.findIndex((name) => sentence.includes(name))),
    [0, 1, 2, 3],
  );
});

test("the page and the Markdown of a comparison show a score of a whole 3DMark test once, although each graphics test has the score", async (t) => {
  const ada = await service.signIn("ada");
  const ids = [await ada.makeBuild("One"), await ada.makeBuild("Other")];
  const file = { name: "a.xml", content: readFileSync("data/samples/3dmark-time-spy.xml") };
  for (const build_id of ids) {
    const { body } = await ada.add({ build_id, benchmarks: { id: 7, also: [17] }, files: [file] });
    for (const { run_id } of body.runs as { run_id: string }[]) await ada.waitForRun(run_id);
  }
  const { text } = await service.anonymous.get(`/compare?builds=${ids.join(",")}`, { Accept: "text/html" });
  t.is(text.match(/<h2 id="benchmark-\d">/g)?.length, 2);
  t.is(text.match(/<th scope="row">graphics score/gi)?.length, 1, text);
  const markdown = (await service.anonymous.get(`/compare?builds=${ids.join(",")}&format=markdown`)).text;
  t.is(markdown.match(/^\| graphics score/gm)?.length, 1, markdown);
  for (const name of ["graphics test 1", "graphics test 2"]) {
    t.regex(markdown, new RegExp(`^\\| ${name}, higher is better \\|`, "m"));
    t.true(text.includes(`<th scope="row">${name} <span class="unit">fps</span>`), "as the page names it");
  }
});
