/** Calls of stores by `<store> <command>`, as the metrics of a process count them. */
export type CallCounts = Readonly<Record<string, number>>;

const COUNT = /^pcb_store_call_duration_seconds_count\{(?<labels>[^}]*)\} (?<count>\d+)$/gm;

/** What the service does from time to time beside the work is less than this for a piece of it. */
const OFTEN_ENOUGH = 0.5;

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
 * Checks that a yardstick makes the calls that the service makes: without that it would be a measure of something else.
 * Calls that the service makes more seldom than for every other piece of work are not its calls for that work.
 * @param expected the calls of the yardstick for one piece of work
 * @param work has the service do so many pieces of work
 * @throws Error where the service makes other calls
 */
export async function requireSameCalls(
  metricsUrl: string,
  expected: CallCounts,
  { count, work }: { count: number; work: () => Promise<unknown> },
): Promise<void> {
  // Telling the metrics takes calls itself, the same each time.
  const earlier = await countCalls(metricsUrl);
  const before = await countCalls(metricsUrl);
  await work();
  const after = await countCalls(metricsUrl);
  const callsOf = (call: string) => {
    const [first = 0, second = 0, third = 0] = [earlier, before, after].map((counts) => counts.get(call));
    return third - second - (second - first);
  };
  const others = [...after.keys()].filter(
    (call) => !(call in expected) && callsOf(call) / count > OFTEN_ENOUGH,
  );
  const calls = [...Object.keys(expected), ...others.toSorted()];
  const found = Object.fromEntries(calls.map((call) => [call, callsOf(call) / count]));
  const [wanted, made] = [JSON.stringify(expected), JSON.stringify(found)];
  if (wanted !== made)
    throw new Error(`the service has changed: expected the calls of the yardstick, ${wanted}, found ${made}`);
}
