import { meets } from "./check-fit.ts";
import { conditionsToFit, fitRules, fitValuesOf, type FitFact } from "./fit-rules.ts";
import type { NamedPart } from "./named-parts.ts";

/** Two parts of a computer that do not fit each other by one rule. */
export interface Misfit {
  /** The kinds of the two parts that do not fit each other. */
  parts: readonly [string, string];
  /** The fact in which the two parts disagree. */
  code: FitFact;
  /** A sentence that states the fact of each of the two parts that do not fit. */
  detail: string;
}

/**
 * Returns which parts of a build do not fit each other: one entry for each rule that two of the parts break, in the
 * order of the rules. A rule counts as met if one of its facts is unknown.
 * @param parts at most one of each kind
 */
export function misfitsOf(parts: readonly NamedPart[]): Misfit[] {
  return fitRules.flatMap(({ fact, kinds }): Misfit[] => {
    const [one, other] = kinds.map((kind) => parts.find((part) => part.kind === kind));
    if (!one || !other) return [];
    const value = fitValuesOf(one.kind, one.fields)[fact] ?? null;
    const isBroken = conditionsToFit(one.kind, other).conditions.some(
      (condition) => condition.fact === fact && meets(value, condition) === false,
    );
    if (!isBroken) return [];
    return [{ parts: kinds, code: fact, detail: `${describe(one, fact)}, and ${describe(other, fact)}.` }];
  });
}

/** Describes a known fact of a part in words, such as "AMD Ryzen 7 5800X has the socket AM4". */
function describe({ kind, fields }: NamedPart, fact: FitFact): string {
  const isKit = kind === "ram";
  const show = (name: string) => [fields[name]].flat().join(" and ");
  // State the generation beside the socket, because parts with the same socket name may not fit: the two generations
  // of LGA1151, and Ryzen 1000 on newer AM4 boards.
  const isSameName = /^(?:lga1151|am4)/.test(fitValuesOf(kind, fields).socket?.toString() ?? "");
  const generation = isSameName ? show(kind === "cpu" ? "microarchitecture" : "chipset") : "";
  const statements: Record<FitFact, string> = {
    socket: `has the socket ${show("socket")}${generation && ` (${generation})`}`,
    memory_type: isKit ? `is ${show("memory_type")}` : `takes ${show("ram_types")}`,
    module_type: isKit
      ? `has ${show("form_factor")} modules`
      : `takes ${fitValuesOf(kind, fields).module_type?.toString() === "sodimm" ? "SO-DIMMs" : "DIMMs"}`,
    modules: isKit ? `has ${show("modules")} modules` : `has ${show("memory_slots")} slots for memory`,
  };
  return `${fields.make} ${fields.model} ${statements[fact]}`;
}
