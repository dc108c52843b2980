import type { Fault } from "../../errors.ts";
import type { ReceivedForm, UploadedForm } from "../../http/bodies/multipart.ts";

/** The settings of a result that somebody may type, with what they are called. */
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
 * Returns the form of the page as the form that POST /benchmarks/add takes, so that both are received, checked and stored alike. It
 * still arrives as a stream: what came before a file decides whether the file is taken.
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

const settingFields: readonly string[] = Object.keys(settingNames);
const jsonFields: ReadonlySet<string> = new Set([
  "benchmark_id",
  "scores",
  "application",
  "recording",
  ...settingFields,
]);

/** Returns the fields `build_id` and `benchmarks` of the API. Unknown fields stay, since the API reports them. */
function toApiFields(fields: Fields, { isWhole = false } = {}): Fields {
  const others = fields.filter(([name]) => !jsonFields.has(name));
  // Until the benchmark has arrived, nothing can be said of the rest.
  if (!isWhole && !fields.some(([name]) => name === "benchmark_id")) return others;
  return [...others, ["benchmarks", JSON.stringify(benchmarksOf(fields))]];
}

function benchmarksOf(fields: Fields) {
  const read = (name: string) => textOf(fields.filter(([field]) => field === name).map(([, text]) => text));
  const scores = read("scores");
  const settings = settingFields.flatMap((name) => (read(name) === undefined ? [] : [[name, read(name)]]));
  return {
    id: numberOf(read("benchmark_id")),
    ...(scores !== undefined && { runs: scoresOf(scores) }),
    application: read("application"),
    recording: numberOf(read("recording")),
    ...(settings.length > 0 && { settings: Object.fromEntries(settings) }),
  };
}

/** Returns what a field holds: a text, nothing where it was left empty, or all of its texts where it came several times, which is a fault. */
function textOf(texts: readonly string[]): string | readonly string[] | undefined {
  if (texts.length > 1) return texts;
  return texts[0]?.trim() === "" ? undefined : texts[0];
}

/** Returns the scores that somebody has typed with blanks, lines or semicolons between them. */
function scoresOf(typed: string | readonly string[]): unknown {
  return typeof typed === "string"
    ? typed
        .trim()
        .split(/[\s;]+/)
        .map(numberOf)
    : typed;
}

/** Returns a decimal number as a number. Anything else stays as it is, so that the fault can show it. */
function numberOf<T>(typed: T): T | number {
  const text = typeof typed === "string" ? typed.trim() : "";
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : typed;
}

const SCORE = /^\/benchmarks\/runs\/(\d+)$/;

/** Returns the faults that the API has found with pointers to the fields of the page. Its words stay; one of a score says which it is. */
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
