/** The samples of one metric in a text in the format of Prometheus. */
export interface Samples {
  /** The names of all labels that occur in the samples. */
  labels: ReadonlySet<string>;
  series: readonly { labels: Readonly<Record<string, string>>; value: number }[];
}

const SAMPLE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;

/**
 * Parses the text format of Prometheus. Returns the samples by the names of their metrics. Throws an Error at a line
 * that is neither a comment nor a sample.
 */
export function readExposition(text: string): ReadonlyMap<string, Samples> {
  const found = new Map<string, { labels: Set<string>; series: Samples["series"][number][] }>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, name, inBraces = "", value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) throw new Error(`expected a sample, found ${line}`);
    const pairs = [...inBraces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, label = "", content = ""]) => [label, content] as const,
    );
    const samples = found.get(name) ?? { labels: new Set(), series: [] };
    for (const [label] of pairs) samples.labels.add(label);
    samples.series.push({ labels: Object.fromEntries(pairs), value: Number(value) });
    found.set(name, samples);
  }
  return found;
}

/** Returns the sum of a metric's samples whose labels have the given values. */
export function sumOf(
  metrics: ReadonlyMap<string, Samples>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const wanted = Object.entries(labels);
  return (metrics.get(name)?.series ?? [])
    .filter((one) => wanted.every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
