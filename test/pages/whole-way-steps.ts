import type { ExecutionContext } from "ava";
import type { ElementHandle } from "puppeteer-core";
import { openWindow } from "../helpers/chromium.ts";
import { until } from "../helpers/until.ts";
import { buttonWith, textOf, type Person } from "./person-at-browser.ts";

/** A build of the sample data, which belongs to nobody. */
const PUBLIC_BENCH = { id: "1", name: "Public test bench" };

/**
 * The number of characters of a long name that the page shows in the list of things that the visitor keeps to compare.
 */
const KEPT_CHARACTERS = 23;

const A_YEAR_S = 365 * 24 * 3600;
const AN_HOUR_S = 3600;

/**
 * Chooses the dark theme in the footer, which further pages and a new tab of the browser then have. Then chooses the
 * theme of the system.
 */
export async function chooseColours({ page, open, follow, look, path }: Person, t: ExecutionContext) {
  const themeOf = (shown: typeof page) => shown.evaluate("document.documentElement.dataset.theme ?? null");
  await open("/rankings");
  t.is(await themeOf(page), null);
  await follow('.theme-form button[value="dark"]');
  t.is(path(), "/rankings", "the choice leads back to its page");
  t.is(await themeOf(page), "dark");
  await look();
  await open("/hardware/cpu");
  t.is(await themeOf(page), "dark");
  const window = page.browserContext();
  const cookie = (await window.cookies()).find(({ name }) => name === "theme");
  const lastsS = (cookie?.expires ?? 0) - Date.now() / 1000;
  t.true(Math.abs(lastsS - A_YEAR_S) < AN_HOUR_S, `the browser keeps the choice for a year, not ${lastsS} s`);
  const tab = await window.newPage();
  await tab.goto(page.url());
  t.is(await themeOf(tab), "dark");
  await tab.close();
  await follow('.theme-form button[value="system"]');
  t.is(await themeOf(page), null);
}

/**
 * Submits a capture that does not name its game, types the game on the page that follows, and corrects the game, the
 * label and the settings on the page of the run, which everybody sees then.
 * @param file path of the capture
 */
