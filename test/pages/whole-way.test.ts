import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { ElementHandle } from "puppeteer-core";
import { loadSampleData } from "../../scripts/load-sample-data.ts";
import { startProvider } from "../accounts/sign-in/providers.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { browserTest, hasChromium, openWindow, SECURE_HOSTS } from "../helpers/chromium.ts";
import { openDoor } from "../helpers/door.ts";
import { startTestService } from "../helpers/service.ts";
import { onTeardown, scopeOfHooks } from "../helpers/stores.ts";
import { buttonWith, sitDown, textOf, type Person } from "./person-at-browser.ts";
import { putText } from "./put-text.ts";
import { chooseColours, correctRun, keepAndCompare, openOwnPage } from "./whole-way-steps.ts";

/** Captures whose names of game and file contain markup, which pages must show as text. */
const MARKUP = "<b data-hostile>game<b>";

const captures = [3, 4].map((seed) => ({
  name: `<b data-hostile>${seed}.csv`,
  content: makeCapture("presentmon-1.10", makeGameFrames(seed, RANKED_FRAMES)).replaceAll(
    "harbour.exe",
    `${MARKUP}.exe`,
  ),
}));

/** A capture whose program name, javaw, many games share, so that the service asks for the game. */
const unnamed = captures[0]?.content.replaceAll(MARKUP, "javaw") ?? "";

/** The name of the build of the person. */
const BUILD = "<b data-hostile>Quiet tower";

/** The public address of the service, which differs from the address on which the service listens. */
let publicUrl: string;

const scope = scopeOfHooks(test);
test.before(async () => {
  if (!hasChromium) return;
  // The public address is a setting of both the provider and the service, so the address is chosen before both start.
  const door = await openDoor(scope);
  publicUrl = `http://bench.${SECURE_HOSTS}:${door.port}`;
  const provider = await startProvider(publicUrl);
  onTeardown(scope, provider.stop);
  const env = { PUBLIC_URL: publicUrl, LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings }) };
  const service = await startTestService(scope, { env, hasIndexes: true });
  door.leadTo(service.url);
  await loadSampleData(service.services);
});

/** Signs in through the provider, beginning and ending on the first page. */
async function signIn({ open, follow, type, look, path }: Person, t: ExecutionContext, name: string) {
  await open("/");
  await look();
  await follow(".site-account");
  await look();
  await follow('a[href^="/login/test"]');
  await type('input[name="name"]', name);
  await follow('button[value="sign-in"]');
  t.is(path(), "/");
}

/** Creates a build with a processor found by a part of its name. Returns the id of the build. */
async function makeBuild(person: Person, t: ExecutionContext, hasScript: boolean): Promise<string> {
  const { page, open, follow, type, look, text } = person;
  await open("/submit");
  await look();
  await type("#name", BUILD);
  if (hasScript) {
    await putText(page, "#cpu_query", "ryzen 7 5800x3d");
    await page.waitForSelector('.part-field [role="option"]');
    await page.click('.part-field [role="option"]');
    await look();
  } else {
    await page.type("#cpu_query", "ryzen 7 5800x3d");
    // The service asks which processor is meant and proposes the first hit. The next click on the button accepts the
    // hit.
    await follow(".build-form button");
  }
  await follow(".build-form button");
  t.true((await text()).includes(BUILD));
  return new URL(page.url()).searchParams.get("build") ?? "";
}

/** Replaces the processor of a build by another processor, found by a part of its name. */
async function changeBuild(person: Person, t: ExecutionContext, buildId: string, hasScript: boolean) {
  const { page, open, follow, look, text, path } = person;
  await open(`/b/${buildId}/change`);
  const chosen = () =>
    page.$eval('.choice:has(input[name="cpu"]:checked)', ({ textContent }) => textContent.trim());
  t.regex(await chosen(), /5800X3D/);
  if (hasScript) {
    await putText(page, "#cpu_query", "ryzen 5 7600x");
    await page.waitForSelector('.part-field [role="option"]');
    await page.click('.part-field [role="option"]');
    await look();
  } else {
    await page.type("#cpu_query", "ryzen 5 7600x");
    await follow(".build-form button");
    t.regex(await text(), /Which of these is it\?/, "typed text without a chosen processor is not ignored");
  }
  t.regex(await chosen(), /7600X/);
  await follow(".build-form button");
  t.is(path(), `/b/${buildId}`);
  t.regex(await text(), /7600X/);
  t.notRegex(await text(), /5800X3D/);
}

