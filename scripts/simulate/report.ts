import { assumptions } from "./drawn-population.ts";
import { furtherAssumptions } from "./growth.ts";
import type { Installation } from "./simulate-installation.ts";

/** Returns the report of a simulated installation, as tables in Markdown. */
export function reportOf({ size, totals, collections, objectStoreBytes, balances }: Installation): string {
  const all = collections.reduce(
    (sum, { documents, bytes, indexBytes }) => ({
      documents: sum.documents + documents,
      bytes: sum.bytes + bytes,
      indexBytes: sum.indexBytes + indexBytes,
    }),
    { documents: 0, bytes: 0, indexBytes: 0 },
  );
  const row = ({ collection, documents, bytes, indexBytes, indexes, shardKey }: Row) => [
    collection,
    count(documents),
    inUnits(bytes),
    count(bytes / Math.max(1, documents)),
    String(indexes.length),
    inUnits(indexBytes),
    shardKey ?? "one shard",
  ];
  return [
    `${count(size.accounts)} accounts, ${count(size.runs)} runs over ${assumptions.months} months, files in ${size.files === "s3" ? "an object store" : "GridFS"}, ${size.shards} shards, seed ${size.seed}`,
    table(
      ["collection", "documents", "data", "bytes each", "indexes", "index data", "shard key"],
      [
        ...collections.map(row),
        row({
          ...all,
          collection: "all",
          indexes: collections.flatMap(({ indexes }) => indexes),
          shardKey: "",
        }),
      ],
    ),
    ...(objectStoreBytes > 0 ? [`The object store has ${inUnits(objectStoreBytes)} of result files.`] : []),
    `A shard has about ${inUnits(all.bytes / size.shards)} of data and ${inUnits(all.indexBytes / size.shards)} of indexes, before compression and replicas.`,
    table(
      ["shard key", "spreads", "busiest shard", "emptiest shard", "keys drawn", "chosen"],
      balances.map(({ key, what, most, least, drawnKeys, isChosen }) => [
        key,
        what,
        `${most.toFixed(3)} of the average`,
        least.toFixed(3),
        count(drawnKeys),
        isChosen ? "yes" : "no",
      ]),
    ),
    ...balances.flatMap(({ key, note }) => (note === "" ? [] : [`${key}: ${note}`])),
    `Drawn: ${count(totals.builds)} builds, ${count(totals.scoreRuns)} scores, ${count(totals.captureRuns)} captures, ${count(totals.exportRuns)} 3DMark exports, ${count(totals.failedRuns)} failed files, ${count(totals.submissions)} submissions.`,
    `Assumed: ${Object.entries({ ...assumptions, ...furtherAssumptions })
      .map(([name, value]) => `${name} ${value}`)
      .join(", ")}.`,
    "Bytes of documents are those of BSON, measured in documents that the services have made. Index data is computed for whole entries: " +
      "prefix compression makes real indexes smaller, half-full pages make them larger.",
  ].join("\n\n");
}

type Row = Installation["collections"][number];

const count = (value: number): string => Math.round(value).toLocaleString("en");

function inUnits(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${(bytes / 1000 ** power).toPrecision(3)} ${units[power]}`;
}

/** Returns a table in Markdown, each column as wide as its widest cell. */
function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = names.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(names), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
