import { z } from "zod";
import { digestOfJson } from "../../infra/digest.ts";
import { isBuildId } from "../../validation/build-id.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import { faultsUnder, jsonPointer, parseInput, show, type ParsedInput } from "../../validation/faults.ts";
import { sniff, type FileFormat } from "../../readers/index.ts";
import type { RunDetails } from "../model/run-details.ts";
import { parseFurtherTypes } from "./further-types.ts";
import { detailFaults, detailFields, readDetails } from "./details-schema.ts";
import type { ReceivedForm } from "../../http/bodies/multipart.ts";
import type { StoredFile } from "../records/stored-file.ts";
import {
  findBenchmarkType,
  unknownType,
  type BenchmarkType,
  type FileBenchmarkType,
  type ScoreBenchmarkType,
} from "../model/benchmark-types.ts";

/** A valid form: the scores or the files to attach to a build, and the details that the submitter states. */
export type SubmissionForm = { buildId: number; details: RunDetails } & (
  | { kind: "score"; type: ScoreBenchmarkType; scores: readonly number[] }
  | {
      kind: "file";
      type: FileBenchmarkType;
      /** The additional benchmarks whose results are read from each file. */
      also: readonly FileBenchmarkType[];
      files: readonly StoredFile[];
    }
);

type Form = ReceivedForm<StoredFile>;

interface SubmissionLimits {
  maxScores: number;
}

const MAX_FURTHER = 10;

const textFields: ReadonlySet<string> = new Set(["build_id", "benchmarks"]);

/**
 * Checks all fields of a submission's form. The pointers of faults begin at the form's fields, such as `/build_id`. For
 * members of the JSON object in the field `benchmarks`, they are `/benchmarks/id` or `/benchmarks/runs/0`.
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

  const { type, also, runs, details } = benchmarks.value;
  faults.push(...faultsUnder("benchmarks", faultsOfType(benchmarks.value)), ...fileFaults(type, form));
  const scores: ParsedInput<readonly number[]> =
    type.kind === "score" ? parseScores(type, runs, limits) : { value: [] };
  faults.push(...(scores.faults ?? []));
  if (faults.length > 0 || buildId.value === undefined || scores.faults) throw new InvalidInputError(faults);
  const common = { buildId: buildId.value, details };
  return type.kind === "score"
    ? { ...common, kind: "score", type, scores: scores.value }
    : { ...common, kind: "file", type, also: also.value ?? [], files: form.files };
}

/** Returns the faults of the fields whose allowed values depend on the benchmark of a submission. */
const faultsOfType = ({ type, also, details }: Benchmarks): Fault[] => [
  ...detailFaults(type, details),
  ...(also.faults ?? []),
];

/**
 * Checks the fields of a form that arrive before a file. A missing field is no fault, because it may still arrive.
 * @returns every fault so far, and the number of the build if a valid number has arrived
 */
export function checkBeforeFile(
  soFar: Pick<Form, "fields" | "faults">,
  limits: SubmissionLimits,
): { faults: Fault[]; buildId: number | undefined } {
  const form: Form = { ...soFar, files: [] };
  const has = (field: string) => form.fields.some(([name]) => name === field);
  const buildId = has("build_id") ? parseBuildId(form) : undefined;
  const benchmarks = has("benchmarks") ? parseBenchmarks(form) : undefined;
  const faults = [
    ...unknownFields(form),
    ...form.faults,
    ...(buildId?.faults ?? []),
    ...(benchmarks?.faults ?? []),
  ];
  if (benchmarks?.value) {
    const { type, runs } = benchmarks.value;
    faults.push(...faultsUnder("benchmarks", faultsOfType(benchmarks.value)));
    if (type.kind === "score")
      faults.push(needlessFile(type, 0), ...(parseScores(type, runs, limits).faults ?? []));
  }
  return { faults, buildId: buildId?.value };
}

/**
 * Returns a digest of build, benchmarks, scores or file contents, and details, but not of the names of the files. A
 * form without details and additional benchmarks has a digest without these parts, so that a repeated request matches a
 * digest that was stored before these fields existed.
 */
export function fingerprintOf(form: SubmissionForm): string {
  const values = form.kind === "score" ? form.scores : form.files.map(({ sha256 }) => sha256);
  const details = Object.keys(form.details).length === 0 ? [] : [form.details];
  const further = form.kind === "file" && form.also.length > 0 ? [form.also.map(({ id }) => id)] : [];
  return digestOfJson([form.buildId, form.type.id, values, ...details, ...further]);
}

/**
 * Whether a form's field for files holds an empty text. Some pages send such a text if a person has chosen no file.
 */
const isUnchosenFile = ([name, value]: Form["fields"][number]) => name === "files" && value === "";

function unknownFields({ fields }: Form): Fault[] {
  const names = fields.filter((field) => !isUnchosenFile(field)).map(([name]) => name);
  const unknown = new Set(names.filter((name) => !textFields.has(name)));
  return [...unknown].map((name) => ({
    pointer: jsonPointer([name]),
    detail:
      name === "files"
        ? "Expected a file, found a text. With curl, write -F files=@<path>."
        : "Unknown field. The form has only the fields build_id, benchmarks and files.",
  }));
}

