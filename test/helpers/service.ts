import type { Scope } from "../../src/access.ts";
import { parseConfig, secretsOf, type Config } from "../../src/config.ts";
import type { Constants } from "../../src/constants.ts";
import { createLogger, type Logger } from "../../src/infra/logger.ts";
import type { Overrides } from "../../src/compose/overrides.ts";
import { createServices, openServices } from "../../src/compose/services.ts";
import type { ProductSync } from "../../src/products/index.ts";
import { startWeb } from "../../src/compose/web.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { collectOutput, isCollecting, registerSecret, showCauseOf500 } from "./run-output.ts";
import { createClient, type Client } from "./client.ts";
import { shareFileReaders } from "./shared-file-readers.ts";
import { onTeardown, openTestStores, testConstants, type TestScope } from "./stores.ts";

/** The constants of a service that runs in the process of its test, unless the test sets others. */
const serviceConstants: Partial<Constants> = {
  ...testConstants,
  STORE_SILENCE_TIMEOUT_MS: 60_000,
  // The grace period for slow transfers is long, so that an upload or download that is late because the machine is busy
  // does not count as slow.
  TRANSFER_GRACE_MS: 120_000,
  // The service of a test never closes an idle connection. Otherwise a client in the same process, which a long
  // computation has held up, would send its next request on a connection that is just being closed.
  CONNECTION_IDLE_TIMEOUT_MS: 3_600_000,
  // A busy machine takes long to inspect a file. After this time limit the service checks the file by its first bytes
  // alone, which tests do not expect.
  INSPECTION_TIMEOUT_MS: 120_000,
  // Tests do not kill this process, so the service need not check often for jobs of dead workers. The lock of a job
  // outlasts any pause of a busy machine: a worker that lost the lock would leave its job to the next check.
  JOB_LOCK_MS: 600_000,
  JOB_STALLED_CHECK_MS: 600_000,
  SYNC_INTERVAL_MS: 600_000,
  // The service waits long for the ranks of a result, because otherwise its responses on a busy machine would lack
  // them.
  STANDING_WAIT_MS: 60_000,
};

/**
 * The whole service, web and workers, in the process of the test. The service uses names of its own in the stores of
 * this test run.
 */
export type TestService = Awaited<ReturnType<typeof openTestService>>;

/** Starts the whole service in this process. The service stops after the test or the test file of `scope`. */
export async function startTestService(
  scope: TestScope,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const service = await openTestService(options);
  onTeardown(scope, service.close);
  return service;
}

/** Starts the whole service in this process. The caller stops the service by `close`. */
export async function openTestService(options: TestServiceOptions) {
  /** Functions that close the opened parts of the service, in the order in which the parts were opened. */
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let end = opened.pop(); end; end = opened.pop()) await end();
  };
  try {
    return { ...(await open(options, opened)), close };
  } catch (error) {
    // Close everything that was opened: an open connection would keep the test's process from ending.
    while (opened.length > 0) await close().catch(() => undefined);
    throw error;
  }
}

/**
 * Starts the service.
 * @param opened gets a function for each part of the service that is open and has to be closed
 */
