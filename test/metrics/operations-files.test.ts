import test from "ava";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { collectProcessMetrics } from "../../src/metrics/process-metrics.ts";
import { faultsOfNames } from "./metric-names.ts";
import { readAlerts, readBoard, readMetricsTable } from "./operations-files.ts";
import { faultsOf, readPromql } from "./promql.ts";

interface RegisteredMetric {
  name: string;
  help: string;
  type: unknown;
  labelNames: readonly string[];
}

const metrics = createMetrics();
collectProcessMetrics(metrics.registry, "web");
const registered = metrics.registry.getMetricsAsArray() as unknown as RegisteredMetric[];

test("docs/operations/metrics.md lists every metric with its type, its labels and its meaning, and no other", (t) => {
  const expected = registered.map(({ name, type, labelNames, help }) => ({
    name,
    type: String(type),
    labels: labelNames.join(", "),
    meaning: help,
  }));
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  t.deepEqual(readMetricsTable().toSorted(byName), expected.toSorted(byName));
});

test("the names and texts of all metrics keep the rules of promtool check metrics", async (t) => {
  t.deepEqual(faultsOfNames(await metrics.registry.metrics()), []);
});

for (const [metric, rule] of [
  ["# TYPE a_seconds gauge\na_seconds 1", "has no help text"],
  ["# HELP a_errors x\n# TYPE a_errors counter\na_errors 1", "is a counter and does not end with _total"],
  ["# HELP a_total x\n# TYPE a_total gauge\na_total 1", "is no counter and ends with _total"],
  [
    "# HELP a_timestamp_seconds x\n# TYPE a_timestamp_seconds histogram\na_timestamp_seconds_sum 1",
    "is no gauge and ends with _timestamp_seconds",
  ],
  ["# HELP a_bucket x\n# TYPE a_bucket gauge\na_bucket 1", "is no histogram and ends with _bucket"],
  ["# HELP a_count x\n# TYPE a_count gauge\na_count 1", "ends with _count or _sum"],
  ['# HELP a x\n# TYPE a gauge\na{le="1"} 1', "is no histogram and has the label le"],
  ['# HELP a x\n# TYPE a gauge\na{quantile="1"} 1', "is no summary and has the label quantile"],
  ["# HELP a_gauge x\n# TYPE a_gauge gauge\na_gauge 1", "names its type"],
  ["# HELP a:b x\n# TYPE a:b gauge\na:b 1", "contains a colon"],
  ['# HELP a x\n# TYPE a gauge\na{inUse="1"} 1', "is in camelCase, or has such a label"],
  ["# HELP a_ms x\n# TYPE a_ms gauge\na_ms 1", "abbreviates a unit"],
  ["# HELP a_kilobytes x\n# TYPE a_kilobytes gauge\na_kilobytes 1", "has another unit than the base unit"],
] as const)
  test(`the check of the metrics' names finds a metric that ${rule}`, (t) => {
    const [, name = ""] = /^# \w+ (\S+)/.exec(metric) ?? [];
    t.deepEqual(faultsOfNames(`${metric}\n`), [`${name}: ${rule}`]);
  });

test("no metric has a label that Prometheus adds to each series, because the label of Prometheus would replace it", (t) => {
  const taken = registered.filter(({ labelNames }) =>
    labelNames.some((name) => ["job", "instance"].includes(name)),
  );
  t.deepEqual(taken, []);
});

test("the panels of the metrics dashboard have unique ids, cover the grid without gap or overlap, and have title, description and unit", (t) => {
  const { panels } = readBoard();
  t.is(new Set(panels.map(({ id }) => id)).size, panels.length);
  const cells = new Map<string, string>();
  for (const { title, gridPos } of panels)
    for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        t.is(cells.get(`${x} ${y}`), undefined, `${title} lies on another panel`);
        cells.set(`${x} ${y}`, title);
      }
  const height = Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h));
  t.is(cells.size, 24 * height, "every row of the dashboard is full");
  for (const { title, type, description = "", fieldConfig, targets = [] } of panels.filter(
    (panel) => panel.type !== "row",
  )) {
    t.not(title, "");
    t.not(description, "", title);
    t.not(fieldConfig?.defaults.unit, undefined, title);
    t.true(targets.length > 0, title);
    t.true(type === "stat" || targets.every(({ legendFormat }) => legendFormat !== ""), title);
  }
});

test("legends of the metrics dashboard name only labels that the PromQL expression of their panel keeps", (t) => {
  for (const { title, targets = [] } of readBoard().panels)
    for (const { expr, legendFormat } of targets) {
      const { groupings } = readPromql(expr);
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      const kept = groupings.length > 0 ? groupings : ["instance", "job"];
      t.deepEqual(
        named.filter((label) => !kept.includes(label)),
        [],
        title,
      );
    }
});

test("every alert rule of the metrics has a unique name, a severity, a summary and a description of what to do", (t) => {
  const alerts = readAlerts();
  t.true(alerts.length > 0);
  t.is(new Set(alerts.map(({ alert }) => alert)).size, alerts.length);
  for (const { alert, labels, annotations } of alerts) {
    t.true(["critical", "warning"].includes(labels.severity), alert);
    t.regex(annotations.summary, /^\S.*[^.]$/, alert);
    t.regex(annotations.description, /^\S.*\.$/, alert);
  }
});

test("the check of PromQL expressions finds invalid PromQL, unknown metrics and unknown labels", (t) => {
  const known = new Map([["a_total", new Set(["status"])]]);
  t.deepEqual(faultsOf(`sum by (status) (rate(a_total{status=~"5.."}[$__rate_interval]))`, known), []);
  t.deepEqual(faultsOf(`sum by (route) (rate(a_total{code="5"}[5m])) / b_total`, known), [
    "a_total has no label code",
    "there is no metric b_total",
    "nothing has the label route",
  ]);
  t.throws(() => faultsOf("sum(rate(a_total[5m])", known), { message: /no PromQL/ });
});
