import type { Fault } from "../errors.ts";
import { rangeNames } from "../kinds/filter-names.ts";

/** The names of the request field with the text to search for. A request has at most one of them. */
export const textNames = ["query", "q", "search"] as const;

/** The fields of a search request that may contradict each other. */
export type Contradictory = Readonly<
  Partial<Record<(typeof textNames)[number], string | undefined>> & {
    fits?: object | undefined;
    fits_build?: number | undefined;
  } & Record<string, unknown>
>;

/** The names of the request fields for the two ends of each range. */
const rangeEnds = rangeNames.map((range) => [`min_${range}`, `max_${range}`] as const);

/**
 * Returns the contradictions between the fields of a search request: reversed ranges, two ways to name the parts to
 * fit, and several search texts.
 */
export function contradictions(request: Contradictory): Fault[] {
  const reversed = rangeEnds.flatMap(([from, to]): Fault[] => {
    const [min, max] = [request[from], request[to]];
    if (typeof min !== "number" || typeof max !== "number" || min <= max) return [];
    return [
      { pointer: `/${from}`, detail: `Expected ${from} <= ${to}, found ${from} ${min} and ${to} ${max}.` },
    ];
  });
  const texts = textNames.filter((name) => request[name] !== undefined);
  const severalTexts = `Expected only one of ${textNames.join(", ")}, found ${texts.join(" and ")}.`;
  const twoWays = "Expected fits_build or fits, found both. Name the build, or each of the parts.";
  return [
    ...(texts.length > 1 ? texts.map((name) => ({ pointer: `/${name}`, detail: severalTexts })) : []),
    ...reversed,
    ...(request.fits_build !== undefined && request.fits !== undefined
      ? [{ pointer: "/fits_build", detail: twoWays }]
      : []),
  ];
}

/** Whether a value is a text of nothing but blanks, which counts as a missing value. */
export function isEmptyText(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

/**
 * Returns a JSON body without the fields whose value is an empty text or a list of only empty texts. The parts in
 * `fits` with an empty text are left out, too. Any other value stays as it is. A list with further values keeps its
 * empty texts, so that faults name the positions in the sent list.
 */
export function withoutEmptyTexts(body: unknown): unknown {
  if (!isObject(body)) return body;
  const fields = Object.entries(body).flatMap(([name, value]) => {
    if (isEmptyText(value)) return [];
    if (Array.isArray(value) && value.length > 0 && value.every(isEmptyText)) return [];
    if (name !== "fits" || !isObject(value)) return [[name, value] as const];
    const parts = withoutEmpty(value);
    return Object.keys(value).length > 0 && Object.keys(parts).length === 0 ? [] : [[name, parts] as const];
  });
  return Object.fromEntries(fields);
}

function withoutEmpty(parts: object): object {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => !isEmptyText(value)));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
