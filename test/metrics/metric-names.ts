/** A metric as the text format of Prometheus describes it, with the names of all labels of its series. */
interface MetricFamily {
  name: string;
  type: string;
  help: string;
  labels: ReadonlySet<string>;
}

const BASE_UNITS = new Set([
  "amperes",
  "bytes",
  "celsius",
  "grams",
  "joules",
  "kelvin",
  "meters",
  "seconds",
  "volts",
]);
const OTHER_UNITS = new Set(
  "minutes hours days weeks kelvins fahrenheit rankine inches yards miles bits calories pounds ounces".split(
    " ",
  ),
);
const PREFIX =
  /^(?:pico|nano|micro|milli|centi|deci|deca|hecto|kilo|kibi|mega|mibi|giga|gibi|tera|tebi|peta|pebi)/;
const ABBREVIATED_UNITS = new Set("s ms us ns sec b kb mb gb tb pb m h d".split(" "));
const TYPES = new Set(["counter", "gauge", "histogram", "summary"]);

/**
 * Returns what `promtool check metrics` finds wrong with the names and texts of metrics, as sentences. The rules are
 * those of the package promlint of Prometheus's client for Go (client_golang 1.20).
 * @param text metrics in the text format of Prometheus
 */
export function faultsOfNames(text: string): string[] {
  return readFamilies(text).flatMap((family) => rulesBroken(family).map((rule) => `${family.name}: ${rule}`));
}

function rulesBroken({ name, type, help, labels }: MetricFamily): string[] {
  const parts = name.toLowerCase().split("_");
  const isNoBaseUnit = (part: string) => {
    const unit = part.replace(PREFIX, "");
    return OTHER_UNITS.has(part) || (unit !== part && (BASE_UNITS.has(unit) || OTHER_UNITS.has(unit)));
  };
  const [isHistogram, isSummary] = [type === "histogram", type === "summary"];
  const rules: [boolean, string][] = [
    [help === "", "has no help text"],
    [type === "counter" && !name.endsWith("_total"), "is a counter and does not end with _total"],
    [type !== "counter" && name.endsWith("_total"), "is no counter and ends with _total"],
    [type !== "gauge" && name.endsWith("_timestamp_seconds"), "is no gauge and ends with _timestamp_seconds"],
    [!isHistogram && name.endsWith("_bucket"), "is no histogram and ends with _bucket"],
    [!isHistogram && !isSummary && /_(?:count|sum)$/.test(name), "ends with _count or _sum"],
    [!isHistogram && labels.has("le"), "is no histogram and has the label le"],
    [!isSummary && labels.has("quantile"), "is no summary and has the label quantile"],
    [parts.slice(1).some((part) => TYPES.has(part)), "names its type"],
    [name.includes(":"), "contains a colon"],
    [[name, ...labels].some((word) => /[a-z][A-Z]/.test(word)), "is in camelCase, or has such a label"],
    [parts.slice(1).some((part) => ABBREVIATED_UNITS.has(part)), "abbreviates a unit"],
    [parts.some(isNoBaseUnit), "has another unit than the base unit"],
  ];
  return rules.flatMap(([isBroken, rule]) => (isBroken ? [rule] : []));
}

function readFamilies(text: string): MetricFamily[] {
  const families = new Map<string, MetricFamily & { labels: Set<string> }>();
  for (const line of text.split("\n")) {
    const [, keyword, named = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    const family = families.get(named) ?? { name: named, type: "untyped", help: "", labels: new Set() };
    if (keyword === "HELP") families.set(named, { ...family, help: rest });
    if (keyword === "TYPE") families.set(named, { ...family, type: rest });
    const [, name = "", labels = ""] = /^([\w:]+)\{(.*)\} \S+$/.exec(line) ?? [];
    const own = families.get(name) ?? families.get(name.replace(/_(?:bucket|count|sum)$/, ""));
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) own?.labels.add(label);
  }
  return [...families.values()];
}
