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
  "a click replaces the picture by a zoomable chart, whose library is loaded only then",
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
