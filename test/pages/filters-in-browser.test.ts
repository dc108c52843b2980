import test from "ava";
import type { Page } from "puppeteer-core";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import type { TestScope } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { startServiceWithSamples } from "../products/catalogue-service.ts";

const { url } = await startServiceWithSamples(test);

/** Opens a wide page, on which filters are in sight, and collects all console messages and errors. */
const openPage = async (scope: TestScope) => {
  const page = await (await openWindow(scope)).newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
};

const textOf = (page: Page, selector: string) => page.$eval(selector, ({ textContent }) => textContent);
const isShown = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).checkVisibility()`) as Promise<boolean>;
const focusOf = (page: Page) => page.evaluate("document.activeElement.name + document.activeElement.value");
const parameterOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

browserTest(
  "filters apply as soon as somebody changes one, and keep what is typed, ticked and focused",
  async (t) => {
    const { page, complaints } = await openPage(t);
    await page.goto(`${url}/hardware/cpu?makes=AMD&limit=5`);
    const found = ".hardware-found strong";
    const totalOf = async (query: string) =>
      (
        (await (await fetch(`${url}/products/cpu?${query}`)).json()) as { total: number }
      ).total.toLocaleString("en");
    const shows = async (query: string) => {
      const total = await totalOf(query);
      await until(
        async () => (await textOf(page, found)) === total,
        `the page shows the ${total} products of ${query}`,
      );
    };
    t.is(await isShown(page, ".filters-apply"), false, "no button is needed");
    await page.click(".tick input");
    const ticked = await page.$eval(".tick input", (input) => (input as { value: string }).value);

    await page.click('input[name="sockets"][value="AM5"]');
    await shows("makes=AMD&sockets=AM5");
    t.is(await focusOf(page), "socketsAM5");
    t.is(parameterOf(page, "sockets"), "AM5", "the address names the filter");
    t.is(parameterOf(page, "limit"), "5");
    t.regex(
      (await textOf(page, "body > output")) ?? "",
      /^[\d,]+ processors$/,
      "screen readers hear the number",
    );

    await page.click('input[name="sockets"][value="AM5"]');
    await shows("makes=AMD");
    t.deepEqual(await page.$$eval(".tick input:checked", (all) => all.map((input) => input.value)), [ticked]);
    t.is(await focusOf(page), "socketsAM5");

    // The visitor types a price, and goes on typing in the next field while the first price is applied.
    await page.type('input[name="min_price"]', "300");
    await page.keyboard.press("Tab");
    await page.keyboard.type("90");
    await shows("makes=AMD&min_price=300");
    t.is(await focusOf(page), "max_price90");
    await page.keyboard.type("0");
    await page.keyboard.press("Tab");
    await shows("makes=AMD&min_price=300&max_price=900");

    const before = await totalOf("makes=AMD&min_price=300");
    await page.goBack();
    // The page loads anew, and while it does the browser has no page to ask.
    await until(
      async () => (await textOf(page, found).catch(() => null)) === before,
      "the page shows the products without the last filter",
    );
    t.is(parameterOf(page, "max_price"), "", "the button Back takes back the last change");
    const maximum = 'input[name="max_price"]';
    t.is(await page.$eval(maximum, (field) => (field as { value: string }).value), "");

    // A price that is complete before the page of another filter arrives is applied when the visitor leaves its field.
    await page.click('input[name="sockets"][value="AM5"]');
    await page.type(maximum, "800");
    await shows("makes=AMD&min_price=300&sockets=AM5");
    t.is(await focusOf(page), "max_price800");
    await page.keyboard.press("Tab");
    await shows("makes=AMD&min_price=300&sockets=AM5&max_price=800");
    t.deepEqual(complaints, []);
  },
);

browserTest("a filter that cannot be applied at once shows its fault, or the button to press", async (t) => {
  const { page } = await openPage(t);
  await page.goto(`${url}/hardware/cpu?min_price=300`);
  await page.type('input[name="max_price"]', "5");
  await page.keyboard.press("Tab");
  await until(async () => (await page.$(".filters .fault")) !== null, "the field shows its fault");
  t.is(await isShown(page, ".filters-apply"), false);
  await page.setOfflineMode(true);
  await page.click('input[name="has_price"]');
  await until(() => isShown(page, ".filters-apply"), "the button appears");
  await page.setOfflineMode(false);
  await page.click('input[name="has_price"]');
  await until(async () => !(await isShown(page, ".filters-apply")), "the button disappears again");
});
