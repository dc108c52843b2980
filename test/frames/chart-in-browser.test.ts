import type { Page } from "puppeteer-core";
import { renderChannelsChart } from "../../src/frames/chart/channels/render-channels-chart.ts";
import {
  chartViews,
  DEFAULT_LOOK,
  type ChartLook,
  type ChartView,
} from "../../src/frames/chart/chart-look.ts";
import { renderFrameChart } from "../../src/frames/chart/render-frame-chart.ts";
import { makeChart } from "../../src/frames/overview.ts";
import { channelNames } from "../../src/readers/index.ts";
import { browserTest, openWindow } from "../helpers/chromium.ts";

/** A capture with everything that a chart can show: a long name, hitches beyond the axis, and dropped frames. */
const frameTimesMs = Float32Array.from(
  { length: 6000 },
  (_, index) => 8 + (index % 5) + (index === 3000 ? 300 : 0),
);
const chart = {
  frameTimesMs,
  droppedFrames: Uint32Array.from([100, 101, 2500, 4400, 5999]),
  metrics: {
    application: "Harbour Simulator 2026 Enhanced Edition with Waves.exe",
    tool: "PresentMon",
    average_fps: 99.3,
    low_1_fps: 60.5,
    p0_1_fps: 55,
  },
};

/** Sensor channels with every name that a file can have, and so with every unit. */
const channels = channelNames.map((name, index) => ({
  name,
  unit: "",
  timesS: Float32Array.from({ length: 60 }, (_, second) => second),
  values: Float32Array.from(
    { length: 60 },
    (_, second) => (name.endsWith("_mb") ? 128_000 : 90) - second - index,
  ),
}));

function draw(view: ChartView, look: ChartLook): string {
  if (view !== "channels") return makeChart(chart, chart.metrics, { view, look });
  return renderChannelsChart({ channels, metrics: { ...chart.metrics, frames: 6000, duration_s: 60 } }, look);
}

/** A text of a chart with its font size and the edges of its box on the screen, in pixels. */
interface ShownText {
  text: string;
  size: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * JavaScript that makes the chart as wide as the window and measures its texts. The script is a string, because this
 * file is compiled without DOM types.
 */
const MEASURE = `(() => {
  const picture = document.querySelector("svg");
  picture.setAttribute("style", "display:block; width:100%; height:auto");
  const scale = picture.getBoundingClientRect().width / Number(picture.getAttribute("width"));
  const texts = [...document.querySelectorAll("text")].flatMap((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const size = Number.parseFloat(getComputedStyle(each).fontSize) * scale;
    return right > left ? [{ text: each.textContent, size, left, right, top, bottom }] : [];
  });
  return { texts, paper: getComputedStyle(document.querySelector(".paper")).fill };
})()`;

/** Shows a chart as wide as the window. Returns its texts, and the colour of its background. */
async function show(page: Page, svg: string): Promise<{ texts: ShownText[]; paper: string }> {
  await page.setContent(`<body style="margin:0">${svg}`);
  return (await page.evaluate(MEASURE)) as { texts: ShownText[]; paper: string };
}

/**
 * Returns the layout faults of a chart: texts that leave the picture at the left or right, and pairs of texts that
 * overlap.
 */
function faultsOf(texts: readonly ShownText[], width: number): string[] {
  const outside = texts.filter(({ left, right }) => left < 0 || right > width).map(({ text }) => text);
  const covered = texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      // Boxes of texts may overlap a little, because the box of a letter has some empty space above and below the
      // letter.
      .filter((two) => {
        const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        return across > 0 && down > Math.min(one.size, two.size) / 2;
      })
      .map((two) => `${one.text} × ${two.text}`),
  );
  return [...outside, ...covered];
}

const widths = [320, 375, 719, 720, 900, 1200, 2000];

browserTest(
  "at every width of the window, the texts of every view of a chart stay readable, do not overlap and stay inside the chart",
  async (t) => {
    const page = await (await openWindow(t)).newPage();
    for (const view of chartViews) {
      for (const width of widths)
        for (const height of [280, 360]) {
          await page.setViewport({ width, height: 800 });
          const { texts } = await show(page, draw(view, { width, height, theme: "auto" }));
          t.true(texts.length > 9, `${view}, ${width}`);
          t.deepEqual(faultsOf(texts, width), [], `${view}, ${width} × ${height}`);
          t.true(
            texts.every(({ size }) => size >= 12),
            `${view}, ${width}`,
          );
        }
      await page.setViewport({ width: 375, height: 800 });
      const { texts } = await show(page, draw(view, DEFAULT_LOOK));
      t.deepEqual(faultsOf(texts, 375), [], `${view} of 900 pixels, scaled to 375`);
      t.true(
        texts.every(({ size }) => size >= 7.9),
        "the texts grow where the chart is scaled down",
      );
    }
  },
);

browserTest(
  "a chart has the colours of the requested theme, and without a theme the colours that the viewer prefers",
  async (t) => {
    const page = await (await openWindow(t)).newPage();
    const light = "rgb(255, 255, 255)";
    const dark = "rgb(15, 20, 26)";
    for (const preferred of ["light", "dark"] as const) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: preferred }]);
      for (const [theme, paper] of [
        ["light", light],
        ["dark", dark],
        ["auto", preferred === "light" ? light : dark],
      ] as const) {
        const shown = await show(page, renderFrameChart(chart, { ...DEFAULT_LOOK, theme }));
        t.is(shown.paper, paper, `${theme} for a viewer who prefers ${preferred}`);
      }
    }
  },
);
