import test from "ava";
import * as fc from "fast-check";
import { renderChannelsChart } from "../../src/frames/chart/channels/render-channels-chart.ts";
import { channelMeans } from "../../src/frames/chart/channels/channel-means.ts";
import { heightOfChannels } from "../../src/frames/chart/channels/channel-layout.ts";
import { DEFAULT_LOOK, type SeriesView } from "../../src/frames/chart/chart-look.ts";
import { frameRates, windowOf } from "../../src/frames/chart/fps/frame-rates.ts";
import { frameHistogram } from "../../src/frames/chart/histogram/frame-histogram.ts";
import { percentileCurve } from "../../src/frames/chart/percentiles/percentile-curve.ts";
import { elapsedTimesS } from "../../src/frames/elapsed-times.ts";
import { channelNames, channelOf, type ChannelName } from "../../src/readers/index.ts";
import { makeChart } from "../../src/frames/overview.ts";
import { metricsOf, parse, textOf, textsOf } from "./svg-elements.ts";

const steady = Array.from({ length: 2000 }, (_, index) => 8 + (index % 4));

function viewOf(view: SeriesView, times: readonly number[], change: { application?: string } = {}) {
  const frameTimesMs = Float32Array.from(times);
  const metrics = { ...metricsOf(frameTimesMs), ...change };
  const svg = makeChart({ frameTimesMs, droppedFrames: null }, metrics, { view, look: DEFAULT_LOOK });
  return { svg, elements: parse(svg) };
}

/** Generates the frame times of a capture, in milliseconds. */
const someTimes = fc.array(fc.double({ min: 0.001, max: 60_000, noNaN: true }), {
  minLength: 1,
  maxLength: 400,
});

const expected: Readonly<Record<Exclude<SeriesView, "frame_times">, { name: string; texts: string[] }>> = {
  fps: {
    name: "Frame rate of harbour.exe",
    texts: ["frame rate (fps), mean of 1 s", "time (s)", "average", "105.3 fps", "1 % low", "90.9 fps"],
  },
  histogram: {
    name: "Histogram of the frame times of harbour.exe",
    texts: [
      "frames (%)",
      "frame time (ms), in bars of 0.05 ms",
      "average",
      "9.50 ms · 105.3 fps",
      "1 % low",
      "11.00 ms · 90.9 fps",
    ],
  },
  percentiles: {
    name: "Percentiles of the frame times of harbour.exe",
    texts: [
      "frame time (ms)",
      "frames no slower than this (%)",
      "0",
      "50",
      "90",
      "99",
      "99.9",
      "100",
      "median",
      "9.50 ms · 105.3 fps",
      "99 %",
      "99.9 %",
    ],
  },
};

for (const [view, { name, texts }] of Object.entries(expected))
  test(`the view ${view} of a capture names the game and the length of the capture, its axes with their units, and its figures`, (t) => {
    const { elements } = viewOf(view as SeriesView, steady);
    t.is(elements.find((element) => element.name === "title")?.text, name);
    t.deepEqual(textOf(elements, "title"), ["harbour.exe"]);
    const shown = textsOf(elements);
    for (const text of ["PresentMon · 2,000 frames in 19.0 s", ...texts])
      t.true(shown.includes(text), `${text} in ${shown.join(" | ")}`);
  });

test("for any frames and names, every view of a chart is well-formed XML without NaN, Infinity or undefined", (t) => {
  fc.assert(
    fc.property(someTimes, fc.string({ unit: "binary", maxLength: 300 }), (times, application) => {
      for (const view of Object.keys(expected)) {
        const { svg } = viewOf(view as SeriesView, times, { application });
        const drawing = svg.replaceAll(/<(text|title|desc)[^>]*>[^<]*/g, "");
        t.notRegex(drawing, /NaN|Infinity|undefined|null/);
        t.true(svg.isWellFormed());
      }
    }),
    { numRuns: 100 },
  );
});

test("the bins of a frame-time histogram and the frames outside them together hold all frames, and the bins hold nearly all", (t) => {
  fc.assert(
    fc.property(someTimes, fc.double({ min: 0, max: 60_000, noNaN: true }), (times, low1Ms) => {
      const ascending = Float32Array.from(times).toSorted();
      const { bins, counts, below, above } = frameHistogram(ascending, { low1Ms, bins: 80, maxTicks: 8 });
      t.is(counts.length, bins.count);
      const inBins = counts.reduce((sum, count) => sum + count, 0);
      t.is(inBins + below + above, times.length);
      t.true(inBins >= times.length * 0.99 - 2, `${inBins} of ${times.length}`);
      t.true(Math.abs(bins.from + bins.count * bins.step - bins.to) < bins.step / 1000);
    }),
  );
});