/** Drops captures onto the page and waits until they become results. */
async function dropCaptures({ page, look, text }: Person, t: ExecutionContext) {
  const drop = (files: typeof captures) =>
    page.evaluate(`(() => {
      const transfer = new DataTransfer();
      for (const { name, content } of ${JSON.stringify(files)})
        transfer.items.add(new File([content], name, { type: "text/csv" }));
      const zone = document.querySelector(".drop-zone");
      for (const type of ["dragover", "drop"])
        zone.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    })()`);
  await drop([{ name: "picture.csv", content: "\u0089PNG\r\n\u001A\n" }, ...captures]);
  // Wait until the page describes all files: the descriptions move the button, and a click could miss the button.
  await page.waitForFunction(
    `document.querySelectorAll("#uploads .upload > .stack:not([aria-busy])").length === 3`,
  );
  await look();
  await page.click("#send");
  await page.waitForFunction(
    `document.querySelectorAll("#uploads .badge-good").length === 2 && document.querySelector("#uploads .badge-bad")`,
  );
  const shown = await text();
  for (const { name } of captures) t.true(shown.includes(name), name);
  t.regex(shown, /picture\.csv/);
  // A refused file stays in the list with the reason, and can be removed.
  t.regex(
    await page.$eval("#uploads .fault", ({ textContent }) => textContent),
    /This is a text file of an unknown kind/,
  );
  await look();
  const remove = await page.$$("#uploads button:not([hidden])");
  t.is(remove.length, 1);
  await remove[0]?.click();
  t.is((await page.$$("#uploads .fault")).length, 0);
}

/** Writes captures into a folder of the test. Returns their paths. */
function writeFiles(t: ExecutionContext, contents: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "pc-benchmarks-captures-"));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return contents.map((content, index) => {
    const file = join(folder, `<b data-hostile>${index}.csv`);
    writeFileSync(file, content);
    return file;
  });
}

/** Sends captures by the form without script, and checks their results on the next page. */
async function sendCaptures(
  { page, follow, look, text, path }: Person,
  t: ExecutionContext,
  files: string[],
) {
  const input = (await page.$("#files")) as ElementHandle<HTMLInputElement> | null;
  await input?.uploadFile(...files);
  await follow("#send");
  t.is(path(), "/submit/sent");
  const again = () => page.$('.button[href*="wait="]');
  for (let link = await again(); link; link = await again()) await follow(link);
  t.is((await page.$$(".badge-good")).length, 2, await text());
  await look();
}

/** Opens the link of a build in a private window, and asserts that the build is public and has no link to change it. */
async function openPrivately(t: ExecutionContext, link: string, hasScript: boolean) {
  const window = await openWindow(t);
  const page = await window.newPage();
  await page.setJavaScriptEnabled(hasScript);
  t.is((await page.goto(link))?.status(), 200);
  const text = await textOf(page);
  t.true(text.includes(BUILD));
  t.true(text.includes(MARKUP));
  t.is(await page.$('a[href$="/change"]'), null);
  const run = await page.$('.runs a[href^="/r/"]');
  await Promise.all([page.waitForNavigation(), run?.click()]);
  t.true((await textOf(page)).includes(MARKUP), "the run is public, too");
  t.is(await page.$("[data-hostile]"), null);
  await window.close();
}

