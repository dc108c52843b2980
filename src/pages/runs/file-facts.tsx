import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { apiHrefOf, type ShownRun } from "./shown-run.ts";

const formats: Readonly<Record<string, string>> = {
  "frame-csv": "capture of frame times",
  "3dmark-xml": "3DMark export",
};

/** Labels of the hardware and the settings of a run. */
const names: Readonly<Record<string, string>> = {
  processor: "Processor",
  gpu: "Graphics card",
  ram: "Memory",
  motherboard: "Motherboard",
  os: "Operating system",
  driver: "Graphics driver",
  resolution: "Resolution",
  preset: "Preset",
  api: "Graphics interface",
  notes: "Notes",
};

interface Fact {
  name: string;
  value: string;
}

/** Origin of a result: its file, the typed settings, and the hardware that the file names. */
export function RunFacts({ run }: { run: ShownRun }) {
  const settings = factsOf(run.settings);
  const recorded = factsOf(run.recorded_on);
  return (
    <>
      {settings.length > 0 && <Facts title="Settings" id="settings" facts={settings} />}
      {recorded.length > 0 && <Facts title="Recorded on" id="recorded" facts={recorded} />}
      <Facts title="Where it comes from" id="source" facts={sourceOf(run)} />
      {run.file?.name !== undefined && run.file.is_removed !== true && (
        <p>
          <a href={apiHrefOf(run.run_id, "/file")} download>
            Download your file
          </a>
        </p>
      )}
    </>
  );
}

function Facts({ title, id, facts }: { title: string; id: string; facts: readonly Fact[] }) {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl class="facts">
        {facts.map(({ name, value }) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}

function factsOf(values: object | null | undefined): Fact[] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? [{ name: names[name] ?? name, value }] : [],
  );
}

/** Returns the facts about the file of a run. Only the submitter of the file sees its name and its digest. */
function sourceOf(run: ShownRun): Fact[] {
  const { file, metrics, recording, reader_version, created_at, completed_at } = run;
  const { tool, test, passes } = (metrics ?? {}) as { tool?: string; test?: string; passes?: number };
  const facts: [string, string | undefined][] = [
    ["Sent", timeOf(created_at)],
    ["File", file === null ? sourceWithoutFile(run) : describe(file)],
    ["Name", file?.name],
    ["SHA-256", file?.sha256],
    ["Written by", tool],
    ["Test", test],
    ["Passes", passes === undefined ? undefined : String(passes)],
    ["Recording", recording === undefined ? undefined : `number ${recording} of the file`],
    ["Read", file !== null && completed_at !== null ? timeOf(completed_at) : undefined],
    ["Readers", reader_version === null ? undefined : `version ${reader_version}`],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** Says where a run without a file comes from. Only made-up results of benchmarks that take files have no file. */
function sourceWithoutFile({ benchmark_id }: ShownRun): string {
  const { kind, is_of_games } = benchmarkTypeOf(benchmark_id);
  if (kind === "score") return "none: the score was typed in";
  return `none: ${is_of_games ? "frame times" : "figures"} made up for the demonstration`;
}

function describe({ format, bytes, is_removed }: NonNullable<ShownRun["file"]>): string {
  const kept = is_removed === true ? ", kept no longer" : "";
  return `${formats[format ?? ""] ?? "file"}, ${sizeOf(bytes)}${kept}`;
}

/** Returns a readable size: "47.1 KiB". */
function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const inMebibytes = bytes / 1024 ** 2;
  return inMebibytes < 1
    ? `${formatFigure(bytes / 1024, "KiB", 1)} KiB`
    : `${formatFigure(inMebibytes, "MiB", 1)} MiB`;
}

/** Returns a time in UTC, because the server does not know the visitor's time zone: "2026-11-21 18:04 UTC". */
function timeOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