test("a histogram says how many frames lie outside its axis, and how long the longest and the shortest frame took", (t) => {
  const hitches = viewOf(
    "histogram",
    Array.from({ length: 10_000 }, (_, index) => {
      if (index % 5000 === 0) return 900;
      return index === 7 ? 0.5 : 8 + (index % 5) / 2;
    }),
  );
  t.deepEqual(textOf(hitches.elements, "end legend"), [
    "◀ 1 frame below 8.0 ms, shortest 0.50 ms\u2003▶ 2 frames of 10.2 ms or more, longest 900.00 ms",
  ]);
  t.deepEqual(textOf(viewOf("histogram", steady).elements, "end legend"), []);
});

test("the histogram of a capture whose frames all take equally long has one bar with all frames", (t) => {
  const { elements } = viewOf("histogram", [...new Float32Array(600).fill(16.6667)]);
  t.is(elements.filter(({ attributes }) => attributes["class"] === "bar").length, 1);
  t.true(textsOf(elements).includes("100"));
});

test("the percentile curve of frame times begins at the shortest frame time, ends at the longest, and never falls", (t) => {
  fc.assert(
    fc.property(someTimes, fc.integer({ min: 2, max: 900 }), (times, count) => {
      const ascending = Float32Array.from(times).toSorted();
      const curve = percentileCurve(ascending, count);
      t.is(curve.length, count);
      t.deepEqual(curve[0], { share: 0, frameTimeMs: ascending[0] ?? 0 });
      t.deepEqual(curve.at(-1), { share: 1, frameTimeMs: ascending.at(-1) ?? 0 });
      for (const [index, { share, frameTimeMs }] of curve.entries()) {
        t.true(share >= (curve[index - 1]?.share ?? 0));
        t.true(frameTimeMs >= (curve[index - 1]?.frameTimeMs ?? 0));
      }
    }),
  );
});

test("the running mean of the frame rate counts the frames in a window around each moment", (t) => {
  // The capture has ten seconds at 100 fps, then ten seconds at 50 fps.
  const times = Float32Array.from({ length: 1500 }, (_, index) => (index < 1000 ? 10 : 20));
  const { timesS, fps } = frameRates(elapsedTimesS(times), { windowS: 1, points: 201 });
  t.is(timesS.at(-1), 20);
  for (const [index, timeS] of timesS.entries()) {
    const inFast = Math.max(0, Math.min(10.5 - timeS, 1));
    const wanted = 100 * inFast + 50 * (1 - inFast);
    t.true(Math.abs((fps[index] ?? 0) - wanted) < 0.01, `${fps[index]} at ${timeS} s`);
  }
});

test("for any frames, the mean frame rate over a window that contains the whole capture is the average frame rate", (t) => {
  fc.assert(
    fc.property(someTimes, (times) => {
      const elapsedS = elapsedTimesS(Float32Array.from(times));
      const durationS = elapsedS.at(-1) ?? 0;
      const { fps } = frameRates(elapsedS, { windowS: durationS * 2, points: 50 });
      const average = times.length / durationS;
      t.true(fps.every((rate) => Math.abs(rate / average - 1) < 1e-6));
    }),
  );
});

test("the running mean of a frame rate uses a window of 1 s, and a longer one for a capture of more than 200 s", (t) => {
  t.deepEqual([0.1, 30, 200, 201, 3600, 100_000, 1e9].map(windowOf), [1, 1, 1, 2, 20, 600, 5e6]);
});

const seconds = Float32Array.from({ length: 60 }, (_, index) => index);
const channel = (name: ChannelName, valueOf: (second: number) => number) => ({
  name,
  unit: "",
  timesS: seconds,
  values: seconds.map(valueOf),
});
const channels = [
  channel("cpu_power_w", () => 88),
  channel("gpu_power_w", (second) => 200 + second),
  channel("gpu_load_percent", () => 97),
  channel("gpu_temperature_c", (second) => 50 + second / 3),
];
const named = { application: "<b>harbour</b>", tool: "PresentMon", frames: 6000, duration_s: 60 };

