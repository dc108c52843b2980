/** Calls of stores by `<store> <command>`, as the metrics of a process count them. */
export type CallCounts = Readonly<Record<string, number>>;

const COUNT = /^pcb_store_call_duration_seconds_count\{(?<labels>[^}]*)\} (?<count>\d+)$/gm;

/** Reads how many calls of each kind a process has made so far. */
async function countCalls(metricsUrl: string): Promise<Map<string, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const labelOf = (labels: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(labels)?.[1] ?? "";
  return new Map(
    [...text.matchAll(COUNT)].map(({ groups: { labels = "", count = "" } = {} }) => [
      `${labelOf(labels, "store")} ${labelOf(labels, "operation")}`,
      Number(count),
    ]),
  );
}

/**
 * Returns how many calls of each kind a process makes for a piece of work. What it does from time to time beside the work is less than
 * a half for each piece, and so not counted.
 * @param work has the process do so many pieces of work
 */
export async function callsOfWork(
  metricsUrl: string,
  { count, work }: { count: number; work: () => Promise<unknown> },
): Promise<CallCounts> {
  // Telling the metrics takes calls itself, the same each time.
  const earlier = await countCalls(metricsUrl);
  const before = await countCalls(metricsUrl);
  await work();
  const after = await countCalls(metricsUrl);
  const calls = [...after].map(([call, third]) => {
    const [first = 0, second = 0] = [earlier.get(call), before.get(call)];
    return [call, Math.round((third - second - (second - first)) / count)] as const;
  });
  return Object.fromEntries(calls.filter(([, made]) => made > 0));
}
