import { createHash } from "node:crypto";
import { z } from "zod";
import { isBuildId } from "../../validation/build-id.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import { parseInput, show, type ParsedInput } from "../../validation/faults.ts";
import { sniff } from "../../readers/index.ts";
import type { ReceivedForm } from "../../validation/uploaded-form.ts";
import type { StoredFile } from "../records/file-store.ts";
import {
  benchmarkTypes,
  findBenchmarkType,
  type BenchmarkType,
  type FileType,
  type ScoreType,
} from "../model/benchmark-types.ts";

/** A submission whose form is right: what to attach to which build. */
export type SubmissionForm =
  | { kind: "score"; buildId: number; type: ScoreType; scores: readonly number[] }
  | { kind: "file"; buildId: number; type: FileType; files: readonly StoredFile[] };

type Form = ReceivedForm<StoredFile>;

interface SubmissionLimits {
  maxScores: number;
}

const textFields: ReadonlySet<string> = new Set(["build_id", "benchmarks"]);
const MAX_SCORE = 1e9;

/**
 * Checks a submission's form whole. Pointers lead to the form's fields (`/build_id`) and into the object that
 * `benchmarks` holds (`/id`, `/runs/0`).
 * @throws InvalidInputError with every fault
 */
export function parseSubmissionForm(form: Form, limits: SubmissionLimits): SubmissionForm {
  const buildId = parseBuildId(form);
  const benchmarks = parseBenchmarks(form);
  const faults = [
    ...unknownFields(form),
    ...form.faults,
    ...(buildId.faults ?? []),
    ...(benchmarks.faults ?? []),
  ];
  if (benchmarks.value === undefined) throw new InvalidInputError(faults);

  const { type, runs } = benchmarks.value;
  faults.push(...fileFaults(type, form));
  const scores: ParsedInput<readonly number[]> =
    type.kind === "score" ? parseScores(runs, limits) : { value: [] };
  faults.push(...(scores.faults ?? []));
  if (faults.length > 0 || buildId.value === undefined || scores.faults) throw new InvalidInputError(faults);
  return type.kind === "score"
    ? { kind: "score", buildId: buildId.value, type, scores: scores.value }
    : { kind: "file", buildId: buildId.value, type, files: form.files };
}

/** Returns the ids of the files of a form. */
export function fileIdsOf(form: SubmissionForm): string[] {
  return form.kind === "file" ? form.files.map(({ file_id }) => file_id) : [];
}

/** Digest of what makes two requests the same: build, benchmark, scores, and the bytes of the files. Names do not count. */
export function fingerprintOf(form: SubmissionForm): string {
  const values = form.kind === "score" ? form.scores : form.files.map(({ sha256 }) => sha256);
  return createHash("sha256")
    .update(JSON.stringify([form.buildId, form.type.id, values]))
    .digest("hex");
}

function unknownFields({ fields }: Form): Fault[] {
  const unknown = new Set(fields.map(([name]) => name).filter((name) => !textFields.has(name)));
  return [...unknown].map((name) => ({
    pointer: `/${name}`,
    detail:
      name === "files"
        ? "Expected a file, found a text. With curl, write -F files=@<path>."
        : "Unknown field. Expected build_id, benchmarks and files, each by exactly this name.",
  }));
}

function singleField({ fields }: Form, name: string, expected: string): ParsedInput<string> {
  const [first, ...others] = fields.filter(([field]) => field === name);
  if (!first)
    return { faults: [{ pointer: `/${name}`, detail: `Required: expected ${expected}, found nothing.` }] };
  if (others.length === 0) return { value: first[1] };
  const detail = `Expected this field once, found it ${others.length + 1} times.`;
  return { faults: [{ pointer: `/${name}`, detail }] };
}

function parseBuildId(form: Form): ParsedInput<number> {
  const field = singleField(form, "build_id", "the number of a build");
  if (field.faults) return field;
  if (isBuildId(field.value)) return { value: Number(field.value) };
  const detail = `Expected the number of a build (a whole number from 1), found ${show(field.value)}.`;
  return { faults: [{ pointer: "/build_id", detail }] };
}

const benchmarksSchema = z.strictObject({ id: z.int(), runs: z.unknown().optional() });

function parseBenchmarks(form: Form): ParsedInput<{ type: BenchmarkType; runs: unknown }> {
  const example = 'a JSON object such as {"id":15,"runs":[15000]}';
  const field = singleField(form, "benchmarks", example);
  if (field.faults) return field;
  const refuse = (found: string) => ({
    faults: [{ pointer: "/benchmarks", detail: `Expected ${example}, found ${found}.` }],
  });
  let json: unknown;
  try {
    json = JSON.parse(field.value);
  } catch {
    return refuse(`text that is not JSON: ${show(field.value)}`);
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) return refuse(show(json));
  const parsed = parseInput(benchmarksSchema, json);
  if (parsed.faults) return { faults: parsed.faults };
  const type = findBenchmarkType(parsed.value.id);
  if (type) return { value: { type, runs: parsed.value.runs } };
  return { faults: [{ pointer: "/id", detail: unknownType(parsed.value.id) }] };
}

function unknownType(id: number): string {
  const known = benchmarkTypes.map((type) => `${type.id} (${type.name})`).join(", ");
  return `Expected the id of an active benchmark, found ${id}. GET /benchmarks/types lists them: ${known}.`;
}

function parseScores(runs: unknown, { maxScores }: SubmissionLimits): ParsedInput<number[]> {
  const schema = z.object({ runs: z.array(z.number().positive().max(MAX_SCORE)).min(1).max(maxScores) });
  const parsed = parseInput(schema, { runs });
  return parsed.faults ? { faults: parsed.faults } : { value: parsed.value.runs };
}

function fileFaults(type: BenchmarkType, { files, fields }: Form): Fault[] {
  // Files that came as a text are a fault already: that there is none is the same one.
  const hasTextFiles = fields.some(([name]) => name === "files");
  if (type.kind === "score") {
    const detail = `${type.name} takes typed-in scores in benchmarks.runs and no file. Send the scores without a file.`;
    return files.map((_file, index) => ({ pointer: `/files/${index}`, detail }));
  }
  if (files.length === 0 && hasTextFiles) return [];
  if (files.length === 0) {
    const detail = `Required: expected a result file (${type.file_format}) for ${type.name}, found none.`;
    return [{ pointer: "/files", detail }];
  }
  return files.flatMap(({ name, bytes, head }, index) => {
    const fault =
      bytes === 0 ? "The file is empty. Export the result once more." : sniff(head, type.file_format);
    return fault === null
      ? []
      : [{ pointer: `/files/${index}`, detail: `${JSON.stringify(name)}: ${fault}` }];
  });
}