test("the sensor channels of a capture are drawn in one panel for each unit, with the names of the channels in words", (t) => {
  const svg = renderChannelsChart({ channels, metrics: named }, DEFAULT_LOOK);
  const elements = parse(svg);
  const shown = textsOf(elements);
  t.is(elements.find(({ name }) => name === "title")?.text, "Recorded channels of <b>harbour</b>");
  t.deepEqual(
    shown.filter((text) => /\(.*\)$/.test(text)),
    ["share (%)", "power (W)", "temperature (°C)", "time (s)"],
  );
  t.deepEqual(textOf(elements, "name"), ["GPU load", "GPU power", "CPU power", "GPU temperature"]);
  t.true(
    shown.includes("PresentMon · 6,000 frames in 60.0 s · each point is the mean over 1/200 of the capture"),
  );
});

test("charts of all sensor channels have a panel for each unit, headed by its quantity and unit, and each channel is in one panel", (t) => {
  const all = channelNames.map((name) => channel(name, () => 50));
  const elements = parse(renderChannelsChart({ channels: all, metrics: named }, DEFAULT_LOOK));
  const headings = textsOf(elements).filter((text) => /^[a-z]+ \([^()]+\)$/.test(text));
  t.deepEqual(headings, [
    "share (%)",
    "time (ms)",
    "power (W)",
    "temperature (°C)",
    "clock (MHz)",
    "memory (GB)",
    "time (s)",
  ]);
  t.deepEqual(
    textOf(elements, "name").toSorted(),
    channelNames.map((name) => channelOf(name).label).toSorted(),
  );
});

test("the markers of each sensor channel lie on its line in the chart, also if a panel has fewer channels than styles", (t) => {
  const two = [channel("gpu_clock_mhz", () => 2500), channel("gpu_memory_clock_mhz", () => 2500)];
  const marks = parse(renderChannelsChart({ channels: two, metrics: named }, DEFAULT_LOOK)).filter(
    ({ attributes }) => (attributes["class"] ?? "").startsWith("mark ") && "transform" in attributes,
  );
  const heights = marks.map(({ attributes }) => attributes["transform"]?.split(" ")[1]);
  const legend = 2;
  t.is(marks.length, 12 + legend);
  t.is(new Set(heights).size, 2, "all marks have the height of the lines or of the legend");
});

test("a chart of sensor channels is as high as requested, or as high as its panels need", (t) => {
  const heightOf = (names: ChannelName[], look = DEFAULT_LOOK) => heightOfChannels(names, look);
  t.is(heightOf(["gpu_power_w"]), 360);
  const all = channels.map(({ name }) => name);
  const height = heightOf(all);
  t.true(height > 360);
  t.true(heightOf(all, { ...DEFAULT_LOOK, height: 1200 }) > height);
  const svg = renderChannelsChart({ channels, metrics: named }, DEFAULT_LOOK);
  t.like(parse(svg)[0]?.attributes, { width: "900", height: String(height) });
});

test("for any sensor channels, the chart is well-formed XML without NaN, Infinity or undefined", (t) => {
  const names = [
    "gpu_load_percent",
    "gpu_busy_ms",
    "vram_used_mb",
    "cpu_power_w",
    "battery_percent",
  ] as const;
  const someChannel = fc
    .array(
      fc.tuple(fc.float({ min: 0, max: 2000, noNaN: true }), fc.float({ min: -50, max: 1e6, noNaN: true })),
      {
        minLength: 1,
        maxLength: 300,
      },
    )
    .map((points) => points.toSorted(([a], [b]) => a - b));
  fc.assert(
    fc.property(fc.array(someChannel, { minLength: 1, maxLength: 5 }), fc.boolean(), (drawn, isNarrow) => {
      const series = drawn.map((points, index) => ({
        name: names[index] ?? ("gpu_power_w" as const),
        unit: "",
        timesS: Float32Array.from(points, ([timeS]) => timeS),
        values: Float32Array.from(points, ([, value]) => value),
      }));
      const look = { ...DEFAULT_LOOK, width: isNarrow ? 320 : 900 };
      const svg = renderChannelsChart({ channels: series, metrics: named }, look);
      parse(svg);
      t.notRegex(svg.replaceAll(/<(text|title|desc)[^>]*>[^<]*/g, ""), /NaN|Infinity|undefined|null/);
    }),
    { numRuns: 100 },
  );
});

test("each downsampled mean of a sensor channel lies at the times of its values, and a span without a value has no mean", (t) => {
  const timesS = Float32Array.from([0, 1, 2, 9]);
  const values = Float32Array.from([10, 20, 60, 5]);
  const means = channelMeans({ timesS, values }, { durationS: 10, spans: 5, divisor: 1 });
  t.deepEqual([...means.timesS], [0.5, 2, 9]);
  t.deepEqual([...means.values], [15, 60, 5]);
});
