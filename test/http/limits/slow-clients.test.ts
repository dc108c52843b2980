import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { createClient } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";
import { fileForm, makeLongCapture, smallCapture } from "../../faults/results.ts";
import { until } from "../../helpers/until.ts";
import { openRaw, trickle } from "./raw-client.ts";
import { startSecondWeb } from "./second-web.ts";

const TRICKLE_MS = 20;
const BURST_BYTES = 8000;
const BURST_INTERVAL_MS = 700;
const BOUNDARY = "----slow";

/** A capture with more bytes than the operating system buffers for a connection. */
const largeCapture = {
  name: "large.csv",
  content: `${smallCapture.content as string}${"0,".repeat(12_000_000)}`,
};

/**
 * Settings with long time limits. Each test shortens one time limit, and would not end if the service ignored this
 * limit.
 */
const patient = {
  HEADERS_TIMEOUT_MS: 600_000,
  JSON_BODY_TIMEOUT_MS: 600_000,
  TRANSFER_GRACE_MS: 3_600_000,
  CONNECTION_IDLE_TIMEOUT_MS: 3_600_000,
  DRAIN_TIMEOUT_MS: 300,
};

const jsonHeaders = (path: string, more: readonly string[] = []) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: bench.test",
    "Content-Type: application/json",
    "Content-Length: 5000",
    ...more,
  ]
    .concat("", "")
    .join("\r\n");

/** Returns the beginning of a request with a submission form: headers, fields, and the first bytes of the file. */
const formBeginning = (cookie: string, build_id: number) =>
  [
    "POST /benchmarks/add HTTP/1.1",
    "Host: bench.test",
    `Cookie: ${cookie}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    "Content-Length: 50000000",
    "",
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="build_id"',
    "",
    String(build_id),
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="benchmarks"',
    "",
    '{"id":16}',
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="files"; filename="capture.csv"',
    "",
    makeLongCapture(200).content,
  ].join("\r\n");

test("a client that sends headers too slowly, or nothing at all, is refused with 408", async (t) => {
  const service = await startTestService(t, {
    constants: { ...patient, HEADERS_TIMEOUT_MS: 400 },
    hasWorkers: false,
  });
  const slow = openRaw(t, service.url);
  slow.socket.write("GET /health/live HTTP/1.1\r\nX-Slow: ");
  trickle(t, slow, TRICKLE_MS);
  const silent = openRaw(t, service.url);
  await Promise.all([slow.closed, silent.closed]);
  t.regex(slow.received(), /^HTTP\/1\.1 408 /);
  t.regex(slow.received(), /"status":408/);
});

test("a JSON body that arrives too slowly is refused with 408, and the connection is closed", async (t) => {
  const service = await startTestService(t, {
    constants: { ...patient, JSON_BODY_TIMEOUT_MS: 400 },
    hasWorkers: false,
  });
  const client = await service.signIn("slow typist");
  for (const [path, more] of [
    ["/login/dev", []],
    ["/builds", [`Cookie: ${client.cookie ?? ""}`]],
    ["/products/cpu", []],
  ] as const) {
    const slow = openRaw(t, service.url);
    slow.socket.write(`${jsonHeaders(path, more)}{"name":"`);
    trickle(t, slow, TRICKLE_MS);
    await slow.closed;
    t.regex(slow.received(), /^HTTP\/1\.1 408 /, path);
    t.regex(slow.received(), /problems\/request-timeout/, path);
  }
  t.is((await client.get("/builds")).body.total, 0);
});

test("a file that arrives too slowly is refused with 408, and the service stores nothing of the file", async (t) => {
  const service = await startTestService(t, {
    constants: { ...patient, TRANSFER_GRACE_MS: 400 },
    hasWorkers: false,
  });
  const client = await service.signIn("slow uploader");
  const build_id = await client.makeBuild();
  const before = await storedState(service, client);
  const slow = openRaw(t, service.url);
  slow.socket.write(formBeginning(client.cookie ?? "", build_id));
  trickle(t, slow, TRICKLE_MS);
  await slow.closed;
  t.regex(slow.received(), /^HTTP\/1\.1 408 /);
  t.regex(slow.received(), /problems\/request-timeout/);
  t.deepEqual(await storedState(service, client), before);
});

