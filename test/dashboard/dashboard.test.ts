import { appRoutes } from "@bull-board/api/dist/routes.js";
import test from "ava";
import { queuePrefix } from "../../src/queues/job-queue.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const BOARD = "/admin/queues";

// The service has no worker, so the jobs of these tests stay in their queues.
const service = await startTestService(test, { hasWorkers: false });
const queue = service.services.queue.queues.find(({ name }) => name === "parse-run");
let admin: Client;
let runId: string;
let jobId: string;
test.before(
  "an admin account exists and a file waits to be read, for the tests of the queue dashboard",
  async () => {
    admin = await service.signIn("admin");
    await service.services.accounts.setRole((await admin.get("/me")).body.account.account_id, "admin");
    const capture = { name: "my game.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
    const form = { build_id: await admin.makeBuild(), benchmarks: { id: 16 }, files: [capture] };
    runId = (await admin.add(form)).body.runs[0].run_id;
    // The service may respond to the submission before it has added the job that reads the file, so wait for the job.
    await until(async () => {
      jobId = (await queue?.getPrioritized())?.[0]?.id ?? "";
      return jobId !== "";
    }, "the file waits to be read");
  },
);

/** Returns the address of a route of the dashboard, with values in place of the route's parameters. */
function addressOf(path: string): string {
  const file = { 1: "favicon.ico", 2: "images/logo.svg", 3: "locales/en-US/messages.json" };
  const [start = "", below] = path.split("/static/");
  if (below !== undefined) return `${start}/static/${file[below.split("/").length as 1 | 2 | 3]}`;
  return path.replace(":queueName", "parse-run").replace(":jobId", jobId);
}

test("only admins with a session can read the dashboard of the job queues, including its files and its data", async (t) => {
  const user = await service.signIn("user");
  const senders = [
    ["nobody", service.anonymous, 401],
    ["a user", user, 403],
    ["a token of the admin", await service.withToken(admin, "read", "submit"), 403],
    ["the admin", admin, 200],
  ] as const;
  t.true(service.dashboard.length > 10);
  for (const { path, method } of service.dashboard)
    for (const [who, client, status] of senders) {
      const answer = await client.send(method, addressOf(path));
      t.is(answer.status, status, `${who}: ${path}: ${answer.text.slice(0, 500)}`);
      t.regex(
        answer.headers.get("content-security-policy") ?? "",
        /^default-src 'none'; .*frame-ancestors 'none'/,
      );
      t.is(answer.headers.get("cross-origin-resource-policy"), "same-origin");
      if (status !== 200) t.is(answer.headers.get("content-type"), "application/problem+json", path);
    }
});

test("a person who opens the dashboard of the job queues without being an admin gets a page that says what to do", async (t) => {
  const asBrowser = { Accept: "text/html" };
  const signedOut = await service.anonymous.get(BOARD, asBrowser);
  t.is(signedOut.status, 401);
  t.regex(signedOut.text, /<a class="button" href="\/login\?[^"]*admin%2Fqueues/);
  const refused = await (await service.signIn("somebody")).get(BOARD, asBrowser);
  t.is(refused.status, 403);
  t.regex(refused.text, /Only an admin may look at the queues/);
});

test("the dashboard of the job queues shows the waiting jobs, each with a link to its run, and that the queue has no worker", async (t) => {
  const { body } = await admin.get(`${BOARD}/api/queues?activeQueue=parse-run&status=prioritized`);
  t.deepEqual(
    body.queues.map(({ name }: { name: string }) => name),
    service.services.queue.queues.map(({ name }) => name),
  );
  const [shown] = body.queues;
  t.like(shown, { name: "parse-run", hasWorkers: false, isPaused: false });
  t.is(shown.counts.prioritized, 1);
  t.like(shown.jobs[0], { id: jobId, data: { run_id: runId }, externalUrl: { href: `/r/${runId}` } });
});

