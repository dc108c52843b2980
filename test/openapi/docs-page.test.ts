import test from "ava";
import type { Page } from "puppeteer-core";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

/** Waits for an element of the page as long as it takes, and clicks it. */
async function click(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector);
  // By a script: the page moves under a mouse while calls open.
  await element?.evaluate((node) => (node as HTMLElement).click());
}

/** Opens a call on the page and returns the selector of its block. @param id its operationId */
async function openCall(page: Page, id: string): Promise<string> {
  const block = `[id$="-${id}"]`;
  await click(page, `${block} .opblock-summary-control`);
  return block;
}

/** Sends the request of an open call. Returns the status and the body that the page then shows. */
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
  // At once: the page draws all of its forms anew for each key.
  await page.keyboard.sendCharacter(benchmarks);
  await click(page, `${block} [data-property-name="files"] .json-schema-form-item-add`);
  const input = await page.waitForSelector(place);
  // The project has no types of the DOM, by which uploadFile knows that the element takes files.
  await (input as unknown as FileInput | null)?.uploadFile(file);
}

/** What Swagger UI says of a list of files, which it shows all the same. */
const HARMLESS = "Could not find component: JsonSchema_string_binary";

test("the files of the page are kept for ever under the addresses that the page names, and under no other", async (t) => {
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

browserTest(
  "the page of the contract shows every call, sends requests, and is blocked by nothing",
  async (t) => {
    const page = await (await openWindow(t)).newPage();
    const complaints: string[] = [];
    const origins = new Set<string>();
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) origins.add(new URL(request.url()).origin);
    });
    await page.goto(`${service.url}/docs`);
    await page.waitForSelector(".opblock");
    t.is((await page.$$(".opblock")).length, service.routes.length);

    t.is((await execute(page, await openCall(page, "postLoginDev"))).status, "200");
    const made = await execute(page, await openCall(page, "postBuilds"));
    t.is(made.status, "201", made.body);
    t.regex(made.body, /"build_id": 1,/);

    const add = await openCall(page, "postBenchmarksAdd");
    // Scores, for which no file is chosen: the page sends an empty text for it.
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
  },
);
