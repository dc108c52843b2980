import test from "ava";
import type { Page } from "puppeteer-core";
import { startWeb } from "../../src/compose/web.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { createClient } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const service = await startTestService(test, { hasWorkers: false });

/** Waits until the page has an element, and clicks on the element. */
async function click(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector);
  // Clicks by script instead of the mouse, because elements move on the page while the block of a call expands.
  await element?.evaluate((node) => (node as HTMLElement).click());
}

/** Expands the block of the call with an operationId on the page. Returns the selector of the call's block. */
async function openCall(page: Page, id: string): Promise<string> {
  const block = `[id$="-${id}"]`;
  await click(page, `${block} .opblock-summary-control`);
  return block;
}

/**
 * Sends the request of an API call whose block is expanded on the page of the API. Returns status and body as shown
 * there.
 */
async function execute(page: Page, block: string): Promise<{ status: string; body: string }> {
  await click(page, `${block} .execute`);
  const answer = `${block} .live-responses-table .response`;
  const shown = await page.waitForSelector(`${answer} .microlight`);
  const status = await page.$eval(`${answer} .response-col_status`, ({ textContent }) => textContent);
  const body = await shown?.evaluate(({ textContent }) => textContent);
  return { status: status.trim(), body: body ?? "" };
}

interface FileInput {
  uploadFile(path: string): Promise<void>;
}

/** Fills the form of a submission to build 1, which the page names as an example. */
async function fillForm(page: Page, block: string, benchmarks: string, file: string): Promise<void> {
  const text = `${block} [data-property-name="benchmarks"] textarea`;
  const place = `${block} [data-property-name="files"] input[type="file"]`;
  await page.waitForSelector(text);
  await page.focus(text);
  await page.keyboard.down("Control");
  await page.keyboard.press("KeyA");
  await page.keyboard.up("Control");
  // Enter the whole text by one event, because Swagger UI redraws all its forms after each key press.
  await page.keyboard.sendCharacter(benchmarks);
  await click(page, `${block} [data-property-name="files"] .json-schema-form-item-add`);
  const input = await page.waitForSelector(place);
  // The cast is needed because the project has no DOM types, which would tell TypeScript that the element accepts
  // files.
  await (input as unknown as FileInput | null)?.uploadFile(file);
}

/**
 * A console message of Swagger UI about the field for a list of files. Swagger UI shows the field correctly
 * nevertheless.
 */
const HARMLESS = "Could not find component: JsonSchema_string_binary";

test("the files of the docs page are cached forever under the addresses that the page names, and under no others", async (t) => {
  const page = await service.anonymous.get("/docs");
  t.is(page.headers.get("cache-control"), "no-cache");
  const addresses = [...page.text.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)].map(
    ([, address = ""]) => address,
  );
  t.is(addresses.length, 3);
  for (const address of addresses) {
    const file = await service.anonymous.get(address);
    t.is(file.status, 200, address);
    t.is(file.headers.get("cache-control"), "public, max-age=31536000, immutable");
    const older = await service.anonymous.get(address.replace(/^\/docs\/[^/]+/, "/docs/of-another-release"));
    t.is(older.text, file.text);
    t.is(older.headers.get("cache-control"), "no-cache");
  }
});

test("every tag of the OpenAPI document of a service has calls, and the first tag is builds", async (t) => {
  const { body } = await service.anonymous.get("/openapi.json");
  const calls = Object.values(body.paths as Record<string, Record<string, { tags: string[] }>>);
  const used = new Set(calls.flatMap((path) => Object.values(path)).flatMap(({ tags }) => tags));
  const named = (body.tags as { name: string }[]).map(({ name }) => name);
  t.deepEqual(named.toSorted(), [...used].toSorted());
  t.false(used.has("Payment"), "this service takes no payment");
  t.is(named[0], "Builds");
  t.is(body.info.license, undefined);
});

test("the docs page names the site and links to its operator, if the operator has set a name and links", async (t) => {
  const plain = (await service.anonymous.get("/docs")).text;
  t.regex(plain, /<title>The API · PC Benchmarks<\/title>/);
  t.true(plain.includes("<h1>The API of PC Benchmarks</h1>"));
  t.regex(plain, /<a class="site-name" href="\/">/, "the header leads back to the first page");
  const face = {
    SITE_NAME: "Rigs & <b>Runs</b>",
    CONTACT_URL: "/contact",
    FOOTER_LINKS: [{ label: "Imprint <b>", href: "https://bench.test/imprint?a=1&b=2" }],
  };
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const named = await startWeb({ ...service.config, ...face }, service.services, logger);
  t.teardown(named.stop);
  const page = (await createClient(named.url).get("/docs")).text;
  const name = "Rigs &amp; &lt;b>Runs&lt;/b>";
  for (const part of [
    `<title>The API · ${name}</title>`,
    `<meta property="og:site_name" content="${name}"/>`,
    `<span>${name}</span>`,
    '<a href="https://bench.test/imprint?a=1&amp;b=2">Imprint &lt;b></a>',
    '<a href="/contact">Contact</a>',
  ])
    t.true(page.includes(part), part);
});

browserTest("the docs page shows every call, sends requests, and violates no security policy", async (t) => {
  const page = await (await openWindow(t)).newPage();
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) origins.add(new URL(request.url()).origin);
  });
  await page.goto(`${service.url}/docs`);
  await page.waitForSelector(".opblock-tag");
  t.is((await page.$$(".opblock")).length, 0, "the groups of calls are closed");
  await page.evaluate('document.querySelectorAll(".opblock-tag").forEach((group) => group.click())');
  const isEveryCallShown = async () => (await page.$$(".opblock")).length === service.routes.length;
  await until(isEveryCallShown, "the open groups show every call");
  const seen = await page.evaluate(`({
    servers: document.querySelector(".schemes-server-container").checkVisibility(),
    isReadable: getComputedStyle(document.querySelector(".btn.authorize")).color === getComputedStyle(document.body).color,
  })`);
  t.deepEqual(
    seen,
    { servers: false, isReadable: true },
    "no menu of one server, and a button as dark as text",
  );

  t.is((await execute(page, await openCall(page, "postLoginDev"))).status, "200");
  const made = await execute(page, await openCall(page, "postBuilds"));
  t.is(made.status, "201", made.body);
  t.regex(made.body, /"build_id": 1,/);

  const add = await openCall(page, "postBenchmarksAdd");
  // Submits scores without a file: the page sends an empty text for the file.
  t.regex((await execute(page, add)).body, /"score": 15310/);
  await click(page, `${add} .btn-clear`);
  await page.waitForSelector(`${add} .live-responses-table`, { hidden: true });
  await fillForm(page, add, '{"id":16}', "data/samples/presentmon-capture.csv");
  const added = await execute(page, add);
  t.is(added.status, "200", added.body);
  t.regex(added.body, /"name": "presentmon-capture.csv"/);

  t.deepEqual([...origins], [service.url]);
  t.deepEqual(
    complaints.filter((text) => text !== HARMLESS),
    [],
  );
});
