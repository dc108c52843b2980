import { benchmarkTypes, type Inspections, type ReceivedFile } from "../../benchmarks/index.ts";
import type { Fault } from "../../errors.ts";

/** The benchmarks of which the files of a form have results. */
export interface Recognised {
  id: number;
  /** The ids of the benchmarks, besides `id`, whose results are read from the same files. */
  also: readonly number[];
  /** A fault if the files have results of different benchmarks. */
  faults: readonly Fault[];
}

type Inspected = Awaited<ReturnType<Inspections["describe"]>>;

/**
 * Recognises the benchmarks of result files by the contents of the files. If the files are no results, or there are no
 * files, `id` is the benchmark whose error message helps the person most.
 * @throws OverloadedError
 */
export async function recogniseFiles(
  files: readonly ReceivedFile[],
  inspections: Pick<Inspections, "describe">,
): Promise<Recognised> {
  const found: { name: string; ids: readonly number[] }[] = [];
  for (const file of files) found.push({ name: file.name, ids: idsIn(await inspections.describe(file)) });
  const { ids: [id = ofGames, ...also] = [] } = found[0] ?? {};
  const isMixed = new Set(found.map(({ ids }) => ids.join())).size > 1;
  return { id, also, faults: isMixed ? [mixedFault(found)] : [] };
}

const ofGames = benchmarkTypes.find(({ is_of_games }) => is_of_games)?.id ?? 0;
const EXPORT_NAME = /\.(?:xml|3dmark-result|3dmark-11-result)$/i;

/**
 * Returns the ids of the benchmarks of which a file has results, in the order of the table of benchmarks; at least one.
 */
function idsIn({ name, format, benchmark_ids }: Inspected): number[] {
  const wanted = format ?? (EXPORT_NAME.test(name) ? "3dmark-xml" : "frame-csv");
  const ofFormat = benchmarkTypes
    .filter((type) => type.kind === "file" && type.file_format === wanted)
    .map(({ id }) => id);
  const ids = ofFormat.filter((id) => benchmark_ids.includes(id));
  return ids.length > 0 ? ids : ofFormat.slice(0, 1);
}

function mixedFault(found: readonly { name: string; ids: readonly number[] }[]): Fault {
  const nameOf = (id: number) => benchmarkTypes.find((type) => type.id === id)?.name ?? "";
  const files = found.map(({ name, ids }) => `${JSON.stringify(name)} of ${ids.map(nameOf).join(", ")}`);
  return {
    pointer: "/files",
    detail: `These files have results of different benchmarks: ${files.join("; ")}. Send the files of one benchmark at a time.`,
  };
}
