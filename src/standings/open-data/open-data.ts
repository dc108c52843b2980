import { Readable } from "node:stream";
import { csvLineOf } from "../../answers/csv.ts";
import type { BenchmarkType, PublishedRun, RunsRepository } from "../../benchmarks/index.ts";
import type { BuildsRepository } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import { inBatches } from "../../infra/batches.ts";
import type { ServerSecret } from "../../infra/server-secret.ts";
import type { Catalogue } from "../../products/index.ts";
import { categoryFaults, requireTypeIn } from "../lists/require-category.ts";
import { rankingOf } from "../model/entry.ts";
import { columnsOf, type Column, type PublishedResult } from "./columns.ts";
import { cursorOf, readCursor } from "./cursors.ts";

/**
 * The number of runs in one chunk of the download of the open data. The builds and parts of these runs are read
 * together.
 */
const BATCH = 100;
/** The number of characters of an id in the open data: 128 bits in hexadecimal digits. */
const ID_CHARACTERS = 32;

/**
 * The parameters of a download of the open data: the benchmark variant, and the cursor after which the download
 * begins.
 */
export interface AskedData {
  variant?: string | undefined;
  since?: string | undefined;
}

/** The file formats in which the open data can be downloaded. */
export type DataFormat = "ndjson" | "csv";

/** The service that publishes all ranked results of a benchmark. */
export type OpenData = ReturnType<typeof createOpenData>;

/** Creates the service of the open data. docs/data.md describes their columns, and which data they leave out. */
export function createOpenData(deps: OpenDataDeps) {
  const { benchmarkTypes, serverSecret } = deps;
  const faultsIn = (type: BenchmarkType, { variant, since }: AskedData): Fault[] => [
    ...categoryFaults(type, { variant }),
    ...(since !== undefined && !readCursor(since, serverSecret) ? [noCursor] : []),
  ];
  return {
    /** Returns the errors in the parameters of a request for the open data. @throws NotFoundError */
    faultsOf: (benchmarkId: number, asked: AskedData): Fault[] =>
      faultsIn(requireTypeIn(benchmarkTypes, benchmarkId), asked),

    /**
     * Checks a request for the open data. Returns a function that begins the download: a stream of text, of which
     * only a few chunks are in memory at a time. The caller must read the stream to its end or destroy it, which
     * closes the cursor of MongoDB.
     * @throws NotFoundError, InvalidInputError
     */
    prepare: (benchmarkId: number, { format, ...asked }: AskedData & { format: DataFormat }) => {
      const type = requireTypeIn(benchmarkTypes, benchmarkId);
      const faults = faultsIn(type, asked);
      if (faults.length > 0) throw new InvalidInputError(faults);
      return () => streamOf(textsOf(batchesOf(deps, type, asked), { columns: columnsOf(type), format }));
    },
  };
}

const noCursor: Fault = {
  pointer: "/since",
  detail:
    "Expected the cursor of a line of an earlier download, found another text. Leave since out to begin with the first result.",
};

interface OpenDataDeps {
  runsRepository: Pick<RunsRepository, "streamPublished">;
  buildsRepository: Pick<BuildsRepository, "findSomeRanked">;
  catalogue: Pick<Catalogue, "comparedAs">;
  benchmarkTypes: readonly BenchmarkType[];
  serverSecret: ServerSecret;
  config: Pick<Config, "OPEN_DATA_DELAY_MS">;
}

/** Yields the published results in the order in which they were ranked, in batches. */
async function* batchesOf(
  deps: OpenDataDeps,
  type: BenchmarkType,
  { variant, since }: AskedData,
): AsyncGenerator<PublishedResult[]> {
  const runs = deps.runsRepository.streamPublished({
    benchmarkId: type.id,
    variant: variant ?? null,
    since: since === undefined ? null : readCursor(since, deps.serverSecret),
    delayMs: deps.config.OPEN_DATA_DELAY_MS,
  });
  for await (const batch of inBatches(runs, BATCH)) {
    // Leave out runs that are no longer ranked: a run that was withdrawn a moment ago may still have its position in
    // the order of ranked runs.
    const ranked = batch.filter((run) => rankingOf(run, type) !== null);
    yield await publish(deps, ranked);
  }
}

/** Returns the runs whose builds are ranked, with the hardware of the builds and with pseudonyms. */
async function publish(
  { buildsRepository, catalogue, serverSecret }: OpenDataDeps,
  runs: readonly PublishedRun[],
): Promise<PublishedResult[]> {
  const builds = await buildsRepository.findSomeRanked([...new Set(runs.map(({ build_id }) => build_id))]);
  const compared = await catalogue.comparedAs(Array.from(builds.values(), ({ parts }) => parts));
  const partsOf = new Map(Array.from(builds.keys(), (id, index) => [id, compared[index] ?? {}]));
  const pseudonymOf = (kind: keyof PublishedResult["ids"], id: string) =>
    serverSecret.pseudonymOf("open data", kind, id).slice(0, ID_CHARACTERS);
  return runs.flatMap((run): PublishedResult[] => {
    const { run_id, build_id, ranked_at } = run;
    const build = builds.get(build_id);
    if (!build) return [];
    const ids = {
      result: pseudonymOf("result", run_id),
      build: pseudonymOf("build", String(build_id)),
      submitter: pseudonymOf("submitter", build.account_id),
    };
    const cursor = cursorOf({ rankedAt: ranked_at, runId: run_id }, serverSecret);
    return [{ cursor, ids, parts: partsOf.get(build_id) ?? {}, run }];
  });
}

/**
 * Yields the text of each batch of published results: a line for each result and, in CSV, first the names of the
 * columns.
 */
async function* textsOf(
  batches: AsyncIterable<readonly PublishedResult[]>,
  { columns, format }: { columns: readonly Column[]; format: DataFormat },
): AsyncGenerator<string> {
  const lineOf = (result: PublishedResult) =>
    format === "csv"
      ? csvLineOf(columns.map(({ cellOf }) => cellOf(result)))
      : `${JSON.stringify(Object.fromEntries(columns.map(({ name, cellOf }) => [name, cellOf(result) ?? null])))}\n`;
  let head = format === "csv" ? csvLineOf(columns.map(({ name }) => name)) : "";
  for await (const batch of batches) {
    const text = head + batch.map(lineOf).join("");
    if (text !== "") yield text;
    head = "";
  }
  if (head !== "") yield head;
}

/**
 * Returns a stream of texts whose first text is already read. If an error occurs before the first text, the call
 * rejects, and the answer can still be an error response.
 */
async function streamOf(texts: AsyncGenerator<string>): Promise<Readable> {
  const first = await texts.next();
  const all = async function* () {
    if (first.done) return;
    yield first.value;
    yield* texts;
  };
  const stream = Readable.from(all());
  // End the iteration even if nobody has read the stream, because the cursor of MongoDB has been open since the first
  // text.
  stream.once("close", () => void texts.return(undefined).catch(() => undefined));
  return stream;
}
