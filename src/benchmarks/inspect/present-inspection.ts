import type { FileFormat } from "../../readers/index.ts";
import { isXml, type Inspection } from "../../readers/inspect.ts";
import { benchmarkTypes, type BenchmarkType } from "../model/benchmark-types.ts";
import { droppedFrameWarnings } from "../model/dropped-frames.ts";
import { gameOfRun, gameWarnings } from "../model/game-of-run.ts";
import { faultOfBeginning } from "../submit/submission-form.ts";
import type { SentFile } from "./receive-file.ts";

/** The formats of result files. */
const fileFormats: readonly FileFormat[] = [
  ...new Set(benchmarkTypes.flatMap((type) => (type.kind === "file" ? type.file_format : []))),
];

/** Returns the formats that a file may have, judging by its first bytes. */
export function formatsOf(file: SentFile): FileFormat[] {
  return fileFormats.filter((format) => faultOfBeginning(file, format) === null);
}

/** The public representation of an inspected file. */
export type PresentedInspection = ReturnType<typeof presentInspection>;

/**
 * Returns the representation of an inspected file for the person who sent the file.
 * @param formats the formats that the file may have, judging by its first bytes
 * @param inspection what the file contains; null if the file was not read
 */
export function presentInspection(
  file: SentFile,
  formats: readonly FileFormat[],
  inspection: Inspection | null,
) {
  const refusal = formats.length === 0 ? refusalOf(file) : (inspection?.refusal ?? null);
  const read = refusal === null ? inspection : null;
  const accepted = read === null ? formats : [read.format];
  const types = refusal === null ? benchmarkTypes.filter((type) => isReadFrom(type, accepted, read)) : [];
  const { recordings = [], recordedOn = null } = read ?? {};
  const game = gameIn(read);
  const dropped = droppedFrameWarnings({ metrics: read?.metrics ?? null }).map(({ detail }) => detail);
  return {
    name: file.name,
    format: accepted.length === 1 ? (accepted[0] ?? null) : null,
    tool: read?.tool ?? null,
    benchmark_ids: types.map(({ id }) => id),
    recordings: recordings.map(({ frames, durationS }) => ({
      application: read?.application ?? null,
      title: game?.title ?? null,
      frames,
      duration_s: durationS,
    })),
    tests: [...(read?.tests ?? [])],
    settings: {
      resolution: recordedOn?.resolution ?? null,
      preset: null,
      api: recordedOn?.api ?? null,
      driver: recordedOn?.driver ?? null,
      os: recordedOn?.os ?? null,
      notes: null,
    },
    hardware: {
      cpu: recordedOn?.processor ?? null,
      gpu: recordedOn?.gpu ?? null,
      ram: recordedOn?.ram ?? null,
      motherboard: recordedOn?.motherboard ?? null,
    },
    fits: refusal === null,
    detail: refusal ?? ([...dropped, ...(read?.warnings ?? []), ...(game?.warnings ?? [])].join(" ") || null),
  };
}

/** Returns the reason why no benchmark accepts a file, judging by the first bytes of the file. */
function refusalOf(file: SentFile): string | null {
  return faultOfBeginning(file, isXml(file.head) ? "3dmark-xml" : "frame-csv");
}

function isReadFrom(type: BenchmarkType, formats: readonly FileFormat[], read: Inspection | null): boolean {
  if (type.kind !== "file" || !formats.includes(type.file_format)) return false;
  return type.graphics_test === undefined || read?.graphicsTests.includes(type.graphics_test) !== false;
}

/**
 * Returns the title of the game of a capture, and the warnings about its game. Returns null for a file that was not
 * read or whose capture tool is unknown.
 */
function gameIn(read: Inspection | null) {
  const type = benchmarkTypes.find(({ is_of_games }) => is_of_games);
  if (type === undefined || read === null || read.tool === null) return null;
  const run = { metrics: { application: read.application }, names_game: read.isNamedByFile };
  const game = gameOfRun(run);
  const warnings = gameWarnings({ ...run, benchmark_id: type.id, variant: game?.variant ?? null });
  const isKnown = game !== null && game.variant !== null;
  return { title: isKnown ? game.title : null, warnings: warnings.map(({ detail }) => detail) };
}
