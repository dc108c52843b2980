import process from "node:process";
import { parseArgs } from "node:util";
import { parseConfig } from "../src/config.ts";
import { onStopRequest } from "../src/embedded/on-stop-request.ts";
import { startService } from "../src/embedded/start-service.ts";
import type { Service } from "../src/embedded/start-service.ts";
import { createLogger } from "../src/infra/logger.ts";
import { loadSampleData } from "./load-sample-data.ts";
import { createApi } from "./quickstart/api.ts";
import { show } from "./quickstart/show.ts";

// npm run quickstart: starts the whole service on this machine, loads the sample data, shows the main job, and goes on
// serving. With --once it ends after the show. Exit code 0 only if every step gave the right answer.

const tell = (line: string) => process.stderr.write(`${line}\n`);
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { once: { type: "boolean", default: false } } });
  const stopping = new AbortController();
  let service: Service | undefined;
  onStopRequest(
    {
      stop: () => {
        tell("stopping");
        stopping.abort();
      },
      endNow: () => {
        service?.kill();
        process.exit(1);
      },
    },
    process.env["npm_lifecycle_event"] !== undefined,
  );
  try {
    service = await startService({
      dataDir: process.env["DATA_DIR"] || ".data",
      given: process.env,
      log: tell,
      signal: stopping.signal,
    });
    await showAll(service);
    if (!values.once) {
      say(`\nready ${service.url}   (the README has the same steps with curl; Ctrl-C stops)`);
      const error = await service.ended;
      if (error) throw error;
    }
  } catch (error) {
    if (stopping.signal.aborted) return;
    tell(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await service?.stop();
  }
}

async function showAll(service: Service): Promise<void> {
  const config = parseConfig({ ...service.env, LOG_LEVEL: "warn" });
  const logger = createLogger({ level: config.LOG_LEVEL, process: "quickstart" });
  const loaded = await loadSampleData(config, logger);
  say(`\nLoaded ${loaded.cpus} CPUs and ${loaded.builds} build.\n`);
  const accountName = `Quick start ${new Date().toISOString()}`;
  await show({ api: createApi(service.url), say, accountName });
}

await main();
