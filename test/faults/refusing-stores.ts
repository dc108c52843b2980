import type { ExecutionContext } from "ava";
import { startStores } from "../../embedded/index.ts";
import { createLogger } from "../../src/infra/logger.ts";
import type { Answer, Client } from "../helpers/client.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { startTestService, type TestServiceOptions } from "../helpers/service.ts";
import { openTestStores } from "../helpers/stores.ts";
import { fileForm, scoreForm } from "./results.ts";
import { eventually } from "./system.ts";

/** A line of the service's log. */
interface LogLine {
  msg: string;
  level: string;
  store?: string;
  attempts?: number;
}

/**
 * Starts the service, web and workers, on a Redis and a MongoDB of the test's own, which it may make refuse everything.
 * @param options.redisUrl a Redis to take instead
 */
export async function startOnOwnStores(
  t: ExecutionContext,
  { redisUrl, ...options }: TestServiceOptions & { redisUrl?: string } = {},
) {
  const { REDIS_URL: _1, MONGODB_URL: _2, ...others } = process.env;
  const given = redisUrl === undefined ? others : { ...others, REDIS_URL: redisUrl };
  const dataDir = temporaryFolder(t);
  const own = await startStores({ dataDir, given, log: () => undefined });
  t.teardown(() => own.stop());
  const stores = await openTestStores(own.env);
  t.teardown(stores.close);
  stores.redis.on("error", () => undefined);
  const lines: LogLine[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const logger = createLogger({ level: "warn", process: "test", secrets: [], destination: { write } });
  logger.level = "debug";
  const service = await startTestService(t, {
    ...options,
    logger,
    env: { ...stores.env, STORE_TIMEOUT_MS: "2000", SWEEP_INTERVAL_MS: "500", ...options.env },
  });
  const client = await service.signIn("refused", "pro");
  const build_id = await client.makeBuild();
  return { dataDir, stores, service, client, build_id, lines };
}

/** Checks that a refusal is a 503 that says when to try again. */
export function isRefusal(t: ExecutionContext, answer: Answer, name: string): void {
  t.is(answer.status, 503, `${name}: ${answer.text}`);
  t.truthy(answer.headers.get("retry-after"));
  t.true(String(answer.body.type).endsWith("/problems/store-unavailable"), answer.text);
}

/** Sends a score and a file at the same time. */
export async function submitBoth(client: Client, build_id: number): Promise<Answer[]> {
  return Promise.all([client.add(scoreForm(build_id)), client.add(fileForm(build_id))]);
}

/** How a store is made to refuse, and to take everything again. */
export interface Refusal {
  client: Client;
  build_id: number;
  /** The code of its refusals. */
  name: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}

/**
 * Checks that submissions are refused while a store refuses, and that they are accepted and read afterwards. Returns how many were
 * accepted.
 */
export async function passRefusal(
  t: ExecutionContext,
  { client, build_id, name, begin, end }: Refusal,
): Promise<number> {
  let accepted = 0;
  const submit = async () => {
    const answers = await submitBoth(client, build_id);
    accepted += answers.filter(({ status }) => status === 200).length;
    return answers;
  };
  await begin();
  const answers = await eventually(submit, (some) => some.every(({ status }) => status !== 200), 20_000);
  for (const answer of answers) isRefusal(t, answer, name);
  await end();
  const [score, file] = await eventually(
    submit,
    (some) => some.every(({ status }) => status === 200),
    20_000,
  );
  t.is(score?.status, 200, `${name} afterwards: ${score?.text}`);
  const run = await client.waitForRun(file?.body.runs[0].run_id as string);
  t.is(run.body.status, "complete", `${name} afterwards: ${run.text}`);
  return accepted;
}

/** Checks that the log told of the outages of Redis, by two lines for each, and of no error of ours. */
export async function checkLog(
  t: ExecutionContext,
  lines: readonly LogLine[],
  mostOutages: number,
): Promise<void> {
  const linesOf = (msg: string) => lines.filter((line) => line.msg.startsWith(msg));
  await eventually(
    async () => linesOf("Redis back after").length,
    (count) => count === linesOf("Redis unavailable").length,
  );
  const outages = linesOf("Redis unavailable").length;
  t.true(outages > 0 && outages <= mostOutages, `${outages} outages`);
  t.is(linesOf("Redis back after").length, outages);
  const errors = lines.filter(({ level }) => level === "error");
  t.deepEqual(errors, []);
}
