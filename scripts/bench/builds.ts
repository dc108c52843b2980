import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startService, type Service } from "../../embedded/index.ts";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig, secretsOf } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { medianDurationsMs, printTable } from "./measures.ts";
import { storeCopies } from "./stored-runs.ts";

// Compares the times of requests about a build of 10 runs with those about a build of 200,000.
// Run with: npm run bench:builds

const SMALL = 10;
const LARGE = 200_000;
const TURNS = 100;
const target = "at most 2";
const SCORES = 15;

/** Makes a client that is signed in, by a log-in for development. */
async function signIn(url: string) {
  const body = JSON.stringify({ name: "bench", tier: "unlimited" });
  const json = { "Content-Type": "application/json" };
  const answer = await fetch(`${url}/login/dev`, { method: "POST", headers: json, body });
  const Cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return async (method: string, path: string, sent?: string | FormData): Promise<unknown> => {
    const headers = { Cookie, ...(typeof sent === "string" && json) };
    const { ok, status, ...rest } = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(sent && { body: sent }),
    }).then(async (response) => ({ ok: response.ok, status: response.status, text: await response.text() }));
    if (!ok) throw new Error(`${method} ${path} answered ${status}: ${rest.text}`);
    return rest.text === "" ? undefined : JSON.parse(rest.text);
  };
}

type Send = Awaited<ReturnType<typeof signIn>>;

/** Makes a build with so many runs. Returns its path. */
async function makeBuild(send: Send, service: Service, runs: number): Promise<string> {
  const config = parseConfig({ ...service.env, LOG_LEVEL: "warn" });
  const { build } = (await send("POST", "/builds", JSON.stringify({ name: `${runs} runs` }))) as {
    build: { build_id: number };
  };
  const path = `/builds/${build.build_id}`;
  const form = new FormData();
  form.append("build_id", String(build.build_id));
  form.append("benchmarks", JSON.stringify({ id: SCORES, runs: [12_345] }));
  const added = (await send("POST", "/benchmarks/add", form)) as { runs: { run_id: string }[] };
  await send("GET", path);
  const logger = createLogger({ level: "warn", process: "bench", secrets: secretsOf(config) });
  const services = await openServices(config, { logger, storeTimeoutMs: config.WORKER_STORE_TIMEOUT_MS });
  try {
    await storeCopies(services.stores.mongo.db, added.runs[0]?.run_id ?? "", runs - 1);
  } finally {
    await services.close();
  }
  return path;
}

async function bench(service: Service): Promise<void> {
  const send = await signIn(service.url);
  const small = await makeBuild(send, service, SMALL);
  const large = await makeBuild(send, service, LARGE);
  const requests: Record<string, (build: string) => Promise<unknown>> = {
    "GET /builds/<id>": (build) => send("GET", build),
    "GET /builds/<id>/runs": (build) => send("GET", `${build}/runs?limit=10`),
    "GET /builds/<id>/runs?benchmark_id": (build) =>
      send("GET", `${build}/runs?limit=10&benchmark_id=${SCORES}`),
  };
  const row = (what: string, [few, many]: readonly [number, number], wanted: string) => [
    what,
    `${few.toFixed(1)} ms`,
    `${many.toFixed(1)} ms`,
    (many / few).toFixed(2),
    wanted,
  ];
  const rows: string[][] = [];
  for (const [what, ask] of Object.entries(requests)) {
    const durations = await medianDurationsMs(
      TURNS,
      () => ask(small).then(ignore),
      () => ask(large).then(ignore),
    );
    rows.push(row(what, durations, target));
  }
  const remove = (build: string) => () => send("DELETE", build).then(ignore);
  rows.push(row("DELETE /builds/<id>, once", await medianDurationsMs(1, remove(small), remove(large)), ""));
  printTable(["request", `${SMALL} runs`, `${LARGE} runs`, "ratio", "target"], rows);
}

const ignore = (): void => undefined;

const dataDir = await mkdtemp(join(tmpdir(), "bench-builds-"));
const log = (line: string) => process.stderr.write(`${line}\n`);
const given = { ...process.env, PORT: "0", LOG_LEVEL: "warn", RATE_LIMITS: "false", DEV_LOGIN: "true" };
const service = await startService({ dataDir, given, log });
try {
  await bench(service);
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true });
}
