/** Numbers of store calls by `<store> <command>`, from the metrics of a process. */
export type CallCounts = Readonly<Record<string, number>>;

const COUNT = /^pcb_store_call_duration_seconds_count\{(?<labels>[^}]*)\} (?<count>\d+)$/gm;

/** Reads how many calls of each kind a process has made since its start. */
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
 * Returns how many store calls of each kind a process makes for one piece of work. Periodic calls of the process during
 * the measurement amount to less than half a call for each piece of work, so that rounding removes them.
 * @param work has the process do `count` pieces of work
 */
export async function callsOfWork(
  metricsUrl: string,
  { count, work }: { count: number; work: () => Promise<unknown> },
): Promise<CallCounts> {
  // Reading the metrics causes store calls itself, the same number each time. Count these calls first, so that they can
  // be subtracted.
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
