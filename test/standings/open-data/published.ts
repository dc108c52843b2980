import type { Client } from "../../helpers/client.ts";
import type { TestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";

/** A line of a download of the open data. */
export type Line = Readonly<Record<string, string | number | null>>;

/** Returns the lines of a download of the open data as NDJSON. */
export async function linesOf(client: Pick<Client, "get">, path: string): Promise<Line[]> {
  const { status, text } = await client.get(path);
  if (status !== 200) throw new Error(`expected 200 at ${path}, found ${status}: ${text}`);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

/** Returns the lines of a download as soon as it has the given number of lines. */
export async function untilPublished(
  client: Pick<Client, "get">,
  path: string,
  count: number,
): Promise<Line[]> {
  let lines: Line[] = [];
  const hasAll = async () => (lines = await linesOf(client, path)).length === count;
  await until(hasAll, `${path} has ${count} lines`);
  return lines;
}

/** Returns the pseudonym by which the open data names a run. */
export function resultOf({ services }: Pick<TestService, "services">, runId: string): string {
  return services.serverSecret.pseudonymOf("open data", "result", runId).slice(0, 32);
}

/** Ranks all runs that have changed. */
export async function rankAll({ services }: Pick<TestService, "services">): Promise<void> {
  while ((await services.standings.sweep.run()) > 0);
}