test("the dashboard shows the workers of each job queue", async (t) => {
  const { signIn, services } = await startTestService(t);
  const client = await signIn("admin");
  await services.accounts.setRole((await client.get("/me")).body.account.account_id, "admin");
  await until(async () => {
    const { body } = await client.get(`${BOARD}/api/queues`);
    return body.queues.every(({ hasWorkers }: { hasWorkers: boolean }) => hasWorkers);
  }, "every queue has a worker");
  const { body } = await client.get(`${BOARD}/api/queues/parse-run/workers`);
  t.is(body.workers.length, 1);
});

/**
 * Returns every key of the job queues in Redis with its value. Requests to the dashboard must not change any of them.
 */
async function storedQueues() {
  const { redis } = service.services.stores;
  const keys = (await redis.keys(`${queuePrefix(service.config.REDIS_KEY_PREFIX)}*`)).toSorted();
  const values = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
  return keys.map((key, index) => `${key} ${values[index]?.toString("hex")}`);
}

test("the service has no route for the dashboard's requests that change jobs or queues, so such requests change nothing", async (t) => {
  const changing = appRoutes.api.flatMap(({ method, route }) =>
    [method]
      .flat()
      .flatMap((one) => (one === "get" ? [] : [route].flat().map((path) => [one, path] as const))),
  );
  t.true(changing.length > 15);
  const before = await storedQueues();
  t.true(before.length > 0);
  for (const [method, route] of changing) {
    const path = `${BOARD}${addressOf(route).replace(/:\w+/, "prioritized")}`;
    const answer = await admin.send(method.toUpperCase(), path, { name: "x", priority: 1 });
    t.true([404, 405].includes(answer.status), `${method} ${path}: ${answer.status}`);
  }
  t.deepEqual(await storedQueues(), before);
  const { body } = await admin.get(`${BOARD}/api/queues`);
  for (const shown of body.queues) t.like(shown, { readOnlyMode: true, allowRetries: false }, shown.name);
});

test("requests for unknown jobs, queues, files and pages of jobs are refused, and never cause an internal error", async (t) => {
  for (const [address, status] of [
    ["api/queues/parse-run/nope", 404],
    // Addresses that name internal keys of BullMQ, or a job of another queue, as if they were jobs of the queue.
    ["api/queues/parse-run/meta", 404],
    ["api/queues/parse-run/prioritized", 404],
    ["api/queues/parse-run/id/logs", 404],
    [`api/queues/sync-products/${jobId}/flow`, 404],
    ["api/queues/nope/metrics", 404],
    ["api/queues?activeQueue=%25zz", 422],
    ["api/queues?jobsPerPage=1000000", 422],
    ["api/queues?page=0", 422],
    ["api/queues?status=bogus", 422],
    ["api/queues?page=1&page=2", 422],
    ["api/job-schedulers?queueName=%25", 422],
    ["static/..%2f..%2fpackage.json", 404],
    ["static/..%2findex.ejs", 404],
    ["static/js/%2e%2e", 404],
    ["static/constructor", 404],
  ] as const) {
    const answer = await admin.get(`${BOARD}/${address}`);
    t.is(answer.status, status, `${address}: ${answer.text}`);
  }
});

test("a request for an unchanged file of the dashboard of job queues gets a 304, and only the admin's browser may cache the file", async (t) => {
  const address = `${BOARD}/static/images/logo.svg`;
  const { headers } = await admin.get(address);
  t.is(headers.get("cache-control"), "private, no-cache");
  t.is(headers.get("content-type"), "image/svg+xml");
  const known = { "If-None-Match": headers.get("etag") ?? "no ETag", "Cache-Control": "max-age=0" };
  t.is((await admin.get(address, known)).status, 304);
  t.is((await service.anonymous.get(address, known)).status, 401);
});

test("the page of the dashboard loads only files of the service", async (t) => {
  const { text, headers } = await admin.get(BOARD);
  t.is(
    headers.get("content-security-policy"),
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='; img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  );
  t.is(headers.get("cache-control"), "no-store");
  t.notRegex(text, /\sstyle="|<style|https?:|\son[a-z]+="/);
  const loaded = [...text.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path = ""]) => path);
  t.true(loaded.length > 3);
  for (const path of loaded) t.is((await admin.get(`${BOARD}/${path}`)).status, 200, path);
});
