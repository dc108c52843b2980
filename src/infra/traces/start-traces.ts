import { noTraces, type Traces } from "./traces.ts";

interface TraceSettings {
  TRACES_URL?: string | undefined;
  TRACES_SAMPLE_PERCENT: number;
}

/**
 * Starts the tracing of a process, which sends its traces to TRACES_URL. Without TRACES_URL nothing is traced, and no
 * module of OpenTelemetry is loaded.
 * @param process the name of the process: `web` or `worker`
 */
export async function startTraces(settings: TraceSettings, process: string): Promise<Traces> {
  const { TRACES_URL: url, TRACES_SAMPLE_PERCENT: percent } = settings;
  if (url === undefined) return noTraces;
  const { startOpenTelemetry } = await import("./open-telemetry.ts");
  return startOpenTelemetry({ url, process, sampledShare: percent / 100 });
}