test("a file that arrives at the minimum rate is accepted, however long the upload takes", async (t) => {
  // A burst has as many bytes as the minimum rate demands in four seconds. The whole upload takes longer than the grace
  // period.
  const constants = { ...patient, TRANSFER_GRACE_MS: 4000, MIN_TRANSFER_BYTES_PER_S: 2000 };
  const service = await startTestService(t, { constants, hasWorkers: false });
  const client = await service.signIn("steady uploader");
  const build_id = await client.makeBuild();
  const file = makeLongCapture(600).content as string;
  const steady = openRaw(t, service.url);
  const beginning = formBeginning(client.cookie ?? "", build_id);
  const end = `\r\n--${BOUNDARY}--\r\n`;
  const [head = "", ...rest] = beginning.split("\r\n\r\n");
  const body = `${rest.join("\r\n\r\n")}${file}${end}`;
  const bytes = Buffer.byteLength(body);
  steady.socket.write(`${head.replace("50000000", String(bytes))}\r\nConnection: close\r\n\r\n`);
  for (let sent = 0; sent < bytes; sent += BURST_BYTES) {
    steady.socket.write(body.slice(sent, sent + BURST_BYTES));
    if (sent + BURST_BYTES < bytes) await sleep(BURST_INTERVAL_MS);
  }
  await steady.closed;
  t.regex(steady.received(), /^HTTP\/1\.1 200 /, steady.received());
});

test("a client that goes on sending its request after the response loses its connection", async (t) => {
  const service = await startTestService(t, { constants: patient, hasWorkers: false });
  const slow = openRaw(t, service.url);
  // The service ignores the body of a GET, so that the response comes before the end of the body.
  slow.socket.write("GET /health/live HTTP/1.1\r\nHost: bench.test\r\nContent-Length: 50000\r\n\r\n");
  trickle(t, slow, TRICKLE_MS);
  await slow.closed;
  t.regex(slow.received(), /^HTTP\/1\.1 200 /);
});

test("a client that does not receive its download loses its connection, and the service closes the file", async (t) => {
  const opened: Readable[] = [];
  const service = await startTestService(t, {
    constants: patient,
    hasWorkers: false,
    overrides: {
      files: (real) => ({
        ...real,
        open: (...args) => {
          const content = real.open(...args);
          opened.push(content);
          return content;
        },
      }),
    },
  });
  const client = await service.signIn("downloader");
  const form = fileForm(await client.makeBuild(), largeCapture);
  const { run_id } = (await client.add(form)).body.runs[0];
  // The upload has longer time limits than the downloads, because a pause of this process would make it too slow.
  const limits = { TRANSFER_GRACE_MS: 400, MIN_TRANSFER_BYTES_PER_S: 1_000_000 };
  const { url } = await startSecondWeb(t, { ...service, config: { ...service.config, ...limits } });
  const greedy = openRaw(t, url);
  greedy.socket.pause();
  const headers = [`GET /benchmarks/runs/${run_id}/file HTTP/1.1`, "Host: bench.test"];
  greedy.socket.write([...headers, `Cookie: ${client.cookie ?? ""}`, "", ""].join("\r\n"));
  await until(async () => opened.length > 0 || greedy.socket.destroyed, "the file is opened");
  const [content] = opened;
  // Wait by a listener, because `once` would reject with the error with which the service closes the file.
  await new Promise<void>((resolve) => {
    if (content?.closed === false) content.once("close", () => resolve());
    else resolve();
  });
  greedy.socket.resume();
  await greedy.closed;
  t.true(greedy.received().length < largeCapture.content.length);

  const whole = await createClient(url, client.cookie).get(`/benchmarks/runs/${run_id}/file`);
  t.is(whole.text.length, largeCapture.content.length, "a client that receives the file gets all of it");
});
