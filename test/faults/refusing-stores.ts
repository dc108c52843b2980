import type { ExecutionContext } from "ava";
import { startStores } from "../../embedded/index.ts";
import { createLogger } from "../../src/infra/logger.ts";
import type { Answer, Client } from "../helpers/client.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { startTestService, type TestServiceOptions } from "../helpers/service.ts";
import { openTestStores } from "../helpers/stores.ts";
import { fileForm, scoreForm } from "./results.ts";
import { eventually } from "./system.ts";

/** The fields of a line in the service's log that the tests read. */
interface LogLine {
  msg: string;
  level: string;
  store?: string;
  attempts?: number;
}

/**
 * Starts the service, web and workers, on a Redis and a MongoDB for this test alone. The test may make both stores
 * refuse commands.
 * @param options.given the URLs of stores to use instead of starting them
 */
export async function startOnOwnStores(
  t: ExecutionContext,
  { given: urls = {}, ...options }: TestServiceOptions & { given?: Record<string, string> } = {},
) {
  const { REDIS_URL: _1, MONGODB_URL: _2, ...others } = process.env;
  const given = { ...others, ...urls };
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
    env: { ...stores.env, STORE_TIMEOUT_MS: "6000", SWEEP_INTERVAL_MS: "500", ...options.env },
  });
  const client = await service.signIn("refused", "pro");
  const build_id = await client.makeBuild();
  return { dataDir, stores, service, client, build_id, lines };
}

/** Asserts that a response is a 503 with Retry-After. */
export function isRefusal(t: ExecutionContext, answer: Answer, name: string): void {
  t.is(answer.status, 503, `${name}: ${answer.text}`);
  t.truthy(answer.headers.get("retry-after"));
  t.true(String(answer.body.type).endsWith("/problems/store-unavailable"), answer.text);
}

/** Submits a score and a file to a build at the same time. Returns both responses. */
export async function submitBoth(client: Client, build_id: number): Promise<Answer[]> {
  return Promise.all([client.add(scoreForm(build_id)), client.add(fileForm(build_id))]);
}

/** A way in which a store refuses commands, with functions that start and end the refusals. */
export interface Refusal {
  client: Client;
  build_id: number;
  /** The error code with which the store refuses commands. */
  name: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}

/**
 * Asserts that the service refuses submissions while a store refuses commands, and accepts and reads submissions
 * afterwards. Returns the number of accepted submissions.
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
  const answers = await eventually(submit, (some) => some.every(({ status }) => status !== 200));
  for (const answer of answers) isRefusal(t, answer, name);
  await end();
  const [score, file] = await eventually(submit, (some) => some.every(({ status }) => status === 200));
  t.is(score?.status, 200, `${name} afterwards: ${score?.text}`);
  const waitForRun = () => client.waitForRun(file?.body.runs[0].run_id as string);
  const run = await eventually(waitForRun, ({ status }) => status === 200);
  t.is(run.body.status, "complete", `${name} afterwards: ${run.text}`);
  return accepted;
}

/**
 * Asserts that the log has two lines for each outage of a store, whatever the number of failed calls, and no other
 * error. On a slow machine one fault may be several outages, because a store counts as back after some seconds without
 * a failed call.
 */
export async function checkLog(t: ExecutionContext, lines: readonly LogLine[], store: string): Promise<void> {
  const [away, back] = [`${store} is unavailable`, `${store} is available again after`];
  const told = () => lines.flatMap(({ msg }) => [away, back].filter((word) => msg.startsWith(word)));
  await eventually(
    async () => told().at(-1),
    (last) => last === back,
  );
  t.true(told().length > 0);
  for (const [index, word] of told().entries()) t.is(word, index % 2 === 0 ? away : back);
  const errors = lines.filter(({ level }) => level === "error");
  t.deepEqual(errors, []);
}
