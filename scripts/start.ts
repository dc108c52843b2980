import { existsSync } from "node:fs";
import process from "node:process";
import { onStopRequest } from "../src/embedded/on-stop-request.ts";
import { startService } from "../src/embedded/start-service.ts";
import type { Service } from "../src/embedded/start-service.ts";

// npm start: the whole service on this machine. Variables, from the environment or a file .env: the settings of
// src/config.ts, and DATA_DIR, the folder of the stores that are started here and of the logs (.data).

const say = (line: string) => process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const stopping = new AbortController();
  let service: Service | undefined;
  onStopRequest(
    {
      stop: () => {
        say("stopping");
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
      log: say,
      signal: stopping.signal,
    });
    process.stdout.write(`ready ${service.url}\n`);
    const error = await service.ended;
    if (error) throw error;
  } catch (error) {
    if (stopping.signal.aborted) return;
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

await main();
