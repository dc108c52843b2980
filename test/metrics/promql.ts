import { parser } from "@prometheus-io/lezer-promql";

/** The metrics and labels that a PromQL expression uses. */
export interface Question {
  /** The metrics that the expression reads, with the labels that select their series. */
  metrics: readonly { name: string; labels: readonly string[] }[];
  /** The labels by which the expression groups or joins results. */
  groupings: readonly string[];
}

/** Labels that Prometheus adds to each series. */
const ADDED_LABELS = ["instance", "job"];

/** Parses a PromQL expression by the grammar of Prometheus. Throws an Error if the expression is invalid. */
export function readPromql(expression: string): Question {
  // Grafana replaces the variable $__rate_interval by a range, so the test does, too.
  const text = expression.replaceAll("$__rate_interval", "5m");
  const metrics: { name: string; labels: string[] }[] = [];
  const groupings: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      const found = text.slice(from, to);
      if (type.isError) throw new Error(`no PromQL at character ${from}: ${text}`);
      if (type.name === "VectorSelector") {
        const name = node.getChild("Identifier");
        if (!name) throw new Error(`expected the name of a metric: ${found}`);
        metrics.push({ name: text.slice(name.from, name.to), labels: [] });
      }
      if (type.name !== "LabelName") return;
      if (node.parent?.name === "GroupingLabels") groupings.push(found);
      else metrics.at(-1)?.labels.push(found);
    },
  });
  return { metrics, groupings };
}

/**
 * Returns the faults of a PromQL expression, a sentence for each. `known` has the labels of each metric by its name.
 */
export function faultsOf(expression: string, known: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const { metrics, groupings } = readPromql(expression);
  const labelsOf = (name: string) => [...(known.get(name) ?? []), ...ADDED_LABELS];
  const all = new Set(metrics.flatMap(({ name }) => labelsOf(name)));
  return [
    ...metrics.flatMap(({ name, labels }) =>
      known.has(name)
        ? labels
            .filter((label) => !labelsOf(name).includes(label))
            .map((label) => `${name} has no label ${label}`)
        : [`there is no metric ${name}`],
    ),
    ...groupings.filter((label) => !all.has(label)).map((label) => `nothing has the label ${label}`),
  ];
}
