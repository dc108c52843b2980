import test from "ava";
import type { Page } from "puppeteer-core";
import { productKinds } from "../../src/products/index.ts";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
test.before(async () => {
  for (const kind of productKinds) await service.services.productSync.rebuild(kind);
});

/** Clicks on a link or button that leads to another page, and waits until that page is loaded. */
const follow = (page: Page, selector: string) =>
  Promise.all([page.waitForNavigation(), page.click(selector)]);

const textOf = (page: Page, selector: string) => page.$eval(selector, ({ textContent }) => textContent ?? "");

browserTest("times are shown in the time zone of the visitor, and in UTC without script", async (t) => {
  const ada = await service.signIn("Ada");
  const build_id = await ada.makeBuild("Quiet tower");
  const added = await ada.add({ build_id, benchmarks: { id: 15, runs: [15_000] } });
  const { db } = service.stores;
  const submitted = new Date("2026-11-24T18:04:00.000Z");
  await db
    .collection<{ _id: string }>("runs")
    .updateOne({ _id: added.body.runs[0].run_id as string }, { $set: { created_at: submitted } });
  const shown = async (hasScript: boolean) => {
    const page = await (await openWindow(t)).newPage();
    await page.setJavaScriptEnabled(hasScript);
    await page.emulateTimezone("Asia/Tokyo");
    await page.goto(service.url);
    return textOf(page, "main time[datetime='2026-11-24T18:04:00.000Z']");
  };
  t.is(await shown(false), "24 Nov 2026, 18:04 UTC");
  t.is(await shown(true), "25 Nov 2026, 03:04 GMT+9");
});

browserTest(
  "on a tablet the header is one row, and on every screen a long name of an account is cut with an ellipsis, beside the name of the site",
  async (t) => {
    const name = "An account with a name that is much longer than any header has room for";
    const [cookie = "", value = ""] = ((await service.signIn(name)).cookie ?? "").split("=");
    const window = await openWindow(t);
    await window.setCookie({ name: cookie, value, domain: new URL(service.url).hostname, path: "/" });
    const page = await window.newPage();
    const measure = (script: string) => page.evaluate(script) as Promise<number>;
    const boxOf = (selector: string) => `document.querySelector("${selector}").getBoundingClientRect()`;
    for (const width of [375, 768, 1024, 1440]) {
      await page.setViewport({ width, height: 900 });
      await page.goto(`${service.url}/rankings`);
      const height = await measure(`${boxOf(".site-header")}.height`);
      t.true(height < 64 || width === 375, `${height} px at ${width} px`);
      const middles = [".site-name", ".site-account"].map(
        (part) => `${boxOf(part)}.y + ${boxOf(part)}.height / 2`,
      );
      const apart = await measure(`Math.abs(${middles.join(" - (")}))`);
      t.true(apart < 8, `the name of the site and the account are ${apart} px apart at ${width} px`);
      t.is(await page.$eval(".site-account", (link) => getComputedStyle(link).textOverflow), "ellipsis");
      t.is(await measure("document.documentElement.scrollWidth"), width);
      t.true(
        await page.evaluate(
          `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector(".site-account"))`,
        ),
      );
    }
  },
);

browserTest("the menu leads to every kind of hardware on every screen, in letters of 14 px", async (t) => {
  const kinds = ["Processors", "Graphics cards", "Memory", "Motherboards"];
  const others = ["Rankings", "Compare", "Submit"];
  const page = await (await openWindow(t)).newPage();
  for (const [width, words] of [
    [375, ["Hardware", ...others]],
    [768, ["Hardware", ...others]],
    [1440, [...kinds, ...others]],
  ] as const) {
    await page.setViewport({ width, height: 900 });
    await page.goto(`${service.url}/rankings`);
    const shown = `[...document.querySelectorAll(".site-header nav a")].filter((link) => link.checkVisibility())`;
    t.deepEqual(await page.evaluate(`${shown}.map(({ innerText }) => innerText)`), [...words]);
    const sizes = (await page.evaluate(
      `${shown}.map((link) => parseFloat(getComputedStyle(link).fontSize))`,
    )) as number[];
    t.true(Math.min(...sizes) >= 14, `${sizes.join(", ")} px at ${width} px`);
    const name = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector(".site-name"))`;
    t.false(await page.evaluate(name), `the name of the site is cut at ${width} px`);
  }
  await page.setViewport({ width: 375, height: 900 });
  await follow(page, ".site-header a[href='/hardware']");
  t.deepEqual(
    await page.$$eval("main h2", (headings) => headings.map(({ textContent }) => textContent)),
    kinds,
  );
});

for (const hasScript of [true, false]) {
  const how = hasScript ? "" : ", without script";
  browserTest(
    `the first page searches products of all kinds, and the browser blocks nothing on the page${how}`,
    async (t) => {
      const page = await (await openWindow(t)).newPage();
      await page.setJavaScriptEnabled(hasScript);
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      await page.goto(service.url);
      await page.type("main input[name=query]", "ryzen");
      await follow(page, "main search button");
      t.is(new URL(page.url()).pathname, "/search");
      t.is(new URL(page.url()).search, "?query=ryzen");
      t.is(await page.$eval("main input[name=query]", (input) => input.value), "ryzen");
      t.deepEqual(complaints, []);
    },
  );

  browserTest(
    `a person signs in by a form, returns to the page, and signs in as another person${how}`,
    async (t) => {
      const page = await (await openWindow(t)).newPage();
      await page.setJavaScriptEnabled(hasScript);
      await page.goto(`${service.url}/login?return_to=/problems/not-found`);
      // The service refuses a name of only blanks, but the browser sends such a name.
      await page.type("main input[name=name]", "   ");
      await follow(page, "main form button");
      t.regex(await textOf(page, ".fault"), /Please fill in this field\./);
      t.is(await page.$eval("main input[name=name]", (input) => input.getAttribute("aria-invalid")), "true");
      for (const name of ["Ada", "Grace <b>Hopper</b>"]) {
        await page.goto(`${service.url}/login?return_to=/login`);
        await page.type("main input[name=name]", name);
        await follow(page, "main form button");
        t.is(new URL(page.url()).pathname, "/login");
        t.is(await textOf(page, ".site-account"), name);
      }
    },
  );
}
