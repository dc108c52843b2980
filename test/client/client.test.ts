import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ConnectionError, createClient, FileError, ProblemError } from "@pc-benchmarks/client";
import test, { type ExecutionContext } from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test);

/** Returns a client of the library that uses a token of an account. The token has both scopes. */
async function clientOf(name: string) {
  const session = await service.signIn(name);
  const answer = await session.post("/me/tokens", { name: "a program", scopes: ["read", "submit"] });
  return createClient({ url: service.url, token: answer.body.token as string });
}

async function newBuild({ api, ask }: Awaited<ReturnType<typeof clientOf>>): Promise<number> {
  const { build } = await ask(() => api.POST("/builds", { body: { name: "Quiet tower" } }));
  return build.build_id;
}

/** Starts a server that answers as `listener` does, in place of the service. Returns its URL. */
async function startServer(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns an address at which no server listens. */
async function closedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

test("the client library inspects captures, submits them with progress, and waits for their runs", async (t) => {
  const client = await clientOf("mary");
  const buildId = await newBuild(client);
  const folder = temporaryFolder(t);
  const small = join(folder, "small.csv");
  const large = join(folder, "lärge 🚀.csv");
  writeFileSync(small, makeCapture("presentmon-1.0", makeGameFrames(1)));
  // Empty lines at the end of the file make it longer than the buffers of a connection.
  writeFileSync(large, `${makeCapture("presentmon-1.0", makeGameFrames(2))}${"\n".repeat(2_000_000)}`);
  const inspected = await client.inspect([small, large]);
  t.deepEqual(
    inspected.map(({ name, tool, benchmark_ids }) => ({ name, tool, benchmark_ids })),
    ["small.csv", "lärge 🚀.csv"].map((name) => ({ name, tool: "PresentMon", benchmark_ids: [16] })),
  );

  const totalBytes = readFileSync(small).length + readFileSync(large).length;
  const progress: number[] = [];
  const submission = {
    buildId,
    benchmarks: { id: 16, label: "a label" },
    files: [small, large],
    onProgress: (sentBytes: number, total: number) => {
      t.is(total, totalBytes);
      progress.push(sentBytes);
    },
  };
  const { runs, usage } = await client.submit(submission);
  t.is(usage.used, 2);
  t.true(progress.length > 10, "progress is reported while the bytes are sent");
  t.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  t.is(progress.at(-1), totalBytes);

  for (const [index, { run_id }] of runs.entries()) {
    const run = await client.waitFor(run_id);
    t.is(run.status, "complete", JSON.stringify(run.error));
    t.is(run.build.build_id, buildId);
    t.is(run.label, "a label");
    t.is(run.file?.name, inspected[index]?.name);
  }
  t.deepEqual((await client.submit(submission)).runs, runs, "a repeated submission gets its runs again");
  const other = await client.submit({ ...submission, benchmarks: { id: 16, label: "another label" } });
  t.is(other.usage.used, 4, "a submission with other details is another one");
});

test("the client library submits scores that a person typed in", async (t) => {
  const client = await clientOf("grace");
  const buildId = await newBuild(client);
  const { runs } = await client.submit({ buildId, benchmarks: { id: 15, runs: [15_240, 15_310] } });
  t.deepEqual(
    runs.map(({ status, score }) => ({ status, score })),
    [15_240, 15_310].map((score) => ({ status: "complete", score })),
  );
});

test("an error of the client library has the message, the status and the name of the problem", async (t) => {
  const { api, ask } = createClient({ url: `${service.url}/` });
  const error = await t.throwsAsync(
    ask(() => api.GET("/builds/{build_id}", { params: { path: { build_id: 999_999 } } })),
    { instanceOf: ProblemError, message: /^Nothing is here: .*999999/ },
  );
  t.is(error.status, 404);
  t.is(error.slug, "not-found");
});

test("the client library does not submit a file again that changed during its upload, and throws no ConnectionError", async (t) => {
  let requests = 0;
  const file = join(temporaryFolder(t), "capture.csv");
  writeFileSync(file, "x".repeat(50_000_000));
  const url = await startServer(t, (request) => {
    requests += 1;
    request.once("data", () => {
      request.pause();
      writeFileSync(file, "y");
      request.resume();
    });
  });
  const client = createClient({ url, token: "any" });
  const error = await t.throwsAsync(client.submit({ buildId: 1, benchmarks: { id: 16 }, files: [file] }));
  t.false(error instanceof ConnectionError, String(error));
  t.is(requests, 1);
});

test("the client library repeats a request after a broken connection and after the seconds of Retry-After, and after no other error", async (t) => {
  const statuses = [0, 429, 503, 200];
  const seen: (string | undefined)[] = [];
  const pauses: number[] = [];
  const answer = JSON.stringify({ runs: [], usage: {} });
  const url = await startServer(t, (request, response) => {
    request.resume().once("end", () => {
      seen.push(request.headers["idempotency-key"] as string | undefined);
      const status = statuses.shift() ?? 500;
      if (status === 0) return void request.socket.destroy();
      const headers = { "Content-Type": "application/json", ...(status !== 200 && { "Retry-After": "1" }) };
      response.writeHead(status, headers).end(answer);
    });
  });
  const client = createClient({ url, onPause: (_reason, seconds) => pauses.push(seconds) });
  await client.submit({ buildId: 1, benchmarks: { id: 15, runs: [1] } });
  t.deepEqual(pauses, [0.5, 1, 1]);
  t.is(new Set(seen).size, 1, "each attempt has the same key");
  const error = await t.throwsAsync(client.submit({ buildId: 1, benchmarks: { id: 15, runs: [1] } }));
  t.is((error as ProblemError).status, 500);
  t.is(seen.length, 5);
});

test("a call of the client library throws the last error if its next pause would exceed the permitted time", async (t) => {
  const url = await startServer(t, (_request, response) => {
    response.writeHead(429, { "Content-Type": "application/json", "Retry-After": "3600" }).end("{}");
  });
  const busy = createClient({ url });
  const error = await t.throwsAsync(busy.search({ query: "x" }), { instanceOf: ProblemError });
  t.is(error.retryAfterS, 3600);
  const absent = createClient({ url: await closedUrl(), patienceS: 0 });
  await t.throwsAsync(absent.search({ query: "x" }), {
    instanceOf: ConnectionError,
    message: /ECONNREFUSED/,
  });
});

test("an abort signal ends a pause of the client library between two attempts", async (t) => {
  const stop = new AbortController();
  const absent = createClient({ url: await closedUrl(), onPause: () => stop.abort() });
  await t.throwsAsync(absent.search({ query: "x", signal: stop.signal }), { name: "AbortError" });
});

test("the client library refuses an address that is no web address, or at which another program answers", async (t) => {
  t.throws(() => createClient({ url: "bench.example" }), { message: /expected the address of a service/ });
  t.throws(() => createClient({ url: "ftp://bench.example" }), {
    message: /expected the address of a service/,
  });
  const url = await startServer(t, (_request, response) => void response.end("<p>Hello</p>"));
  await t.throwsAsync(createClient({ url }).search({ query: "x" }), { message: /no PC Benchmarks service/ });
});

test("the client library throws a FileError for a missing file, and sends no request", async (t) => {
  const pauses: string[] = [];
  const client = createClient({ url: await closedUrl(), onPause: (reason) => pauses.push(reason) });
  await t.throwsAsync(client.inspect([join(temporaryFolder(t), "gone.csv")]), { instanceOf: FileError });
  t.deepEqual(pauses, []);
});

test("the client library reads a Retry-After with a date, and makes longer and longer pauses for a Retry-After of 0 s", async (t) => {
  const given = ["0", "0", "0", new Date(Date.now() + 90_000).toUTCString()];
  const pauses: number[] = [];
  const url = await startServer(t, (_request, response) => {
    const headers = { "Content-Type": "application/json", "Retry-After": given.shift() ?? "" };
    response.writeHead(503, headers).end("{}");
  });
  const client = createClient({ url, onPause: (_reason, seconds) => pauses.push(seconds) });
  const error = await t.throwsAsync(client.search({ query: "x" }), { instanceOf: ProblemError });
  t.deepEqual(pauses, [0.5, 1, 2]);
  t.true((error.retryAfterS ?? 0) > 60, String(error.retryAfterS));
  await t.throwsAsync(client.search({ query: "x" }), { instanceOf: ProblemError });
  t.is(pauses.length, 3, "without Retry-After nothing is sent again");
});

test("the client library names the target of a redirect, and sends it no request", async (t) => {
  const url = await startServer(t, (_request, response) => {
    response.writeHead(308, { Location: "https://bench.example/products" }).end();
  });
  await t.throwsAsync(createClient({ url, token: "any" }).search({ query: "x" }), {
    instanceOf: ProblemError,
    message: /308 .*leads to https:\/\/bench\.example\/products/,
  });
});
