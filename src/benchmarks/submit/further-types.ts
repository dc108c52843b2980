import type { Fault } from "../../errors.ts";
import type { ParsedInput } from "../../validation/faults.ts";
import {
  benchmarkTypes,
  findBenchmarkType,
  unknownType,
  type BenchmarkType,
  type FileBenchmarkType,
} from "../model/benchmark-types.ts";

/**
 * Returns the additional benchmarks, besides the benchmark of the submission, for which its files are read. The
 * pointers of faults begin at `also`.
 * @param type the benchmark of the submission
 * @param ids the field `also` as it was sent
 */
export function parseFurtherTypes(
  type: BenchmarkType,
  ids: readonly number[],
): ParsedInput<FileBenchmarkType[]> {
  const types: FileBenchmarkType[] = [];
  const faults: Fault[] = [];
  for (const [index, id] of ids.entries()) {
    const further = findBenchmarkType(id);
    const isRepeated = id === type.id || ids.indexOf(id) < index;
    if (further && !isRepeated && isReadFromSameFile(type, further)) types.push(further);
    else faults.push({ pointer: `/also/${index}`, detail: faultOf(type, { id, further, isRepeated }) });
  }
  return faults.length > 0 ? { faults } : { value: types };
}

function isReadFromSameFile(type: BenchmarkType, further: BenchmarkType): further is FileBenchmarkType {
  return type.kind === "file" && further.kind === "file" && type.file_format === further.file_format;
}

function faultOf(
  type: BenchmarkType,
  { id, further, isRepeated }: { id: number; further: BenchmarkType | undefined; isRepeated: boolean },
): string {
  if (!further) return unknownType(id);
  if (isRepeated) return `Expected each benchmark once, found ${id} (${further.name}) again. Leave it out.`;
  const same = benchmarkTypes.filter((other) => other !== type && isReadFromSameFile(type, other));
  const expected =
    same.length === 0
      ? `nothing, because no other benchmark is read from the file of ${type.name}`
      : `benchmarks that are read from the same file as ${type.name} (${same.map((other) => other.id).join(", ")})`;
  return `Expected ${expected}, found ${id} (${further.name}). Leave it out.`;
}
