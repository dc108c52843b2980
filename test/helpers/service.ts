import { parseConfig, type Config } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import type { Overrides } from "../../src/compose/ports.ts";
import { createServices, openServices, type Services } from "../../src/compose/services.ts";
import { startWeb } from "../../src/compose/web.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { createClient, type Client } from "./client.ts";
import { onTeardown, openTestStores, type TestScope, type TestStores } from "./stores.ts";

/** The whole service on its own names in the stores of this run: web and workers in this process. */
export interface TestService {
  url: string;
  config: Config;
  services: Services;
  stores: TestStores;
  /** The services over the same stores, with other ports in the place of some, by their names. */
  servicesWith(overrides: Overrides): Services;
  /** A client that is not signed in. */
  anonymous: Client;
  /** A client of a new session of the account with this name. */
  signIn(name: string, tier?: string): Promise<Client>;
}

interface TestServiceOptions {
  env?: Record<string, string>;
  /** False where a test wants results to stay queued. */
  hasWorkers?: boolean;
  /** What takes the place of some ports, by their names. */
  overrides?: Overrides;
}

/** Starts the service; it stops when the scope ends. */
export async function startTestService(
  scope: TestScope,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const service = await openTestService(options);
  onTeardown(scope, service.close);
  return service;
}

/** Starts the service; it stops when `close` is called. */
export async function openTestService({
  env = {},
  hasWorkers = true,
  overrides = {},
}: TestServiceOptions): Promise<TestService & { close(): Promise<void> }> {
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
  const logger = createLogger({ level: config.LOG_LEVEL, process: "test" });
  const options = { logger, storeTimeoutMs: config.STORE_TIMEOUT_MS };
  const services = await openServices(config, { ...options, overrides });
  const web = await startWeb(config, services, logger);
  const workers = hasWorkers ? await startWorkers(config, services, logger) : null;
  const anonymous = createClient(web.url);
  return {
    url: web.url,
    config,
    services,
    stores,
    servicesWith: (others) =>
      createServices(config, services.stores, { ...options, overrides: { ...overrides, ...others } }),
    anonymous,
    signIn: async (name, tier) => {
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
