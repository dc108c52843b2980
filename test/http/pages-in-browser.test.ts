import { productKinds } from "../../src/products/index.ts";
import { browserTest, startChromium } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";

browserTest("in a browser the first page searches products, and nothing of it is blocked", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  for (const kind of productKinds) await service.services.productSync.rebuild(kind);
  const page = await (await startChromium(t)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(service.url);
  await page.type('input[name="query"]', "ryzen");
  await Promise.all([page.waitForNavigation({ timeout: 0 }), page.keyboard.press("Enter")]);
  t.is(new URL(page.url()).pathname, "/products");
  t.regex(await page.$eval("body", ({ textContent }) => textContent), /^\{"results":/);
  // The browser asks for an icon by itself, which the service does not have.
  t.deepEqual(
    complaints.filter((text) => !text.includes("404")),
    [],
  );
});

for (const [scheme, width] of [
  ["light", 375],
  ["dark", 375],
  ["light", 1200],
  ["dark", 1200],
] as const)
  browserTest(
    `pages are ${scheme} where the browser is, all of them can be read, and they fit into ${width} px`,
    async (t) => {
      const service = await startTestService(t, { hasWorkers: false });
      const page = await (await startChromium(t)).newPage();
      await page.setViewport({ width, height: 760 });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      for (const address of [
        "/",
        `/nothing/${"at-all".repeat(30)}?page=0`,
        "/products/cpu?limit=x",
        "/problems/not-found",
      ]) {
        await page.goto(`${service.url}${address}`);
        const { overflow, background, colours } = (await page.evaluate(LOOK)) as Look;
        t.true(overflow <= 0, `${address} is ${overflow} px too wide`);
        t.is(luminanceOf(background) < 0.5, scheme === "dark", address);
        t.true(colours.length > 1, address);
        for (const colour of colours)
          t.true(contrastOf(colour, background) >= 4.5, `${address}: ${colour} on ${background}`);
      }
    },
  );

interface Look {
  /** How much wider the page is than the window, in pixels. */
  overflow: number;
  background: string;
  /** The colours of its texts. */
  colours: string[];
}

/** Runs in the page, whose types the compiler does not know here. Returns its look. */
const LOOK = `(() => {
  const elements = [...document.querySelectorAll("h1, h2, p, a, small, label, code, li, input, button")];
  return {
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    background: getComputedStyle(document.documentElement).backgroundColor,
    colours: [...new Set(elements.map((element) => getComputedStyle(element).color))],
  };
})()`;

/** The relative luminance of a colour as browsers write it, `rgb(11, 87, 208)`: WCAG 2.2, "relative luminance". */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((channel) => {
    const share = Number(channel) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21: WCAG 2.2, "contrast ratio". */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
