import { productKinds } from "../../src/products/index.ts";
import { browserTest, startChromium } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";

browserTest("in a browser the first page searches products, and nothing of it is blocked", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  for (const kind of productKinds) await service.services.productSync.rebuild(kind);
  const page = await (await startChromium(t)).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(service.url);
  await page.type('input[name="query"]', "ryzen");
  await Promise.all([page.waitForNavigation({ timeout: 0 }), page.keyboard.press("Enter")]);
  t.is(new URL(page.url()).pathname, "/products");
  t.regex(await page.$eval("body", ({ textContent }) => textContent), /^\{"results":/);
  // The browser asks for an icon by itself, which the service does not have.
  t.deepEqual(
    complaints.filter((text) => !text.includes("404")),
    [],
  );
});
