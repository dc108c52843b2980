import test from "ava";
import type { Page } from "puppeteer-core";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { startServiceWithSamples } from "../products/catalogue-service.ts";
import type { TestScope } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { putText } from "./put-text.ts";

const { url, services } = await startServiceWithSamples(test);

test.before("the ranks are filled before the first test", async () => services.ranks.refill());

/** Opens an empty page and collects all console messages and errors. */
const openPage = async (scope: TestScope, { hasScript = true } = {}) => {
  const page = await (await openWindow(scope)).newPage();
  await page.setJavaScriptEnabled(hasScript);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { page, complaints };
};

/** Performs an action that leads to another page, and waits until that page is loaded. */
const follow = async (page: Page, act: () => Promise<unknown>) => {
  await Promise.all([page.waitForNavigation(), act()]);
};
const textOf = (page: Page, selector: string) => page.$eval(selector, ({ textContent }) => textContent);
const slugs = (page: Page) =>
  page.$$eval('.products th[scope="row"] a', (links) => links.map((link) => link.getAttribute("href")));

for (const width of [375, 768, 1280])
  browserTest(
    `without script, at ${width} px, a person searches, filters, sorts, removes a filter and opens a product`,
    async (t) => {
      const { page, complaints } = await openPage(t, { hasScript: false });
      await page.setViewport({ width, height: 800 });
      await page.goto(`${url}/hardware/cpu`);
      await page.type("#hardware-query", "ryzen");
      await follow(page, () => page.keyboard.press("Enter"));
      t.is(new URL(page.url()).searchParams.get("query"), "ryzen");

      if (width < 704) await page.click(".filters > summary");
      await page.click('input[name="sockets"][value="AM4"]');
      await page.type('input[name="max_price"]', "200");
      await follow(page, () => page.click(".filters-apply button"));
      const { searchParams } = new URL(page.url());
      t.deepEqual(
        ["query", "sockets", "max_price"].map((name) => searchParams.get(name)),
        ["ryzen", "AM4", "200"],
      );
      const answer = await fetch(`${url}/products/cpu?query=ryzen&sockets=AM4&max_price=200`);
      const { results } = (await answer.json()) as { results: { url_slug: string }[] };
      t.true(results.length > 1);
      t.deepEqual(
        await slugs(page),
        results.map(({ url_slug }) => `/hardware/cpu/${url_slug}`),
      );

      await follow(page, () => page.click('.orders a[href*="sort_dir=desc"]'));
      t.is(await textOf(page, ".orders [aria-current]"), "Highest price");
      await follow(page, () => page.click('.chip[href*="max_price"]'));
      t.is(new URL(page.url()).searchParams.get("sockets"), null, "the first filter chip is the socket");
      t.is(new URL(page.url()).searchParams.get("sort_by"), "price");

      const name = (await textOf(page, '.products th[scope="row"] a'))?.trim();
      await follow(page, () => page.click('.products th[scope="row"] a'));
      t.is(await textOf(page, "h1"), name ?? "");
      t.deepEqual(complaints, []);
    },
  );

browserTest(
  "on a telephone a list of products needs no scrolling sideways, and no field is cut off or covered",
  async (t) => {
    const { page } = await openPage(t);
    await page.setViewport({ width: 375, height: 800 });
    await page.goto(`${url}/hardware/gpu`);
    await page.click(".filters > summary");
    const measure = (script: string) => page.evaluate(script) as Promise<string[]>;
    t.deepEqual(
      await measure(`[...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => box.ariaLabel + " " + box.scrollWidth)`),
      [],
    );
    t.deepEqual(
      await measure(`[...document.querySelectorAll(".tick, .products th a")]
      .filter((target) => target.getBoundingClientRect().height < 24)
      .map((target) => target.outerHTML)`),
      [],
      "targets that are too low for a finger",
    );
    t.deepEqual(
      await measure(`[...document.querySelectorAll(".filters-body *")]
      .filter((element) => ["fixed", "sticky"].includes(getComputedStyle(element).position))
      .map((element) => element.className)`),
      [],
    );
    for (const width of [375, 768, 1440]) {
      await page.setViewport({ width, height: 800 });
      // No placeholder is cut off: the text, measured in the font of its field, is no wider than the room in the field.
      t.deepEqual(
        await measure(`[...document.querySelectorAll("main input[placeholder]")].filter((field) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        const context = document.createElement("canvas").getContext("2d");
        context.font = font;
        const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return field.checkVisibility() && context.measureText(field.placeholder).width > room;
      }).map((field) => field.name)`),
        [],
        `at ${width} px`,
      );
    }
  },
);

