import test from "ava";
import * as fc from "fast-check";
import { DEFAULT_LOOK } from "../../src/frames/chart/chart-look.ts";
import { renderFrameChart, type FrameChart } from "../../src/frames/chart/render-frame-chart.ts";
import { metricsOf, parse, textOf, textsOf } from "./svg-elements.ts";
import { tickLabel, ticksBetween, ticksUpTo } from "../../src/charts/scales.ts";

function chartOf(
  times: ArrayLike<number>,
  change: Partial<FrameChart["metrics"]> = {},
  dropped: number[] | null = null,
  look = DEFAULT_LOOK,
) {
  const frameTimesMs = Float32Array.from(times);
  const droppedFrames = dropped && Uint32Array.from(dropped);
  const metrics = { ...metricsOf(frameTimesMs), ...change };
  const svg = renderFrameChart({ frameTimesMs, droppedFrames, metrics }, look);
  return { svg, elements: parse(svg) };
}

const steady = Array.from({ length: 2000 }, (_, index) => 8 + (index % 4));

test("a chart of frame times shows its title, its units, the average and the 1 % low", (t) => {
  const { elements, svg } = chartOf(steady);
  t.deepEqual(textOf(elements, "title"), ["harbour.exe"]);
  const texts = textsOf(elements);
  for (const expected of [
    "PresentMon · 2,000 frames in 19.0 s",
    "frame time (ms)",
    "time (s)",
    "average",
    "9.50 ms · 105.3 fps",
    "1 % low",
    "11.00 ms · 90.9 fps",
  ])
    t.true(texts.includes(expected), `${expected} in ${texts.join(" | ")}`);
  t.regex(svg, /prefers-color-scheme: dark/);
  t.like(elements[0]?.attributes, { width: "900", height: "360", role: "img" });
  t.is(elements.find(({ name }) => name === "title")?.text, "Frame times of harbour.exe");
});

test("a chart of fewer than 100 frames has no 1 % low, and a single frame can be drawn", (t) => {
  t.deepEqual(textOf(chartOf([16, 17, 40]).elements, "low"), []);
  const { elements } = chartOf([16]);
  t.is(elements.filter(({ attributes }) => attributes["class"] === "average").length, 1);
  t.true(elements.some(({ text }) => text === "PresentMon · 1 frame in 0.0 s"));
});

test("a chart marks the frames that the file names as dropped, and no other frames", (t) => {
  const marks = (dropped: number[] | null) => {
    const { elements } = chartOf(steady, {}, dropped);
    const path = elements.find(
      ({ name, attributes }) => name === "path" && attributes["class"] === "dropped",
    );
    return {
      strokes: path?.attributes["d"]?.match(/M/g)?.length ?? 0,
      legend: textOf(elements, "end legend").join(),
    };
  };
  t.is(marks([0, 1000, 1999]).strokes, 3);
  t.regex(marks([0, 1000, 1999]).legend, /3 frames dropped/);
  for (const none of [[], null]) {
    t.is(marks(none).strokes, 0);
    t.notRegex(marks(none).legend, /dropped/);
  }
  t.true(marks(steady.map((_, index) => index)).strokes <= 709, "at most one stroke for each pixel");
});

test("a chart of frame times cuts a single long hitch, so that the rest stays readable, and explains the cut in the legend", (t) => {
  const { elements } = chartOf(steady.map((time, index) => (index === 700 ? 900 : time)));
  t.is(elements.filter(({ attributes }) => attributes["class"] === "cut").length, 1);
  const legend = textOf(elements, "end legend").find((text) => text.includes("▲"));
  t.regex(legend ?? "", /^▲ 1 frame above \d+ ms, the longest 900\.00 ms$/);
  t.is(chartOf(steady).elements.filter(({ attributes }) => attributes["class"] === "cut").length, 0);
});

