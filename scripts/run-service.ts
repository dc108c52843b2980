import process from "node:process";
import { onStopRequest, startService, type Service } from "../embedded/index.ts";
import { loadEnvironment, parseConfig, settingsWithoutEffect } from "../src/config.ts";
import { messageOf } from "../src/infra/message-of.ts";
import { openDoorWarning, warningsOf } from "../src/settings/warnings.ts";
import { dataDir, writeStoresFile } from "./script-config.ts";

/** Writes a line for people to standard error, because programs may read standard output. */
const tell = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Runs the whole service on this machine until a signal asks this process to stop, or until a process of the service
 * ends by itself (exit code 1). Settings come from the environment or a file `.env`: those of src/config.ts, and
 * DATA_DIR.
 * @param onReady called when the whole service is ready; returns whether to keep serving
 */
export async function runService(onReady: (service: Service) => Promise<boolean>): Promise<void> {
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
    loadEnvironment();
    for (const fault of settingsWithoutEffect()) tell(fault);
    service = await startService({
      dataDir: dataDir(),
      given: process.env,
      log: tell,
      signal: stopping.signal,
    });
    warnOfDangers(service);
    await serve(service, onReady);
  } catch (error) {
    if (stopping.signal.aborted) return;
    tell(messageOf(error));
    process.exitCode = 1;
  } finally {
    await service?.stop();
  }
}

/**
 * Prints the warnings that web and worker write only into their logs, just before the line that says that the service
 * is ready.
 */
function warnOfDangers({ env }: Service): void {
  const config = parseConfig(env);
  for (const warning of warningsOf(config)) tell(warning);
  const openDoor = openDoorWarning(config);
  if (openDoor !== null) tell(openDoor);
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
