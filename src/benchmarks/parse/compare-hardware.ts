import type { BuildsRepository } from "../../builds/index.ts";
import type { Catalogue } from "../../products/index.ts";
import { message, quoted, type Message } from "../../readers/index.ts";
import type { Run } from "../model/run.ts";
import type { Reading } from "./read-run-file.ts";

/**
 * The dependencies of `withHardwareWarnings`, which compares the hardware that a file names with the parts of the
 * build.
 */
export interface ComparisonDeps {
  buildsRepository: Pick<BuildsRepository, "find">;
  catalogue: Pick<Catalogue, "nameOfOther">;
}

// The kinds of parts that are compared with the hardware in a file. Memory is not compared, because the names that
// operating systems give to memory say too little about the model.
const comparedParts = [
  { kind: "cpu", nameIn: "processor" },
  { kind: "gpu", nameIn: "gpu" },
  { kind: "motherboard", nameIn: "motherboard" },
] as const;

/**
 * Adds warnings to the figures of a file: one for each part of the build whose model differs from the model that the
 * file names. A difference is no reason to refuse the file, because people change parts and lend their machines.
 */
export async function withHardwareWarnings(
  deps: ComparisonDeps,
  { build_id }: Pick<Run, "build_id">,
  figures: Reading["figures"],
): Promise<Reading["figures"]> {
  const { recorded_on } = figures;
  if (recorded_on === null) return figures;
  const parts = (await deps.buildsRepository.find(build_id))?.parts ?? {};
  const warnings = await Promise.all(
    comparedParts.map(async ({ kind, nameIn }): Promise<Message[]> => {
      const [recorded, id] = [recorded_on[nameIn], parts[kind]];
      if (recorded === null || id === undefined) return [];
      const part = await deps.catalogue.nameOfOther(kind, id, recorded);
      return part === null ? [] : [otherHardware(recorded, part)];
    }),
  );
  return { ...figures, warnings: [...figures.warnings, ...warnings.flat()] };
}

// The public form of a warning about hardware may contain the name in the file and the name of the build's part,
// because `recorded_on` of the run and the parts of the build are public.
function otherHardware(recorded: string, part: string): Message {
  return message`The file was recorded on ${shown(recorded)}, the build says ${shown(part)}. If the file belongs to another machine, submit it to a build of its own.`;
}

function shown(name: string): Message {
  return quoted(name, quoted(name).detail);
}
