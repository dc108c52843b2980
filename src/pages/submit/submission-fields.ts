import type { Fault } from "../../errors.ts";
import type { ReceivedForm, UploadedForm } from "../../http/bodies/multipart.ts";

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
 * both forms alike. The form remains a stream: the fields before a file decide whether the service takes the file.
 */
export function asSubmission(form: UploadedForm): UploadedForm {
  return {
    bytes: form.bytes,
    receive: async (rules) => {
      const received = await form.receive({
        ...rules,
        beforeFile: (soFar) => rules.beforeFile({ ...soFar, fields: toApiFields(soFar.fields) }),
      });
      return { ...received, fields: toApiFields(received.fields, { isWhole: true }) };
    },
  };
}

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
 * Converts the fields of the page to fields of the API: those about results become the field `benchmarks`. All others
 * stay as they are, even unknown fields, because the API reports unknown fields.
 */
function toApiFields(fields: Fields, { isWhole = false } = {}): Fields {
  const others = fields.filter(([name]) => !jsonFields.has(name));
  // The fields about results cannot be converted until the field `benchmark_id` has arrived.
  if (!isWhole && !fields.some(([name]) => name === "benchmark_id")) return others;
  return [...others, ["benchmarks", JSON.stringify(benchmarksOf(fields))]];
}

function benchmarksOf(fields: Fields) {
  const textsOf = (name: string) => fields.filter(([field]) => field === name).map(([, text]) => text);
  const read = (name: string) => textOf(textsOf(name));
  const id = read("benchmark_id");
  // The form has a box for each benchmark, also for the benchmark that is chosen as `benchmark_id`, which must not
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

const SCORE = /^\/benchmarks\/runs\/(\d+)$/;

/**
 * Returns the API's faults with pointers to the fields of the page. Messages stay unchanged, but the message of a score
 * also says which score.
 */
export function faultsOfFields(faults: readonly Fault[]): Fault[] {
  return faults.map(({ pointer, detail }) => {
    const [, index] = SCORE.exec(pointer) ?? [];
    if (index !== undefined) return { pointer: "/scores", detail: `Score ${Number(index) + 1}: ${detail}` };
    return { pointer: pointerOfField(pointer), detail };
  });
}

function pointerOfField(pointer: string): string {
  if (pointer === "/benchmarks/id" || pointer === "/benchmarks") return "/benchmark_id";
  if (pointer === "/benchmarks/runs") return "/scores";
  return pointer.replace(/^\/benchmarks\/settings(?=\/)/, "").replace(/^\/benchmarks(?=\/)/, "");
}