browserTest("while a person types, the page suggests products, and keys choose a suggestion", async (t) => {
  const { page, complaints } = await openPage(t);
  await page.goto(`${url}/hardware`);
  const field = "#all-query";
  const attribute = (name: string) => page.$eval(field, (input, name) => input.getAttribute(name), name);
  t.is(await attribute("role"), "combobox");
  t.is(await attribute("aria-expanded"), "false");
  await putText(page, field, "5800x");
  await page.waitForSelector(`${field}[aria-expanded="true"]`);
  const list = `#${await attribute("aria-controls")}`;
  const options = await page.$$eval(`${list} [role="option"]`, (found) =>
    found.map(({ textContent }) => textContent),
  );
  t.regex(options[0] ?? "", /^AMD Ryzen 7 5800X\b/);
  t.is(await attribute("aria-activedescendant"), null, "no suggestion is chosen in advance");

  await page.keyboard.press("ArrowDown");
  const active = await attribute("aria-activedescendant");
  t.is(await textOf(page, `#${active}[aria-selected="true"]`), options[0] ?? "");
  await page.keyboard.press("ArrowUp");
  t.is(await attribute("aria-activedescendant"), null, "the up key leads from the first option to the field");
  await page.keyboard.press("ArrowUp");
  t.is(
    await textOf(page, '[aria-selected="true"]'),
    options.at(-1) ?? "",
    "the up key leads from the field to the last option",
  );

  await page.keyboard.press("Escape");
  t.is(await attribute("aria-expanded"), "false");
  t.is(await page.$eval(field, (input) => (input as unknown as { value: string }).value), "5800x");
  await page.keyboard.press("ArrowDown");
  await page.waitForSelector(`${field}[aria-expanded="true"]`);
  await page.keyboard.press("ArrowDown");
  await follow(page, () => page.keyboard.press("Enter"));
  t.is(new URL(page.url()).pathname, "/hardware/cpu/amd-ryzen-7-5800x");
  t.deepEqual(complaints, []);
});

browserTest(
  "a chosen suggestion fills its field of the comparison form, and the form with two names opens the comparison",
  async (t) => {
    const { page, complaints } = await openPage(t);
    await page.goto(`${url}/compare`);
    for (const [field, typed] of [
      ["#product", "5800x"],
      ["#other_product", "13600k"],
    ] as const) {
      await putText(page, field, typed);
      await page.waitForSelector(`${field}[aria-expanded="true"]`);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForSelector(`${field}[aria-expanded="false"]`);
    }
    t.is(new URL(page.url()).pathname + new URL(page.url()).search, "/compare", "no product opened");
    await follow(page, () => page.keyboard.press("Enter"));
    const { search } = new URL(page.url());
    t.is(search, "?products=cpu/amd-ryzen-7-5800x,cpu/intel-core-i5-13600k");
    t.deepEqual(complaints, []);
  },
);

browserTest("on a telephone the name of a suggestion has at most two lines", async (t) => {
  const { page } = await openPage(t);
  await page.setViewport({ width: 375, height: 800 });
  for (const [address, field] of [
    ["/hardware", "#all-query"],
    ["/rankings", "#site-search"],
  ] as const) {
    await page.goto(`${url}${address}`);
    await putText(page, field, "gaming oc 16gb");
    await page.waitForSelector(`${field}[aria-expanded="true"]`);
    const lines = (await page.evaluate(`[...document.querySelectorAll(".suggestion-name")].map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return text.getClientRects().length;
    })`)) as number[];
    t.true(lines.length > 1 && Math.max(...lines) <= 2, `${address}: ${lines.join(", ")} lines`);
  }
});

browserTest("a search field suggests a chip's name if all suggested cards have the chip", async (t) => {
  const { page } = await openPage(t);
  for (const [typed, wanted] of [
    ["rtx 4060 ventus", ["All cards with GeForce RTX 4060"]],
    ["asus", []],
    ["rtx 4065", []],
  ] as const) {
    await page.goto(`${url}/hardware`);
    await putText(page, "#all-query", typed);
    await page.waitForSelector('#all-query[aria-expanded="true"]');
    const names = await page.$$eval(".suggestion-name", (found) =>
      found.map(({ textContent }) => textContent ?? ""),
    );
    t.deepEqual(
      names.filter((name) => name.startsWith("All cards")),
      wanted,
      typed,
    );
  }
});

browserTest("Enter without a chosen suggestion searches, a clicked suggestion opens a product", async (t) => {
  const { page } = await openPage(t);
  await page.goto(`${url}/hardware/gpu`);
  await putText(page, "#hardware-query", "4070");
  await page.waitForSelector('#hardware-query[aria-expanded="true"]');
  await follow(page, () => page.keyboard.press("Enter"));
  t.is(new URL(page.url()).pathname, "/hardware/gpu");
  t.is(new URL(page.url()).searchParams.get("query"), "4070");
  await putText(page, "#site-search", "ryzen 5 7600");
  await page.waitForSelector('#site-search[aria-expanded="true"]');
  await follow(page, () => page.click('.site-search [role="option"]'));
  t.regex(new URL(page.url()).pathname, /^\/hardware\/cpu\/amd-ryzen-5-7600/);
});

browserTest(
  "typing more in a search field aborts the request for the older text, so that its response never replaces newer suggestions",
  async (t) => {
    const { page } = await openPage(t);
    await page.goto(`${url}/hardware`);
    const asked: string[] = [];
    const givenUp: string[] = [];
    const queryOf = (address: string) => new URL(address).searchParams.get("query") ?? "";
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      if (!request.url().includes("/products?")) return void request.continue();
      asked.push(queryOf(request.url()));
      // The first request never gets a response.
      if (asked.length > 1) void request.continue();
    });
    page.on("requestfailed", (request) => givenUp.push(queryOf(request.url())));
    await putText(page, "#all-query", "ryzen");
    await until(async () => asked.length > 0, "the page requests suggestions for the first text");
    await putText(page, "#all-query", "ryzen 9");
    await page.waitForSelector('#all-query[aria-expanded="true"]');
    await until(async () => givenUp.length > 0, "the page aborts the first request");
    t.deepEqual(givenUp, [asked[0] ?? ""]);
    t.deepEqual(asked, ["ryzen", "ryzen 9"]);
    t.regex((await textOf(page, '.suggestions [role="option"]')) ?? "", /Ryzen 9/);
  },
);
