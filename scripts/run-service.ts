import process from "node:process";
import { onStopRequest, startService, type Service } from "../embedded/index.ts";
import { loadEnvFile } from "../src/config.ts";
import { dataDir, writeStoresFile } from "./script-config.ts";

/** Says something to the person who watches, beside what a program may read on standard output. */
const tell = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Runs the whole service on this machine until it is told to stop, or until one part of it ends by itself (exit code 1).
 * Variables, from the environment or a file `.env`: the settings of src/config.ts, and DATA_DIR.
 * @param onReady called when all of it is up; answers whether to go on serving
 */
export async function runService(onReady: (service: Service) => Promise<boolean>): Promise<void> {
  loadEnvFile();
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
      dataDir: dataDir(),
      given: process.env,
      log: tell,
      signal: stopping.signal,
    });
    await serve(service, onReady);
  } catch (error) {
    if (stopping.signal.aborted) return;
    tell(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await service?.stop();
  }
}

async function serve(service: Service, onReady: (service: Service) => Promise<boolean>): Promise<void> {
  const removeStoresFile = writeStoresFile(service.env);
  try {
    if (!(await onReady(service))) return;
    const error = await service.ended;
    if (error) throw error;
  } finally {
    removeStoresFile();
  }
}