test("a chart of frame times leaves out the same frames at every size", (t) => {
  const sizes = [DEFAULT_LOOK, { ...DEFAULT_LOOK, width: 375, height: 320 }];
  for (const longest of [12, 14, 16.7, 19, 21, 24, 28, 33, 41, 52, 70, 85, 900]) {
    const times = steady.map((time, index) => (index % 500 === 0 ? longest - index / 1000 : time));
    const [wide, narrow] = sizes.map((look) => {
      const { elements } = chartOf(times, {}, null, look);
      return elements.flatMap(({ text }) => (text.startsWith("▲") ? [text] : []));
    });
    t.deepEqual(narrow, wide, `longest ${longest}`);
  }
});

test("a chart shows a name from a file as text only, never as markup or control characters", (t) => {
  const names: Record<string, string> = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '"><image href="http://x.example/a.png"/>': '"><image href="http://x.example/a.png"/>',
    "]]>&lt;&#x3c;style>": "]]>&lt;&#x3c;style>",
    "a\u0000b\u0007c\u001Bd\u007Fe": "a b c d e",
    "evil\u202Eexe.fdp": "evil exe.fdp",
    "iso\u2066lated\u2069 zero\u200Bwidth\uFEFF": "iso lated zero width",
    "lone \uD800 and \uDC00 end": "lone and end",
    "non\uFFFEchar\uFFFF": "non char",
    "two\nlines\ttab\u2028sep": "two lines tab sep",
    "\u0001\u0002": "Unnamed application",
    "  ": "Unnamed application",
  };
  for (const [application, shown] of Object.entries(names)) {
    const { elements } = chartOf(steady, { application });
    t.deepEqual(textOf(elements, "title"), [shown]);
    t.deepEqual(
      [...new Set(elements.map(({ name }) => name))].sort(),
      ["desc", "g", "line", "path", "rect", "style", "svg", "text", "title"],
      application,
    );
  }
});

test("a chart cuts a long name between characters, and a letter in a name keeps at most two combining marks", (t) => {
  const [title = ""] = textOf(chartOf(steady, { application: "🎮".repeat(5000) }).elements, "title");
  // A wide letter counts as two letters towards the limit of a title, even if a browser lacks a font that draws it
  // wider.
  t.is(title, `${"🎮".repeat(23)}…`);
  for (const wide of ["港", "한"])
    t.deepEqual(textOf(chartOf(steady, { application: wide.repeat(60) }).elements, "title"), [
      `${wide.repeat(23)}…`,
    ]);
  const [zalgo = ""] = textOf(chartOf(steady, { application: `Z${"\u0336".repeat(500)}` }).elements, "title");
  t.is(zalgo, "Z\u0336\u0336");
});

test("for any frames and names, the chart is well-formed XML without NaN, Infinity or undefined", (t) => {
  const frameTime = fc.double({ min: 0.001, max: 60_000, noNaN: true });
  const name = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(
      fc.array(frameTime, { minLength: 1, maxLength: 300 }),
      name,
      name,
      (times, application, tool) => {
        const { svg } = chartOf(times, { application, tool }, [0, times.length - 1]);
        const drawing = svg.replaceAll(/<(text|title|desc)[^>]*>[^<]*/g, "");
        t.notRegex(drawing, /NaN|Infinity|undefined|null/);
        t.true(svg.isWellFormed());
      },
    ),
    { numRuns: 200 },
  );
});

test("the ticks of a chart are round numbers, cover the axis and are limited in number", (t) => {
  t.deepEqual(ticksUpTo(30, 6), { step: 5, values: [0, 5, 10, 15, 20, 25, 30] });
  t.deepEqual(ticksBetween(7.3, 30, 5), { step: 5, values: [10, 15, 20, 25, 30] });
  t.deepEqual(ticksUpTo(95.7, 10).values.at(-1), 90);
  t.deepEqual(
    [0, 0.2, 0.4].map((value) => tickLabel(value, 0.2)),
    ["0.0", "0.2", "0.4"],
  );
  t.is(tickLabel(20_000, 5000), "20,000");
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (max) => {
      const { step, values } = ticksUpTo(max, 10);
      t.true(values.length >= 2 && values.length <= 12, `${max}: ${values.join()}`);
      t.true((values.at(-1) ?? 0) <= max * (1 + 1e-9) && (values.at(-1) ?? 0) + step > max * (1 - 1e-9));
      t.regex(step.toExponential(0), /^[125]e/);
    }),
  );
});
