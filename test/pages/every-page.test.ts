import test from "ava";
import { browserTest } from "../helpers/chromium.ts";
import { faultsAtEveryWidth } from "./axe.ts";
import { pageAddresses, problemAddresses } from "./page-addresses.ts";
import { startTestService } from "../helpers/service.ts";
import { makePageWorld, openBrowser, type PageBrowser, type PageWorld } from "./page-world.ts";

const service = await startTestService(test);
const hasBrowser = browserTest === test;
// One after the other: all of them at once would need the memory of as many pages.
const serialBrowserTest = hasBrowser ? test.serial : test.skip;
let world: PageWorld;
let browser: PageBrowser;
const endings: (() => Promise<void>)[] = [];
test.before(async () => {
  world = await makePageWorld(service);
  const scope = { teardown: (end: () => Promise<void>) => void endings.push(end) };
  if (hasBrowser) browser = await openBrowser(scope, world);
});
test.after.always(async () => {
  for (const end of endings) await end();
});
const asBrowser = { Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const rows = [...Object.entries(pageAddresses), ["a problem", problemAddresses] as const].flatMap(
  ([path, addresses]) =>
    addresses.map((row, index) => {
      const who = row.isSignedIn ? ", signed in" : "";
      return { ...row, title: `${path}${index > 0 ? ` (${index + 1})` : ""}${who}` };
    }),
);

test("every page is tried here", (t) => {
  const shown = service.pages.filter(({ method, path }) => method === "GET" && path !== "/assets/:file");
  t.deepEqual(Object.keys(pageAddresses).toSorted(), [...new Set(shown.map(({ path }) => path))].toSorted());
});

for (const { title, address, isSignedIn = false, isUnique = false, status = 200 } of rows)
  test(`${title} has the headers of a page, and an unchanged page costs a 304`, async (t) => {
    const client = isSignedIn ? world.person : service.anonymous;
    const answer = await client.get(address(world), asBrowser);
    t.is(answer.status, status, answer.text);
    t.is(answer.headers.get("content-type"), "text/html; charset=utf-8");
    t.is(
      answer.headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    t.notRegex(answer.text, /\sstyle="|<style|<script(?![^>]*\ssrc=)|\son[a-z]+="/);
    if (status !== 200 || isUnique) return void t.is(answer.headers.get("cache-control"), "no-store");
    t.is(answer.headers.get("cache-control"), isSignedIn ? "private, no-cache" : "no-cache");
    const again = await client.get(address(world), {
      ...asBrowser,
      "If-None-Match": answer.headers.get("etag") ?? "no ETag",
      // Without a Cache-Control of its own, fetch would ask for an answer that no cache has touched.
      "Cache-Control": "max-age=0",
    });
    // Where it is another page, the difference says why.
    if (again.status !== 304) t.is(again.text, answer.text);
    t.is(again.status, 304);
    t.is(again.text, "");
  });

for (const row of rows)
  serialBrowserTest(
    `${row.title} is good to read in a browser, for everybody and at every width`,
    async (t) => {
      const { page, complaints } = await browser.newPage({ isSignedIn: row.isSignedIn ?? false });
      const url = `${service.url}${row.address(world)}`;
      for (const scheme of ["light", "dark"]) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.setViewport({ width: 1280, height: 800 });
        const response = await page.goto(url);
        // The browser asks for the page in the second scheme by its ETag.
        t.is(response?.status(), row.status ?? (scheme === "light" || row.isUnique ? 200 : 304));
        t.is(await isDark(page), scheme === "dark");
        t.deepEqual(await faultsAtEveryWidth(page), [], scheme);
      }
      t.is(await page.$("[data-hostile]"), null, "markup of a name became an element");
      if (row.showsMarkup) {
        const text = await page.$eval("body", (body) => (body as unknown as { innerText: string }).innerText);
        t.true(text.includes("<b data-hostile"), text);
      }
      // The browser itself reports the status of a problem.
      const own = complaints.filter(
        (text) => !/Failed to load resource: .* (?:4\d\d) /.test(text) || row.status === undefined,
      );
      t.deepEqual(own, []);
      await page.close();
    },
  );

/** Whether the ground of a page is dark. */
async function isDark(page: { evaluate: (script: string) => Promise<unknown> }): Promise<boolean> {
  const colour = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const [red = 0, green = 0, blue = 0] = (String(colour).match(/\d+/g) ?? []).map(Number);
  return red + green + blue < 384;
}
