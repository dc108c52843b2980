import { createLogger } from "../../src/infra/logger.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { browserTest } from "../helpers/chromium.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { violationsOf } from "./axe.ts";
import { openPage } from "./page-world.ts";

const content = makeCapture("presentmon-1.10", makeGameFrames(1));

async function submit(service: TestService, name: string) {
  const person = await service.signIn(name);
  const build_id = await person.makeBuild(`The build of ${name}`);
  const files = [{ name: "capture.csv", content }];
  const added = await person.add({ build_id, benchmarks: { id: 16 }, files });
  return { service, person, run: added.body.runs[0].run_id as string };
}

/** Starts workers, which read the files of queued runs. */
async function startReading(t: { teardown: (end: () => Promise<void>) => void }, service: TestService) {
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const workers = await startWorkers(service.config, service.services, logger);
  t.teardown(() => workers.stop());
}

browserTest(
  "a click on the page of a run replaces the picture by a zoomable chart, and only then the page loads the chart's library",
  async (t) => {
    const sent = await submit(await startTestService(t), "ada");
    await sent.person.waitForRun(sent.run);
    const { page, complaints } = await openPage(t, sent);
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    const isLoaded = () => loaded.some((path) => /uplot\.[\w-]+\.js$/.test(path));
    await page.goto(`${sent.service.url}/r/${sent.run}`, { waitUntil: "networkidle0" });
    t.false(isLoaded());
    const room = `document.querySelector("[data-frames-place]").getBoundingClientRect().height`;
    const before = Number(await page.evaluate(room));
    await page.click("[data-frames-open]");
    await page.waitForSelector(".uplot canvas");
    t.true(isLoaded());
    const after = Number(await page.evaluate(room));
    t.true(Math.abs(after - before) <= 24, `the picture took ${before} px, the chart takes ${after} px`);
    const texts = `[...document.querySelectorAll("[data-frames-tools] button")].map((button) => button.textContent)`;
    t.deepEqual(((await page.evaluate(texts)) as string[]).slice(0, 5), [
      "Zoom in",
      "Zoom out",
      "Earlier",
      "Later",
      "Whole capture",
    ]);
    for (const button of await page.$$("[data-frames-tools] button")) await button.click();
    t.deepEqual(complaints, []);
  },
);

browserTest(
  "the page of a run whose file is still to be read shows the result as soon as it exists, with script and without",
  async (t) => {
    const sent = await submit(await startTestService(t, { hasWorkers: false }), "ada");
    const scripted = await openPage(t, sent);
    const plain = await openPage(t, sent, { hasScript: false });
    for (const { page } of [scripted, plain]) {
      await page.goto(`${sent.service.url}/r/${sent.run}`);
      t.truthy(await page.$("[data-pending-run]"));
    }
    t.deepEqual(await violationsOf(scripted.page), []);
    await startReading(t, sent.service);
    for (const { page } of [scripted, plain]) await page.waitForSelector(".score");
    t.is(await scripted.page.$("[data-pending-run]"), null);
    t.deepEqual(scripted.complaints, []);
    t.truthy(await plain.page.waitForSelector(".frames img"), "the picture is shown without script, too");
    const button = await plain.page.$("[data-frames-open]:not([hidden])");
    t.is(button, null, "without script the buttons of the chart are hidden");
    t.deepEqual(plain.complaints, []);
  },
);

/** A capture of frames of 10 ms, among them one of the given length. */
const withHitch = (ms: number) =>
  `Application,MsBetweenPresents\n${"harbour.exe,10\n".repeat(700)}harbour.exe,${ms}\n${"harbour.exe,10\n".repeat(2000)}`;

browserTest(
  "the zoomable chart of a run offers to show the longest frames only if these lie above the chart, and two fingers zoom into the chart",
  async (t) => {
    const service = await startTestService(t);
    const person = await service.signIn("ada");
    const build_id = await person.makeBuild();
    const { page, complaints } = await openPage(t, { service, person });
    const openChart = async (hitchMs: number) => {
      const files = [{ name: "capture.csv", content: withHitch(hitchMs) }];
      const added = await person.add({ build_id, benchmarks: { id: 16 }, files });
      const id = added.body.runs[0].run_id as string;
      await person.waitForRun(id);
      await page.goto(`${service.url}/r/${id}`);
      await page.click("[data-frames-open]");
      await page.waitForSelector(".u-over");
      const texts = `[...document.querySelectorAll("[data-frames-tools] button")].map((button) => button.textContent)`;
      return (await page.evaluate(texts)) as string[];
    };
    t.true((await openChart(400)).includes("Show the longest frames"));
    t.false((await openChart(11)).includes("Show the longest frames"));

    const over = await page.$eval(".u-over", (element) => {
      const { left, top, width, height } = (
        element as unknown as {
          getBoundingClientRect: () => Record<"left" | "top" | "width" | "height", number>;
        }
      ).getBoundingClientRect();
      return { left, width, y: top + height / 2 };
    });
    /** Returns the time in seconds that the legend shows for the left end of the chart. */
    const firstTime = async () => {
      await page.mouse.move(over.left + over.width / 2, over.y);
      await page.mouse.move(over.left + 2, over.y);
      const shown = await page.$eval(".u-legend .u-value", ({ textContent }) => textContent);
      return Number.parseFloat(shown ?? "");
    };
    t.true((await firstTime()) < 1);
    const client = await page.createCDPSession();
    const touch = (type: string, places: readonly number[]) =>
      client.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: places.map((share, id) => ({ x: over.left + over.width * share, y: over.y, id })),
      });
    await touch("touchStart", [0.4, 0.6]);
    await touch("touchMove", [0.1, 0.9]);
    await touch("touchEnd", []);
    const zoomed = await firstTime();
    // The chart shows 27 s at first. The distance between the two fingers grows from a fifth of the chart's width to
    // four fifths.
    t.true(Math.abs(zoomed - 27 * 0.375) < 1, `the chart begins at ${zoomed} s`);
    t.deepEqual(complaints, []);
  },
);

browserTest("a button copies the link to a run, or selects the link for copying with a key", async (t) => {
  const sent = await submit(await startTestService(t), "ada");
  await sent.person.waitForRun(sent.run);
  const { page, complaints } = await openPage(t, sent);
  await page.goto(`${sent.service.url}/r/${sent.run}`);
  await page.click('[data-copy="share-link"]');
  const selected = `document.activeElement.value.slice(
    document.activeElement.selectionStart, document.activeElement.selectionEnd)`;
  t.is(await page.evaluate(selected), `http://bench.test/r/${sent.run}`);
  t.deepEqual(await violationsOf(page), []);
  t.deepEqual(complaints, []);
});