async function open(options: TestServiceOptions, opened: (() => Promise<unknown>)[]) {
  const { env = {}, constants = {}, hasWorkers = true, hasIndexes = false } = options;
  const stores = await openTestStores();
  opened.push(stores.close);
  const settings = parseConfig({
    ...stores.env,
    PORT: "0",
    PUBLIC_URL: "http://bench.test",
    DEV_LOGIN: "true",
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
    STORE_TIMEOUT_MS: "60000",
    SWEEP_INTERVAL_MS: "600000",
    ...env,
  });
  const config: Config = { ...settings, ...serviceConstants, ...constants };
  for (const secret of secretsOf(config)) registerSecret(secret);
  const logger = options.logger ?? createTestLogger(config, env);
  const common = { logger, storeTimeoutMs: config.STORE_TIMEOUT_MS };
  const { fileReaders, leave } = shareFileReaders(config);
  opened.push(async () => leave());
  const given = options.overrides ?? {};
  const overrides = { ...given, fileReaders: () => given.fileReaders?.(fileReaders) ?? fileReaders };
  const services = await openServices(config, { ...common, overrides });
  opened.push(services.close);
  const productSync = hasIndexes ? services.productSync : withoutEmptyIndexes(services.productSync);
  // Run no sweeps unless the test sets their interval: this process is not killed, so it leaves no work unfinished. But
  // fill the empty ranks, as a sweep would do, so that every result has its standing (rank).
  const sweeps = env["SWEEP_INTERVAL_MS"] === undefined ? [] : services.sweeps;
  if (hasWorkers) {
    await services.ranks.refill();
    opened.push((await startWorkers(config, { ...services, productSync, sweeps }, logger)).stop);
  }
  const web = await startWeb(config, services, logger);
  opened.push(web.stop);
  const anonymous = createClient(web.url);
  return {
    url: web.url,
    /** Every route of the API, with its contract. */
    routes: web.routes,
    /** Every page, with the targets of its forms and the resources that it loads. */
    pages: web.pages,
    /** The dashboard of the queues, with the resources and the data that it requests. */
    dashboard: web.dashboard,
    config,
    services,
    stores,
    /** Creates the services again on the same stores, with some objects replaced. */
    servicesWith: (others: Overrides) =>
      createServices(config, services.stores, { ...common, overrides: { ...overrides, ...others } }),
    /** A client that is not signed in. */
    anonymous,
    /** Returns a client with a new session of the account with this name. */
    signIn: async (name: string, tier?: string): Promise<Client> => {
      const answer = await anonymous.post("/login/dev", { name, ...(tier !== undefined && { tier }) });
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
      return createClient(web.url, answer.headers.get("set-cookie")?.split(";")[0]);
    },
    /** Returns a client that uses a new personal access token of an account. */
    withToken: async (session: Client, ...scopes: Scope[]): Promise<Client> => {
      const answer = await session.post("/me/tokens", { name: "a program", scopes });
      if (answer.status !== 201) throw new Error(`POST /me/tokens answered ${answer.status}: ${answer.text}`);
      return createClient(web.url, undefined, answer.body.token as string);
    },
  };
}

/** Options with which a test starts the service. */
export interface TestServiceOptions {
  /** Settings of this service that differ from those of the other tests. */
  env?: Record<string, string>;
  /** Constants of this service that differ from those of the other tests. */
  constants?: Partial<Constants>;
  /** Whether the service has workers; false if jobs must stay queued. */
  hasWorkers?: boolean;
  /**
   * True if a test searches a kind of product without having imported any. Otherwise the first import of a kind creates
   * its index.
   */
  hasIndexes?: boolean;
  /** The logger of web and workers, in place of the one that `createTestLogger` creates. */
  logger?: Logger;
  /** Replacements of objects of the service, by the names of the objects. */
  overrides?: Overrides;
}

/**
 * Returns a product sync that never compares a whole index with the catalogue. Workers make this comparison at their
 * start and so create the index of each kind, but most tests do not search.
 */
const withoutEmptyIndexes = (productSync: ProductSync): ProductSync => ({
  ...productSync,
  sync: async (kind, options) => {
    if (options?.verify !== true) await productSync.sync(kind, options);
  },
});

/**
 * Creates the logger of a service. If the test, or the person who runs it, has set a log level, the logger writes to
 * standard error. Otherwise its lines go to the output that the test run searches for secrets.
 */
function createTestLogger(config: Config, env: Record<string, string>): Logger {
  const base = { process: "test", secrets: secretsOf(config) };
  const isChosen = process.env["TEST_LOG_LEVEL"] !== undefined || env["LOG_LEVEL"] !== undefined;
  if (isChosen || !isCollecting) return createLogger({ ...base, level: config.LOG_LEVEL });
  const write = (line: string) => {
    collectOutput(line);
    showCauseOf500(line);
  };
  return createLogger({ ...base, level: "info", destination: { write } });
}
