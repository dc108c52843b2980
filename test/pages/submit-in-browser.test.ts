import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import type { ElementHandle, Page } from "puppeteer-core";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { browserTest } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";
import { madeExports } from "../helpers/three-d-mark-generator.ts";
import { violationsOf } from "./axe.ts";
import { openPage } from "./page-world.ts";

const files = {
  "capture.csv": makeCapture("presentmon-1.10", makeGameFrames(1, RANKED_FRAMES)).replaceAll(
    "harbour.exe",
    "Cyberpunk2077.exe",
  ),
  "<b data-hostile>.xml": madeExports["time-spy"] ?? "",
  "picture.png": "\u0089PNG\r\n\u001A\n",
};

/**
 * Chooses files in the form, one after the other, and waits after each for its description. Returns all descriptions.
 */
async function choose(t: ExecutionContext, page: Page, names: readonly (keyof typeof files)[]) {
  const folder = mkdtempSync(join(tmpdir(), "pc-benchmarks-chosen-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const [index, name] of names.entries()) {
    writeFileSync(join(folder, name), files[name], "latin1");
    const input = (await page.$("#files")) as ElementHandle<HTMLInputElement> | null;
    await input?.uploadFile(join(folder, name));
    await page.waitForFunction(
      `document.querySelectorAll("#uploads .upload > .stack > p").length > ${index}`,
    );
  }
  const texts = `[...document.querySelectorAll("#uploads .upload > .stack")].map((notes) => notes.textContent)`;
  return (await page.evaluate(texts)) as string[];
}

const chosenBenchmark = (page: Page) => page.evaluate(`document.querySelector("#benchmark_id").value`);

browserTest("the form describes each chosen file, and chooses a benchmark that fits the first", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const person = await service.signIn("ada");
  const buildId = await person.makeBuild();
  const { page, complaints } = await openPage(t, { service, person }, { isSignedIn: true });
  await page.goto(`${service.url}/submit?build=${buildId}`);
  t.is(await chosenBenchmark(page), "16");
  const shown = await choose(t, page, ["<b data-hostile>.xml", "picture.png", "capture.csv"]);
  t.deepEqual(shown.slice(0, 1), ["Fits 3DMark graphics test 1, 3DMark graphics test 2 · Time Spy"]);
  t.regex(shown[1] ?? "", /^This is a picture/);
  t.regex(
    shown[2] ?? "",
    /^Fits Game benchmark · PresentMon · Cyberpunk 2077 · 11(?:\.\d)? s3DMark graphics test 1 does not fit this file\.171 of 1,200 frames .* were dropped/,
  );
  const said = await page.evaluate(`document.querySelector("#uploads-status").textContent`);
  t.regex(
    said as string,
    /^capture\.csv: Fits Game benchmark .* Chosen benchmark: 3DMark graphics test 1\.$/,
  );
  // The benchmark of the first file that fits stays chosen.
  t.is(await chosenBenchmark(page), "7");
  t.is(await page.$("[data-hostile]"), null);
  t.deepEqual(await violationsOf(page), []);
  t.deepEqual(complaints, []);

  await page.goto(`${service.url}/submit?build=${buildId}&benchmark=16`);
  await choose(t, page, ["<b data-hostile>.xml"]);
  t.is(await chosenBenchmark(page), "16", "a benchmark that the address names stays chosen");
});
