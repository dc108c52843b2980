import test from "ava";
import { createLogger } from "../../src/infra/logger.ts";
import { statusFrom } from "../http/limits/raw-client.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { openSlowForm } from "../helpers/slow-form.ts";
import { testStores, type TestStores } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { smallCapture } from "./results.ts";
import { createSystem, signIn } from "./system.ts";

type Line = Readonly<Record<string, unknown>>;

/** Begins to send a submission, and waits until the service is storing the file in it. */
async function beginUpload(url: string, client: Client, { db }: Pick<TestStores, "db">) {
  const uploads = db.collection("uploads");
  const before = await uploads.countDocuments();
  const build_id = await client.makeBuild();
  const form = openSlowForm(url, client);
  await form.field("build_id", build_id);
  await form.field("benchmarks", { id: 16 });
  await form.beginFile(smallCapture.content);
  await until(async () => (await uploads.countDocuments()) > before, "the file is being stored");
  return form;
}

test("an upload that has not ended when the process stops gets a 503 and a line in the log", async (t) => {
  t.timeout(900_000);
  const stores = await testStores(t);
  const system = createSystem(t, { ...stores.env, LOG_LEVEL: "info" });
  // The process refuses an upload that has not ended after half of this shutdown timeout. It closes all connections a
  // fifth of the timeout later, so that there is time for a response.
  const web = await system.startWeb({ SHUTDOWN_TIMEOUT_MS: "16000" });
  const client = await signIn(web.url, "cut off");
  const form = await beginUpload(web.url, client, stores);
  web.signal("SIGTERM");
  const { status, headers, body } = await form.answered;
  t.is(status, 503);
  t.truthy(headers["retry-after"]);
  t.regex(body.type as string, /\/problems\/try-again$/);
  t.is(await web.ended, 0);
  const lines = web.lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Line] : []));
  t.like(
    lines.find(({ msg, request_id }) => msg === "request" && request_id === headers["x-request-id"]),
    { route: "/benchmarks/add", status: 503, problem: "try-again" },
  );
  t.is(await stores.db.collection("files.files").countDocuments(), 0);
});

test("a slow upload whose connection is closed in favour of a new one gets a 503 and a line in the log", async (t) => {
  t.timeout(900_000);
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  const logger = createLogger({ level: "info", process: "test", secrets: [], destination: { write } });
  // An upload counts as slow when it has used up half of its grace period, and is refused when it has used up all of
  // it.
  const constants = { TRANSFER_GRACE_MS: 20_000, MIN_TRANSFER_BYTES_PER_S: 1_000_000_000 };
  const env = { MAX_CONNECTIONS: "1" };
  const service = await startTestService(t, { env, constants, hasWorkers: false, logger });
  const client = await service.signIn("slow");
  const form = await beginUpload(service.url, client, service.stores);
  let answer: Awaited<typeof form.answered> | undefined;
  void form.answered.then((one) => (answer = one));
  await until(async () => {
    await statusFrom(t, service.url, "/health/live", "127.0.0.1");
    return answer !== undefined;
  }, "the upload has a response");
  t.is(answer?.status, 503, JSON.stringify(answer?.body));
  t.truthy(answer?.headers["retry-after"]);
  t.regex(answer?.body.type as string, /\/problems\/too-many-connections$/);
  t.like(
    lines.find(({ msg, request_id }) => msg === "request" && request_id === answer?.headers["x-request-id"]),
    { route: "/benchmarks/add", status: 503, problem: "too-many-connections" },
  );
});