function singleField({ fields }: Form, name: string, expected: string): ParsedInput<string> {
  const [first, ...others] = fields.filter(([field]) => field === name);
  if (!first) return refuse(`/${name}`, `Required: expected ${expected}, found nothing.`);
  if (others.length === 0) return { value: first[1] };
  return refuse(`/${name}`, `Expected this field once, found it ${others.length + 1} times.`);
}

function refuse(pointer: string, detail: string) {
  return { faults: [{ pointer, detail }] };
}

function parseBuildId(form: Form): ParsedInput<number> {
  const field = singleField(form, "build_id", "the number of a build");
  if (field.faults) return field;
  if (isBuildId(field.value)) return { value: Number(field.value) };
  const found = show(field.value);
  return refuse("/build_id", `Expected the number of a build (a whole number from 1), found ${found}.`);
}

/**
 * The schema of the JSON object in the field `benchmarks`. The scores in `runs` are checked later, because the range of
 * valid scores depends on the benchmark.
 */
export const benchmarksSchema = z.strictObject({
  id: z.int(),
  runs: z
    .unknown()
    .meta({
      type: "array",
      items: { type: "number" },
      description:
        "The typed-in scores, each one run, in the unit of the benchmark. Not used where the benchmark takes files",
    })
    .optional(),
  also: z.array(z.int()).max(MAX_FURTHER).optional().meta({
    description:
      "Further benchmarks to read from the same files, such as [17, 18] beside id 7: each gives every file one more run",
  }),
  ...detailFields,
});

interface Benchmarks {
  type: BenchmarkType;
  also: ParsedInput<FileBenchmarkType[]>;
  runs: unknown;
  details: RunDetails;
}

function parseBenchmarks(form: Form): ParsedInput<Benchmarks> {
  const example = 'a JSON object such as {"id":15,"runs":[15000]}';
  const field = singleField(form, "benchmarks", example);
  if (field.faults) return field;
  const refuseFound = (found: string) => refuse("/benchmarks", `Expected ${example}, found ${found}.`);
  let json: unknown;
  try {
    json = JSON.parse(field.value);
  } catch {
    return refuseFound(`text that is not JSON: ${show(field.value)}`);
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) return refuseFound(show(json));
  const parsed = parseInput(benchmarksSchema, json);
  if (parsed.faults) return { faults: faultsUnder("benchmarks", parsed.faults) };
  const { id, also = [], runs, ...details } = parsed.value;
  const type = findBenchmarkType(id);
  if (!type) return refuse("/benchmarks/id", unknownType(id));
  return { value: { type, also: parseFurtherTypes(type, also), runs, details: readDetails(details) } };
}

/** Parses the typed scores of a form, each of which must be within the plausible range of its benchmark. */
function parseScores(
  type: ScoreBenchmarkType,
  runs: unknown,
  { maxScores }: SubmissionLimits,
): ParsedInput<number[]> {
  const parsed = parseInput(scoresSchemaOf(type, maxScores), { runs });
  return parsed.faults ? { faults: faultsUnder("benchmarks", parsed.faults) } : { value: parsed.value.runs };
}

type ScoresSchema = z.ZodType<{ runs: number[] }>;

/**
 * A cache of the schemas of scores, by benchmark and maximum number of scores, because creating a schema takes longer
 * than parsing with it.
 */
const scoresSchemas = new Map<string, ScoresSchema>();

function scoresSchemaOf(type: ScoreBenchmarkType, maxScores: number): ScoresSchema {
  const key = `${type.id}:${maxScores}`;
  const schema = scoresSchemas.get(key) ?? createScoresSchema(type, maxScores);
  scoresSchemas.set(key, schema);
  return schema;
}

function createScoresSchema(
  { name, plausible: { min, max } }: ScoreBenchmarkType,
  maxScores: number,
): ScoresSchema {
  const error = ({ input }: { input?: unknown }) =>
    `Expected a score of ${name} from ${min} to ${max}, found ${show(input)}. Look for a digit too many, or a decimal point.`;
  const score = z.number().refine((value) => value >= min && value <= max, { error });
  return z.object({ runs: z.array(score).min(1).max(maxScores) });
}

function needlessFile({ name }: BenchmarkType, index: number): Fault {
  const detail = `${name} takes typed-in scores and no file. Send the scores without a file.`;
  return { pointer: `/files/${index}`, detail };
}

function fileFaults(type: BenchmarkType, { files, fields }: Form): Fault[] {
  // Do not report a missing file if the field `files` contains a text, because `unknownFields` already reports the
  // text.
  const hasTextFiles = fields.some((field) => field[0] === "files" && !isUnchosenFile(field));
  if (type.kind === "score") return files.map((_file, index) => needlessFile(type, index));
  if (files.length === 0 && hasTextFiles) return [];
  if (files.length === 0) {
    const detail = `Required: expected a result file (${type.file_format}) for ${type.name}, found none.`;
    return [{ pointer: "/files", detail }];
  }
  return files.flatMap((file, index) => {
    const fault = faultOfBeginning(file, type.file_format);
    return fault === null
      ? []
      : [{ pointer: `/files/${index}`, detail: `${JSON.stringify(file.name)}: ${fault}` }];
  });
}

/** Returns why a file with these first bytes cannot be of a format; null if the file can be of the format. */
export function faultOfBeginning(
  { bytes, head }: Pick<StoredFile, "bytes" | "head">,
  format: FileFormat,
): string | null {
  return bytes === 0 ? "The file is empty. Export the result once more." : sniff(head, format);
}