/** Ticks the two runs of a build and compares them. */
async function compareRuns(
  { page, open, follow, lookForMarkup, text, path }: Person,
  t: ExecutionContext,
  { buildId, hasScript }: { buildId: string; hasScript: boolean },
) {
  await open(`/b/${buildId}`);
  await lookForMarkup();
  for (const box of await page.$$('input[name="runs"]')) await box.click();
  await follow(await buttonWith(page, "Compare selected runs"));
  t.is(path(), "/compare");
  const shown = await text();
  t.true(shown.includes(MARKUP));
  t.regex(shown, /faster|slower|no real difference/i);
  await lookForMarkup();
  if (!hasScript) return;
  await page.click('[data-copy="markdown-text"]');
  const selected = await page.evaluate(`document.activeElement.value.slice(
    document.activeElement.selectionStart, document.activeElement.selectionEnd)`);
  t.regex(
    String(selected),
    /^\|.*\|$/m,
    "the table in Markdown is copied, or selected to be copied by a key",
  );
}

/** Searches from the first page, then narrows a list by a filter and removes the filter again. */
async function searchAndFilter(person: Person, t: ExecutionContext, hasScript: boolean) {
  const { page, open, follow, look, lookForMarkup, type, text } = person;
  await open("/");
  await type('main input[name="query"]', "ryzen 7 5800x3d");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  t.true((await text()).includes("5800X3D"));
  await lookForMarkup();
  await open("/hardware/cpu");
  // In the browser window of this test the filters stand beside the list.
  await page.click('input[name="makes"][value="Intel"]');
  if (hasScript) await page.waitForSelector(".chip");
  else await follow(".filters-apply button");
  t.is(new URL(page.url()).searchParams.get("makes"), "Intel");
  await look();
  await follow(".chip");
  t.is(new URL(page.url()).searchParams.get("makes"), null);
}

/** Deletes the account: first with a wrong word, which must have no effect, then with the right word. */
async function leave(person: Person, t: ExecutionContext, buildId: string) {
  const { page, open, follow, type, look, lookForMarkup, text } = person;
  await open("/me/settings");
  await lookForMarkup();
  await type("#confirmation", "no");
  await follow(await buttonWith(page, "Delete my account"));
  t.true((await text()).includes("Nothing was deleted."));
  await look();
  await type("#confirmation", "delete");
  await follow(await buttonWith(page, "Delete my account"));
  t.true((await text()).includes("Your account is deleted"));
  await look();
  t.is((await open(`/b/${buildId}`))?.status(), 404);
  t.is((await open("/me"))?.status(), 401);
}

for (const hasScript of [true, false])
  browserTest(
    `a person signs in, makes a build, gets, shares, compares and corrects results, keeps things to compare while browsing, and leaves, ${hasScript ? "with" : "without"} script`,
    async (t) => {
      const person = await sitDown(t, { origin: publicUrl, hasScript });
      await chooseColours(person, t);
      await signIn(person, t, hasScript ? "ada" : "grace");
      const buildId = await makeBuild(person, t, hasScript);
      await person.lookForMarkup();
      const sendPage = person.page.url();
      await changeBuild(person, t, buildId, hasScript);
      await person.open(sendPage);
      const [file = "", ...files] = writeFiles(t, [unnamed, ...captures.map(({ content }) => content)]);
      await (hasScript ? dropCaptures(person, t) : sendCaptures(person, t, files));
      await person.open(`/b/${buildId}`);
      const link = await person.page.$eval(
        ".share-link",
        (field) => (field as unknown as { value: string }).value,
      );
      t.is(link, `${publicUrl}/b/${buildId}`);
      await openPrivately(t, link, hasScript);
      await compareRuns(person, t, { buildId, hasScript });
      await keepAndCompare(person, t, { buildId, name: BUILD });
      await correctRun(person, t, { buildId, file, hasScript });
      await openOwnPage(person, t, { buildId, name: BUILD, hasScript });
      await searchAndFilter(person, t, hasScript);
      await leave(person, t, buildId);
      // The browser itself writes the status of each refused request to the console; this test expects some requests to
      // be refused.
      t.deepEqual(
        person.complaints.filter((text) => !/^Failed to load resource: .* (?:401|404|422) /.test(text)),
        [],
      );
    },
  );
