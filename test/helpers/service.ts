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
import { onTeardown, openTestStores, testConstants, type TestScope } from "./stores.ts";

/** The constants of a service that runs in the process of its test. */
const serviceConstants: Partial<Constants> = {
  ...testConstants,
  STORE_SILENCE_TIMEOUT_MS: 60_000,
  // What a busy machine sends late is not sent slowly.
  TRANSFER_GRACE_MS: 120_000,
  // Nobody kills this process, so nothing has to look all the time for what a dead one has left.
  JOB_STALLED_CHECK_MS: 600_000,
  SYNC_INTERVAL_MS: 600_000,
};

/** The whole service in this process, web and workers, on names of its own in the stores of this test run. */
export type TestService = Awaited<ReturnType<typeof openTestService>>;

/** Starts the service and stops it when the scope ends. */
export async function startTestService(
  scope: TestScope,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const service = await openTestService(options);
  onTeardown(scope, service.close);
  return service;
}

/** Starts the service; the caller stops it by `close`. */
export async function openTestService(options: TestServiceOptions) {
  const { env = {}, constants = {}, hasWorkers = true, hasIndexes = false, overrides = {} } = options;
  const stores = await openTestStores();
  const settings = parseConfig({
    ...stores.env,
    PORT: "0",
    PUBLIC_URL: "http://bench.test",
    DEV_LOGIN: "true",
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
    STORE_TIMEOUT_MS: "60000",
    // Nobody kills this process, so nothing has to look all the time for what a dead one has left.
    SWEEP_INTERVAL_MS: "600000",
    ...env,
  });
  const config: Config = { ...settings, ...serviceConstants, ...constants };
  for (const secret of secretsOf(config)) registerSecret(secret);
  const logger = options.logger ?? createTestLogger(config, env);
  const common = { logger, storeTimeoutMs: config.STORE_TIMEOUT_MS };
  const services = await openServices(config, { ...common, overrides });
  const web = await startWeb(config, services, logger);
  const productSync = hasIndexes ? services.productSync : withoutEmptyIndexes(services.productSync);
  const workers = hasWorkers ? await startWorkers(config, { ...services, productSync }, logger) : null;
  const anonymous = createClient(web.url);
  return {
    url: web.url,
    /** Every route of the API, with its contract. */
    routes: web.routes,
    /** Every page, with what their forms post to and what they load. */
    pages: web.pages,
    /** The dashboard of the queues, with what it loads and asks for. */
    dashboard: web.dashboard,
    config,
    services,
    stores,
    /** Creates the services over the same stores, with some objects replaced. */
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
    /** Returns a client that acts by a new personal access token of an account. */
    withToken: async (session: Client, ...scopes: Scope[]): Promise<Client> => {
      const answer = await session.post("/me/tokens", { name: "a program", scopes });
      if (answer.status !== 201) throw new Error(`POST /me/tokens answered ${answer.status}: ${answer.text}`);
      return createClient(web.url, undefined, answer.body.token as string);
    },
    close: async () => {
      await web.stop();
      await workers?.stop();
      await services.close();
      await stores.close();
    },
  };
}

/** How a test wants its service. */
export interface TestServiceOptions {
  /** Settings that differ from those of the other tests. */
  env?: Record<string, string>;
  /** Constants that differ from those of the other tests. */
  constants?: Partial<Constants>;
  /** False where a test wants jobs to stay queued. */
  hasWorkers?: boolean;
  /** True where a test searches among kinds of which it has imported no product: otherwise the first import of a kind makes its index. */
  hasIndexes?: boolean;
  /** Where web and workers log, instead of to standard error. */
  logger?: Logger;
  /** Replacements of some objects, by their names. */
  overrides?: Overrides;
}

/** Leaves out the comparison of every index with the catalogue, by which workers make one for each kind at their start: most tests search for nothing. */
const withoutEmptyIndexes = (productSync: ProductSync): ProductSync => ({
  ...productSync,
  sync: async (kind, options) => {
    if (options?.verify !== true) await productSync.sync(kind, options);
  },
});

/**
 * Creates the logger of a service: its lines go to what the run searches for secrets, unless the test or the person who runs
 * it has chosen a level, and wants to see them.
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
