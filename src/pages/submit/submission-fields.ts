import type { Fault } from "../../errors.ts";
import type { ReceivedForm, UploadedForm } from "../../http/bodies/multipart.ts";
import type { Inspections, ReceivedFile } from "../../benchmarks/index.ts";
import { recogniseFiles, type Recognised } from "./recognise-files.ts";

/** The settings of a result that the user may type, with their labels. */
export const settingNames = {
  resolution: "Resolution",
  preset: "Graphics preset",
  api: "Graphics API",
  driver: "Graphics driver",
  os: "Operating system",
  notes: "Notes",
} as const;

type Fields = ReceivedForm<unknown>["fields"];

/**
 * Converts the form of the page to the form of POST /benchmarks/add, so that the service receives, checks and stores
 * both forms alike. The form remains a stream: the fields before a file decide whether the service takes the file. If
 * the form names no benchmark, the contents of its files decide.
 */
export function asSubmission(form: UploadedForm, inspections: Pick<Inspections, "describe">): UploadedForm {
  return {
    bytes: form.bytes,
    receive: async (rules) => {
      const received = await form.receive({
        ...rules,
        beforeFile: (soFar) => rules.beforeFile({ ...soFar, fields: toApiFields(soFar.fields) }),
      });
      const { fields, files, faults } = received;
      try {
        const recognised = isOfFiles(fields)
          ? await recogniseFiles(files.filter(isInMemory), inspections)
          : undefined;
        return {
          files,
          faults: [...faults, ...(recognised?.faults ?? [])],
          fields: toApiFields(fields, { isWhole: true, recognised }),
        };
      } catch (error) {
        await rules.target.remove(files.map(({ file_id }) => file_id));
        throw error;
      }
    },
  };
}

/**
 * Whether the service has to recognise the benchmark by the files: the fields name no benchmark, and have no typed
 * scores.
 */
function isOfFiles(fields: Fields): boolean {
  return fields.every(([name, text]) => !["benchmark_id", "scores"].includes(name) || text.trim() === "");
}

/** Whether the first bytes of a received file are still in memory, as for each file of a submission. */
const isInMemory = <F extends object>(file: F): file is F & ReceivedFile => "head" in file;

const detailFields = ["label", "game", "application", "test"] as const;
const settingFields: readonly string[] = Object.keys(settingNames);
const jsonFields: ReadonlySet<string> = new Set([
  "benchmark_id",
  "also",
  "scores",
  ...detailFields,
  "recording",
  ...settingFields,
]);

/**
 * Converts the fields of the page to fields of the API: the fields about results become the field `benchmarks`. All
 * other fields stay unchanged, even unknown ones, because the API reports unknown fields.
 */
function toApiFields(fields: Fields, { isWhole = false, recognised }: Arrived = {}): Fields {
  const others = fields.filter(([name]) => !jsonFields.has(name));
  // Do not convert the fields about results before the field `benchmark_id` has arrived.
  if (!isWhole && !fields.some(([name, text]) => name === "benchmark_id" && text !== "")) return others;
  const benchmarks = { ...benchmarksOf(fields), ...(recognised && benchmarksIn(recognised)) };
  return [...others, ["benchmarks", JSON.stringify(benchmarks)]];
}

interface Arrived {
  /** Whether all fields of the posted form have arrived. */
  isWhole?: boolean;
  recognised?: Recognised | undefined;
}

const benchmarksIn = ({ id, also }: Recognised) => ({ id, also: also.length > 0 ? also : undefined });

function benchmarksOf(fields: Fields) {
  const textsOf = (name: string) => fields.filter(([field]) => field === name).map(([, text]) => text);
  const read = (name: string) => textOf(textsOf(name));
  const id = read("benchmark_id");
  // Leave out the benchmark that is chosen as `benchmark_id`: the form also has a checkbox for it, and it must not
  // count twice.
  const also = textsOf("also").filter((other) => other !== id);
  const scores = read("scores");
  const settings = settingFields.flatMap((name) => (read(name) === undefined ? [] : [[name, read(name)]]));
  return {
    id: numberOf(id),
    ...(also.length > 0 && { also: also.map(numberOf) }),
    ...(scores !== undefined && { runs: scoresOf(scores) }),
    ...Object.fromEntries(detailFields.map((name) => [name, read(name)])),
    recording: numberOf(read("recording")),
    ...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
  };
}

/**
 * Returns the text of a field, undefined if the field is empty, or all texts if the field occurs several times, which
 * is a fault.
 */
function textOf(texts: readonly string[]): string | readonly string[] | undefined {
  if (texts.length > 1) return texts;
  return texts[0]?.trim() === "" ? undefined : texts[0];
}

/** Returns the scores of a text with blanks, line breaks or semicolons between them. */
function scoresOf(typed: string | readonly string[]): unknown {
  return typeof typed === "string"
    ? typed
        .trim()
        .split(/[\s;]+/)
        .map(numberOf)
    : typed;
}

/** Converts a decimal text to a number. Any other value is returned unchanged, so that the fault can show the value. */
function numberOf<T>(typed: T): T | number {
  const text = typeof typed === "string" ? typed.trim() : "";
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : typed;
}

const CHOOSE = "Choose the benchmark of the scores that you typed.";
const NO_FILE = "Choose at least one file. For scores that you type in, choose their benchmark.";
const SCORE = /^\/benchmarks\/runs\/(\d+)$/;

/**
 * Returns the API's faults with pointers to the fields of the page. A message about a score also says which score is
 * meant, and messages about a missing benchmark or file use the words of the page.
 */
export function faultsOfFields(faults: readonly Fault[]): Fault[] {
  return faults.map(({ pointer, detail }) => {
    const [, index] = SCORE.exec(pointer) ?? [];
    if (index !== undefined) return { pointer: "/scores", detail: `Score ${Number(index) + 1}: ${detail}` };
    if (pointer === "/benchmarks/id") return { pointer: "/benchmark_id", detail: CHOOSE };
    if (pointer === "/files" && detail.startsWith("Required")) return { pointer, detail: NO_FILE };
    return { pointer: pointerOfField(pointer), detail };
  });
}

function pointerOfField(pointer: string): string {
  if (pointer === "/benchmarks") return "/benchmark_id";
  if (pointer === "/benchmarks/runs") return "/scores";
  return pointer.replace(/^\/benchmarks\/settings(?=\/)/, "").replace(/^\/benchmarks(?=\/)/, "");
}
