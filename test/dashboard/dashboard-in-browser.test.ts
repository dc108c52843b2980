import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { browserTest } from "../helpers/chromium.ts";
import { startTestService } from "../helpers/service.ts";
import { openPage } from "../pages/page-world.ts";

browserTest("an admin sees the queues and a job in a browser, whose console stays empty", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const admin = await service.signIn("admin");
  await service.services.accounts.setRole((await admin.get("/me")).body.account.account_id, "admin");
  const capture = { name: "my game.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
  const form = { build_id: await admin.makeBuild(), benchmarks: { id: 16 }, files: [capture] };
  const runId = (await admin.add(form)).body.runs[0].run_id as string;

  const { page, complaints } = await openPage(t, { service, person: admin }, { isSignedIn: true });
  await page.setViewport({ width: 1280, height: 900 });
  const origins = new Set<string>();
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) origins.add(new URL(request.url()).origin);
  });

  await page.goto(`${service.url}/admin/queues`);
  const link = await page.waitForSelector(`a[href*="/admin/queues/queue/parse-run"]`);
  await link?.evaluate((node) => (node as unknown as { click: () => void }).click());
  const run = await page.waitForSelector(`a[href="/r/${runId}"]`);
  t.truthy(run);
  t.true(new URL(page.url()).pathname.startsWith("/admin/queues/queue/parse-run"));
  const buttons = await page.$$eval("button", (nodes) =>
    nodes.map(({ title, textContent }) => `${title} ${textContent}`),
  );
  t.deepEqual(
    buttons.filter((text) => /retry|clean|remove|pause|promote|obliterate|empty|add job|edit/i.test(text)),
    [],
  );
  // Reload the page, because the URL of a view of the dashboard must also work when a person opens it directly.
  await page.reload();
  await page.waitForSelector(`a[href="/r/${runId}"]`);
  t.deepEqual([...origins], [service.url]);
  t.deepEqual(complaints, []);
});
