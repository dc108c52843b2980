import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { projectUrl } from "../helpers/project-files.ts";

/** A panel of the Grafana dashboard. A panel that is only a heading (a row) has no targets. */
export interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: readonly { refId: string; expr: string; legendFormat: string }[];
  fieldConfig?: { defaults: { unit: string } };
}

/** An alert rule of Prometheus: the alert fires while the expression `expr` has a result. */
export interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

const read = (name: string) => readFileSync(projectUrl(`docs/operations/${name}`), "utf8");

/** Reads the Grafana dashboard of docs/operations/grafana-board.json. */
export function readBoard(): { title: string; panels: readonly Panel[] } {
  return JSON.parse(read("grafana-board.json")) as { title: string; panels: readonly Panel[] };
}

/** Returns the alert rules of all groups in docs/operations/alerts.yaml. */
export function readAlerts(): Alert[] {
  const { groups } = parse(read("alerts.yaml")) as { groups: readonly { rules: readonly Alert[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Reads the table of metrics in docs/operations/metrics.md: a row for each metric. */
export function readMetricsTable(): { name: string; type: string; labels: string; meaning: string }[] {
  return read("metrics.md")
    .split("\n")
    .filter((line) => /^\| `\w+` +\| (?:counter|gauge|histogram|summary) /.test(line))
    .map((line) => {
      const [name = "", type = "", labels = "", meaning = ""] = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      return { name: name.replaceAll("`", ""), type, labels, meaning };
    });
}
