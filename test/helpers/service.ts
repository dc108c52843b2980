import { parseConfig, secretsOf } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import type { Overrides } from "../../src/compose/ports.ts";
import { createServices, openServices } from "../../src/compose/services.ts";
import { startWeb } from "../../src/compose/web.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { createClient, type Client } from "./client.ts";
import { onTeardown, openTestStores, type TestScope } from "./stores.ts";

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
export async function openTestService({ env = {}, hasWorkers = true, overrides = {} }: TestServiceOptions) {
  const stores = await openTestStores();
  const config = parseConfig({
    ...stores.env,
    PORT: "0",
    PUBLIC_URL: "http://bench.test",
    DEV_LOGIN: "true",
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
    STORE_TIMEOUT_MS: "10000",
    SYNC_INTERVAL_MS: "300",
    ...env,
  });
  const logger = createLogger({
    level: config.LOG_LEVEL,
    process: "test",
    secrets: secretsOf(config),
  });
  const options = { logger, storeTimeoutMs: config.STORE_TIMEOUT_MS };
  const services = await openServices(config, { ...options, overrides });
  const web = await startWeb(config, services, logger);
  const workers = hasWorkers ? await startWorkers(config, services, logger) : null;
  const anonymous = createClient(web.url);
  return {
    url: web.url,
    /** Every route that the service serves, with its contract. */
    routes: web.routes,
    config,
    services,
    stores,
    /** Creates the services over the same stores, with some ports replaced. */
    servicesWith: (others: Overrides) =>
      createServices(config, services.stores, { ...options, overrides: { ...overrides, ...others } }),
    /** A client that is not signed in. */
    anonymous,
    /** Returns a client with a new session of the account with this name. */
    signIn: async (name: string, tier?: string): Promise<Client> => {
      const answer = await anonymous.post("/login/dev", { name, ...(tier !== undefined && { tier }) });
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
      return createClient(web.url, answer.headers.get("set-cookie")?.split(";")[0]);
    },
    close: async () => {
      await web.stop();
      await workers?.stop();
      await services.close();
      await stores.close();
    },
  };
}

interface TestServiceOptions {
  /** Settings that differ from those of the other tests. */
  env?: Record<string, string>;
  /** False where a test wants jobs to stay queued. */
  hasWorkers?: boolean;
  /** Replacements of some ports, by their names. */
  overrides?: Overrides;
}
