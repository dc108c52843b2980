import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionContext } from "ava";
import type { ElementHandle, Page } from "puppeteer-core";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { browserTest } from "../helpers/chromium.ts";
import { makeAfterburnerLog } from "../helpers/log-generator.ts";
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
  /** A capture that names its resolution. */
  "settings.csv": makeCapture("frameview", makeGameFrames(2)),
  "no-game.csv": `Application,MsBetweenPresents\n${"javaw.exe,10\n".repeat(400)}`,
  /** A log of two recordings, in which no recording names its game. */
  "recordings.hml": makeAfterburnerLog([
    { start: new Date("2026-01-01T00:00:00Z"), names: ["Framerate"], samples: [["60.5"], ["61"], ["62"]] },
    { start: new Date("2026-01-01T01:00:00Z"), names: ["Framerate"], samples: [["70.5"], ["71"], ["72"]] },
  ]).toString("latin1"),
};

/**
 * Chooses files in the form, one after the other, and waits after each for its description. Returns all descriptions.
 * @param before how many files were chosen and described before
 */
async function choose(t: ExecutionContext, page: Page, names: readonly (keyof typeof files)[], before = 0) {
  const folder = mkdtempSync(join(tmpdir(), "pc-benchmarks-chosen-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  for (const [index, name] of names.entries()) {
    writeFileSync(join(folder, name), files[name], "latin1");
    const input = (await page.$("#files")) as ElementHandle<HTMLInputElement> | null;
    await input?.uploadFile(join(folder, name));
    await page.waitForFunction(
      `document.querySelectorAll("#uploads .upload > .stack:not([aria-busy])").length > ${before + index}`,
    );
  }
  return describedFiles(page);
}

/** Returns the texts that the form shows beside the chosen files. */
async function describedFiles(page: Page): Promise<string[]> {
  const texts = `[...document.querySelectorAll("#uploads .upload > .stack")].map((notes) => notes.textContent)`;
  return (await page.evaluate(texts)) as string[];
}

/** Waits until the script has hidden the field for scores, which a person needs only after choosing a benchmark. */
const untilEnhanced = (page: Page) => page.waitForSelector('[data-for="score"][hidden]');

const isShown = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).checkVisibility()`) as Promise<boolean>;

const valueOf = (field: unknown) => (field as { value: string }).value;
const innerTextOf = (element: unknown) => (element as { innerText: string }).innerText;

interface SentRun {
  game: string | null;
  settings?: object;
  recording?: number;
}

/** Opens the form for results of a new build in a window of a person. */
async function openForm(t: ExecutionContext, env: Record<string, string> = {}, hasWorkers = false) {
  const service = await startTestService(t, { hasWorkers, env });
  const person = await service.signIn("ada");
  const buildId = await person.makeBuild();
  const opened = await openPage(t, { service, person }, { isSignedIn: true });
  const address = `${service.url}/submit?build=${buildId}`;
  await opened.page.goto(address);
  await untilEnhanced(opened.page);
  return { ...opened, person, buildId, address };
}

browserTest("the form for results describes each chosen file and recognises its benchmarks", async (t) => {
  const { page, complaints, address } = await openForm(t);
  const shown = await choose(t, page, ["<b data-hostile>.xml", "picture.png", "capture.csv"]);
  t.deepEqual(shown.slice(0, 1), ["3DMark graphics test 1, 3DMark graphics test 2 · Time Spy"]);
  t.regex(shown[1] ?? "", /^This is a picture/);
  t.regex(
    shown[2] ?? "",
    /^Game benchmark · PresentMon · Cyberpunk 2077 · 11(?:\.\d)? s171 of 1,200 frames .* were dropped/,
  );
  const said = await page.evaluate(`document.querySelector("#uploads-status").textContent`);
  t.regex(said as string, /^capture\.csv: Game benchmark/);
  t.is(await page.$("[data-hostile]"), null);
  t.deepEqual(await violationsOf(page), []);

  await page.select("#benchmark_id", "16");
  t.regex((await describedFiles(page))[0] ?? "", /Game benchmark does not fit this file\.$/);
  await page.select("#benchmark_id", "15");
  t.true(await isShown(page, "#scores"));
  t.false(await isShown(page, "#files"));
  t.deepEqual(complaints, []);

  await page.goto(`${address}&benchmark=15`);
  await page.waitForSelector('[data-for="file"][hidden]');
  t.true(await isShown(page, "#scores"), "the address may name a benchmark");
});

browserTest(
  "the form for results fills in the settings that a file names, and asks for game and recording if the file does not name them",
  async (t) => {
    const { page, complaints, person, buildId } = await openForm(t);
    t.false(await isShown(page, "#game"));
    await choose(t, page, ["settings.csv"]);
    await page.waitForFunction(`document.querySelector("#resolution").value === "2560x1440"`);
    t.true(await isShown(page, "#resolution"), "the settings are unfolded, so that they can be corrected");
    t.false(await isShown(page, "#game"), "the file names its game");
    await choose(t, page, ["no-game.csv"], 1);
    t.true(await isShown(page, "#game"));
    t.is(await page.$eval("#resolution", valueOf), "", "the files do not agree about the resolution");
    await page.type("#game", "Minecraft");
    await page.type("#preset", "Ultra");
    await choose(t, page, ["recordings.hml"], 2);
    await page.select('[data-choice="recording"]', "2");
    t.deepEqual(await violationsOf(page), []);
    await page.click("#send");
    const badges = () => page.$$eval("#uploads .badge", (all) => all.map(({ textContent }) => textContent));
    await page.waitForFunction(`document.querySelectorAll("#uploads progress:not([value])").length === 3`);
    t.deepEqual(await badges(), ["being read", "being read", "being read"]);
    const { results } = (await person.get(`/builds/${buildId}/runs`)).body;
    t.deepEqual(
      results.map(({ game, settings, recording }: SentRun) => [game, settings, recording ?? null]),
      [
        ["Minecraft", { preset: "Ultra" }, 2],
        ["Minecraft", { preset: "Ultra" }, null],
        [null, { preset: "Ultra" }, null],
      ],
    );
    t.deepEqual(complaints, []);
  },
);

browserTest(
  "after its last file the form for results leads to the page with the results, and the number of runs left is right",
  async (t) => {
    const env = { TIER_LIMITS: '{"free":6}' };
    const { page, complaints, address } = await openForm(t, env, true);
    await choose(t, page, ["<b data-hostile>.xml"]);
    await choose(t, page, ["capture.csv"], 1);
    await Promise.all([page.waitForNavigation(), page.click("#send")]);
    t.is(new URL(page.url()).pathname, "/submit/sent");
    const text = await page.$eval("main", innerTextOf);
    t.regex(text, /Your results are here/);
    t.regex(text, /Results left in this month: 3 of 6/);
    t.is((await page.$$(".badge-good")).length, 3);
    t.deepEqual(await violationsOf(page), []);

    await page.goto(address);
    await choose(t, page, ["picture.png"]);
    await choose(t, page, ["capture.csv"], 1);
    await choose(t, page, ["<b data-hostile>.xml"], 2);
    await page.click("#send");
    await page.waitForSelector("#to-results");
    const results = await page.$eval("#uploads", innerTextOf);
    for (const name of ["Cyberpunk 2077", "Time Spy graphics test 1", "Time Spy graphics test 2"])
      t.true(results.includes(`fps · ${name}`), results);
    t.is(await page.$eval("[data-runs-left]", ({ textContent }) => textContent), "0");
    t.is((await page.$$("#uploads .badge-bad")).length, 1, "the picture is refused, and its reason stays");
    t.deepEqual(await violationsOf(page), []);
    t.deepEqual(complaints, []);
  },
);

browserTest("the form for results explains a refused file with the label of a faulty field", async (t) => {
  const { page, person, buildId } = await openForm(t, { TIER_LIMITS: '{"free":1}' });
  await choose(t, page, ["capture.csv"]);
  await page.$eval("#label", (field) => ((field as unknown as { value: string }).value = "x".repeat(1000)));
  await page.click("#send");
  await page.waitForSelector("#uploads .badge-bad");
  t.regex((await describedFiles(page))[0] ?? "", /^Label: /);
  await page.$eval("#label", (field) => ((field as unknown as { value: string }).value = ""));
  await person.add({ build_id: buildId, benchmarks: { id: 15, runs: [15_000] } });
  await page.click("#send");
  await page.waitForFunction(
    `document.querySelector("#uploads .fault")?.textContent.startsWith("Your account has sent all results that it may send this month.")`,
  );
  t.notRegex((await describedFiles(page))[0] ?? "", /(?:GET|POST|DELETE) \//);
});

browserTest("without script the form for results accepts scores, and then shows their results", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const person = await service.signIn("ada");
  const buildId = await person.makeBuild();
  const { page, complaints } = await openPage(t, { service, person }, { isSignedIn: true, hasScript: false });
  await page.goto(`${service.url}/submit?build=${buildId}`);
  await page.type("#scores", "15240 15310");
  await page.select("#benchmark_id", "15");
  await Promise.all([page.waitForNavigation(), page.click("#send")]);
  t.is(new URL(page.url()).pathname, "/submit/sent");
  t.is((await page.$$(".badge-good")).length, 2);
  t.deepEqual(complaints, []);
});