export async function correctRun(
  person: Person,
  t: ExecutionContext,
  { buildId, file, hasScript }: { buildId: string; file: string; hasScript: boolean },
) {
  const { page, open, follow, type, look, text, path } = person;
  await open(`/submit?build=${buildId}`);
  const input = (await page.$("#files")) as ElementHandle<HTMLInputElement> | null;
  await input?.uploadFile(file);
  if (hasScript) await page.waitForSelector("#game", { visible: true });
  await follow("#send");
  t.is(path(), "/submit/sent");
  for (let link = await page.$('.button[href*="wait="]'); link; link = await page.$('.button[href*="wait="]'))
    await follow(link);
  t.true((await text()).includes("Which game is this?"));
  await look();
  await type('form[action$="/change"] input[name="game"]', "Minecraft Dungeons");
  await follow('form[action$="/change"] button');
  t.regex(path(), /^\/r\//);
  const run = page.url();
  t.true((await text()).includes("Minecraft Dungeons"));

  await page.click("details:has(#change) > summary");
  await look();
  await type("#label", "undervolted");
  await type("#game", "Minecraft");
  await type("#resolution", "2560x1440");
  await type("#preset", "x".repeat(101));
  await follow("#change button");
  t.true((await text()).includes("at most 100 characters"), "a setting that is too long is refused");
  t.is(await valueOf(page, "#label"), "undervolted", "the form keeps what was typed");
  await look();
  await type("#preset", "Ultra");
  await follow("#change button");
  t.is(page.url().split(/[?#]/)[0], run.split(/[?#]/)[0]);
  const seen = await seenByOthers(t, run, hasScript);
  for (const typed of ["undervolted", "Minecraft", "2560x1440", "Ultra"]) t.true(seen.includes(typed), typed);
  t.false(seen.includes("Dungeons"));
  t.false(seen.includes("Change this run"), "only the submitter can change the run");
}

/**
 * Keeps builds and processors for a comparison: ticks some in a ranking and a list, and keeps a build by the button on
 * its page. Then compares the kept processors, and the kept builds.
 */
export async function keepAndCompare(
  person: Person,
  t: ExecutionContext,
  { buildId, name }: { buildId: string; name: string },
) {
  const { page, open, follow, look, lookForMarkup, text, path } = person;
  const tray = () => page.$eval("#tray", ({ textContent }) => textContent);
  const isKept = async (kept: string) => (await tray()).includes(kept.slice(0, KEPT_CHARACTERS));
  await open(`/b/${buildId}`);
  await follow('.runs a[href^="/r/"]');
  const ranking = await (await linkWith(person, "The whole ranking")).evaluate(({ href }) => href);
  const tick = `input[name="builds"][value="${buildId}"]`;
  await until(async () => {
    await open(ranking);
    return (await page.$(tick)) !== null;
  }, "the ranking has the build");
  await page.click(tick);
  await follow(await buttonWith(page, "Keep selected for later"));
  t.is(new URL(page.url()).pathname, new URL(ranking).pathname, "the visitor stays on the ranking");
  t.true(await isKept(name));
  t.regex(await tray(), /Keep one more to compare/);
  await look();

  await open("/hardware/cpu?query=5800x");
  t.true(await isKept(name), "what is kept stays while one browses");
  const [first, second] = await page.$$('.products input[name="products"]');
  await first?.click();
  await second?.click();
  const chosen = await page.$$eval(".products tr:has(input:checked) th a", (links) =>
    links.map(({ textContent }) => textContent.trim()),
  );
  t.is(chosen.length, 2);
  await follow(await buttonWith(page, "Keep selected for later"));
  await open(`/b/${PUBLIC_BENCH.id}`);
  await follow('button[name="builds"]');
  for (const kept of [...chosen, name, PUBLIC_BENCH.name]) t.true(await isKept(kept), kept);
  await open("/hardware/gpu");
  await look();

  await follow('#tray a[href^="/compare?products="]');
  t.is(path(), "/compare");
  t.is(await page.$eval("h1", ({ textContent }) => textContent), chosen.join(" and "));
  const rows = await page.evaluate(`[...document.querySelectorAll(".comparison tr")].map((row) =>
    [...row.children].map((cell) => cell.innerText.trim()))`);
  const rowOf = (fact: string) => (rows as string[][]).find(([head = ""]) => head.startsWith(fact)) ?? [];
  t.deepEqual(rowOf("Processors").slice(1), chosen, "a column for each processor");
  t.is(rowOf("Cores").length, 3);
  t.is(rowOf("Price").length, 3);
  await look();
  await follow('#tray a[href^="/compare?builds="]');
  t.is(path(), "/compare");
  t.true((await page.$eval("h1", ({ textContent }) => textContent)).includes(PUBLIC_BENCH.name));
  t.true((await text()).includes(name));
  await lookForMarkup();
  for (const remove of [`builds:${buildId},builds:${PUBLIC_BENCH.id}`, null])
    await follow(remove === null ? '#tray button[value*=","]' : `#tray button[value="${remove}"]`);
  t.is(await page.$("#tray"), null, "nothing is kept any more");
}

/**
 * Follows the link on a build to the page of its owner. The page tells only the signed-in owner that everybody sees it.
 */
export async function openOwnPage(
  { page, open, follow, look, text, path }: Person,
  t: ExecutionContext,
  { buildId, name, hasScript }: { buildId: string; name: string; hasScript: boolean },
) {
  await open(`/b/${buildId}`);
  await follow('main a[href^="/u/"]');
  t.regex(path(), /^\/u\/[^/]+$/);
  const own = await text();
  t.regex(own, /Everybody sees this page/);
  await look();
  const seen = await seenByOthers(t, page.url(), hasScript);
  const heading = await page.$eval("h1", ({ textContent }) => textContent);
  for (const shown of [heading, name, "Recent results"]) t.true(seen.includes(shown), shown);
  t.notRegex(seen, /Everybody sees this page|Runs left/);
  await follow(`main a[href="/b/${buildId}"]`);
  t.is(path(), `/b/${buildId}`);
}

/** Returns the text of a page as somebody sees it who is not signed in. */
async function seenByOthers(t: ExecutionContext, address: string, hasScript: boolean): Promise<string> {
  const window = await openWindow(t);
  const page = await window.newPage();
  await page.setJavaScriptEnabled(hasScript);
  t.is((await page.goto(address))?.status(), 200);
  const text = await textOf(page);
  t.is(await page.$("[data-hostile]"), null);
  await window.close();
  return text;
}

async function linkWith({ page }: Person, text: string): Promise<ElementHandle<HTMLAnchorElement>> {
  for (const link of await page.$$("main a"))
    if ((await link.evaluate(({ textContent }) => textContent.trim())) === text) return link;
  throw new Error(`expected the link ${text} at ${page.url()}, found none`);
}

const valueOf = (page: Person["page"], selector: string) =>
  page.$eval(selector, (field) => (field as unknown as { value: string }).value);
