import type { ComponentChildren } from "preact";
import { benchmarkTypeOf, gameSettingsOf } from "../../benchmarks/index.ts";
import { foldResolution, shownResolution } from "../../standings/index.ts";
import { bytesText } from "../builds/words.ts";
import { Moment } from "../layout/figures.tsx";
import { settingNames } from "../submit/submission-fields.ts";
import { hrefOfEdit } from "./edit-run.tsx";
import { apiHrefOf, nameOfBenchmark, type ShownRun } from "./shown-run.ts";

const formats: Readonly<Record<string, string>> = {
  "frame-csv": "capture of frame times",
  "3dmark-xml": "3DMark export",
};

/** Labels of the hardware that a file names. */
const hardwareNames: Readonly<Record<string, string>> = {
  processor: "Processor",
  gpu: "Graphics card",
  ram: "Memory",
  motherboard: "Motherboard",
};

interface Fact {
  name: string;
  value: ComponentChildren;
}

/**
 * The settings of a result, the hardware that its file names, and where the result is from.
 * @param props.isChangeable whether the page has the form in which the visitor changes the run
 */
export function RunFacts({ run, isChangeable }: { run: ShownRun; isChangeable: boolean }) {
  const settings = settingsOf(run);
  const hardware = textsOf(run.recorded_on, hardwareNames);
  return (
    <>
      {(isChangeable ? settings.length > 0 : settings.some((fact) => !isInTitle(fact, run))) && (
        <Facts title="Settings" id="settings" facts={settings}>
          {isChangeable && (
            <p>
              <a class="action" href={hrefOfEdit(run.run_id)}>
                Correct the settings
              </a>
            </p>
          )}
        </Facts>
      )}
      {hardware.length > 0 && <Facts title="Hardware in the file" id="recorded" facts={hardware} />}
      <Facts title="Source" id="source" facts={sourceOf(run)}>
        {run.file?.name !== undefined && run.file.is_removed !== true && (
          <p>
            <a class="action" href={apiHrefOf(run.run_id, "/file")} download>
              Download your file
            </a>
          </p>
        )}
        <details>
          <summary>{run.file === null ? "For programs" : "How the file was read"}</summary>
          <FactList facts={technicalFactsOf(run)} />
        </details>
      </Facts>
    </>
  );
}

interface TextFact extends Fact {
  value: string;
}

interface FactsProps {
  title: string;
  id: string;
  facts: readonly Fact[];
  children?: ComponentChildren;
}

function Facts({ title, id, facts, children }: FactsProps) {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <FactList facts={facts} />
      {children}
    </section>
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value }) => (
        <>
          <dt>{name}</dt>
          <dd>{typeof value === "string" ? <bdi>{value}</bdi> : value}</dd>
        </>
      ))}
    </dl>
  );
}

/**
 * Returns the values of those fields that have a label in `names` and contain a non-empty text, each with its label.
 */
function textsOf(values: object | null | undefined, names: Readonly<Record<string, string>>): TextFact[] {
  const texts = (values ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(names).flatMap(([field, name]) => {
    const value = texts[field];
    return typeof value === "string" && value !== "" ? [{ name, value }] : [];
  });
}

/** Returns the settings of a run. If the file names another value than a typed setting, the value shows both. */
function settingsOf(run: ShownRun): Fact[] {
  const inFile = textsOf(run.recorded_on, settingNames);
  return textsOf(run.settings, settingNames).map(({ name, value }) => {
    const recorded = inFile.find((fact) => fact.name === name)?.value;
    if (recorded === undefined || isSame(recorded, value)) return { name, value };
    const isRankedBy = name === settingNames.resolution && benchmarkTypeOf(run.benchmark_id).is_of_games;
    return { name, value: <OtherInFile typed={value} recorded={recorded} isRankedBy={isRankedBy} /> };
  });
}

/** Returns whether the line below the title of a run states a setting: the resolution and the preset of a game. */
function isInTitle({ name, value }: Fact, run: ShownRun): boolean {
  if (!benchmarkTypeOf(run.benchmark_id).is_of_games) return false;
  const { resolution, preset } = gameSettingsOf(run);
  if (name === settingNames.resolution) return resolution !== undefined && value === run.settings?.resolution;
  return name === settingNames.preset && preset !== undefined && value === preset;
}

/** Whether two texts mean the same setting, such as "1080p" and "1920 × 1080", or "DX12" and "dx 12". */
const isSame = (one: string, other: string) => foldResolution(one) === foldResolution(other);

/** A typed setting, and the other value that the file names for the setting. */
function OtherInFile({ typed, recorded, isRankedBy }: OtherInFileProps) {
  return (
    <>
      <bdi>{typed}</bdi>
      <div class="note">
        The file says <bdi>{isRankedBy ? shownResolution(recorded) : recorded}</bdi>
        {isRankedBy && "; rankings use that"}.
      </div>
    </>
  );
}

interface OtherInFileProps {
  typed: string;
  recorded: string;
  /** Whether runs are ranked by the setting. */
  isRankedBy: boolean;
}

/** Returns where a result comes from. Only the submitter of a file sees the name of the file. */
function sourceOf(run: ShownRun): Fact[] {
  const { file, metrics, recording, created_at } = run;
  const { tool, test, application } = (metrics ?? {}) as {
    tool?: string;
    test?: string;
    application?: string | null;
  };
  const isTitle = application?.toLowerCase() === nameOfBenchmark(run).toLowerCase();
  return knownOf([
    ["Submitted", <Moment at={created_at} />],
    ["File", file === null ? sourceWithoutFile(run) : describe(file)],
    ["Name", file?.name],
    ["Written by", tool],
    ["Test", test],
    ["Program", isTitle ? undefined : (application ?? undefined)],
    ["Recording", recording === undefined ? undefined : `number ${recording} of the file`],
  ]);
}

/** Returns when and by which reader version a file was read, its digest for the submitter, and the link to the JSON. */
function technicalFactsOf({ file, error, reader_version, completed_at, url }: ShownRun): Fact[] {
  const line = error?.line === undefined ? "" : ` in line ${error.line}`;
  return knownOf([
    ["Reason", error ? <code>{`${error.code}${line}`}</code> : undefined],
    ["Read", file !== null && completed_at !== null ? <Moment at={completed_at} /> : undefined],
    [
      "By",
      reader_version === null ? undefined : `version ${reader_version} of this site’s program for such files`,
    ],
    ["Checksum (SHA-256)", file?.sha256],
    [
      "For programs",
      <a class="action" href={new URL(url).pathname}>
        the data of this run (JSON)
      </a>,
    ],
  ]);
}

function knownOf(facts: readonly (readonly [name: string, value: ComponentChildren])[]): Fact[] {
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

/** Says where a run without a file comes from. Of benchmarks that take files, only made-up results have no file. */
function sourceWithoutFile({ benchmark_id }: ShownRun): string {
  const { kind, is_of_games } = benchmarkTypeOf(benchmark_id);
  if (kind === "score") return "none: the score was typed in";
  return `none: ${is_of_games ? "frame times" : "figures"} made up for the demonstration`;
}

function describe({ format, bytes, is_removed }: NonNullable<ShownRun["file"]>): string {
  const kept = is_removed === true ? ", kept no longer" : "";
  return `${formats[format ?? ""] ?? "file"}, ${bytesText(bytes)}${kept}`;
}
