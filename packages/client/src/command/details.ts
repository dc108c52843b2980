import type { Inspected, ListedRun } from "../client.ts";
import type { Benchmarks } from "../submit.ts";
import { joined } from "./output.ts";

/** The facts about all files to submit that the person has stated by options of the command. */
export interface Details {
  /** The title of the game, for files that do not name it. */
  game?: string;
  label?: string;
  resolution?: string;
  preset?: string;
  /** The number of the recording, from 1, that is read from a file with several recordings. */
  recording?: number;
  /** The name of the test that is read from a 3DMark export with several tests. */
  test?: string;
}

/**
 * Returns the field `benchmarks` of the submission of an inspected file: all benchmarks of the file, and the details.
 */
export function benchmarksOf({ benchmark_ids, recordings, tests }: Inspected, details: Details): Benchmarks {
  const { game, label, resolution, preset, recording, test } = details;
  const [id = 0, ...also] = benchmark_ids;
  const lacksGame = recordings.length > 0 && recordings.every(({ title }) => title === null);
  const settings = { ...(resolution && { resolution }), ...(preset && { preset }) };
  return {
    id,
    ...(also.length > 0 && { also }),
    ...(game && lacksGame && { game }),
    ...(label && { label }),
    ...(recording !== undefined && recordings.length > 1 && { recording }),
    ...(test !== undefined && tests.length > 1 && { test }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** Returns why an inspected file cannot be submitted with the given details; null if it can be submitted. */
export function refusalOf({ fits, detail, recordings, tests }: Inspected, details: Details): string | null {
  if (!fits) return detail ?? "this is no result that the service reads";
  if (recordings.length > 1 && details.recording === undefined)
    return `the file has ${recordings.length} recordings: submit it alone with --recording <number>`;
  if (tests.length > 1 && details.test === undefined)
    return `the file has several tests: submit it alone with --test "<name>", one of ${tests.join(", ")}`;
  return null;
}

/** Whether a run was read from the recording or test that the person's options name; true if they name none. */
export function isOfSamePart(
  { recording: read = 1, metrics }: ListedRun,
  { recording, test }: Details,
): boolean {
  if (recording !== undefined && recording !== read) return false;
  return test === undefined || (metrics !== null && "test" in metrics && metrics.test === test);
}

/** Returns facts about an inspected file as a text for people: its tool, tests, game and duration. */
export function factsOf({ tool, recordings, tests, format }: Inspected): string {
  const [first] = recordings;
  const seconds = first?.duration_s === null ? null : first?.duration_s.toFixed(1);
  return joined([
    tool ?? (format === "3dmark-xml" ? "3DMark" : null),
    ...tests,
    first?.title ?? first?.application,
    seconds && `${seconds} s`,
  ]);
}
