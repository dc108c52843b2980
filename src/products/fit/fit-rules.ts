import { filterKey } from "../indexing/filter-key.ts";
import { textsOf, type ProductFields } from "../../kinds/kind.ts";

/**
 * The facts that decide whether parts of a computer fit each other. `socket` is the socket of a processor or a board,
 * `memory_type` is DDR4 or DDR5, `module_type` is DIMM or SO-DIMM, and `modules` is the number of modules that a kit
 * has or a board takes.
 */
export const fitFacts = ["socket", "memory_type", "module_type", "modules"] as const;

/** The name of a fact that decides whether parts of a computer fit each other. */
export type FitFact = (typeof fitFacts)[number];

/**
 * The fields that `fitValuesOf` reads of processors and graphics cards, the only products with benchmark scores, and
 * some fields of other kinds.
 */
export const fitFields = [
  "socket",
  "microarchitecture",
  "core_family",
  "ram_types",
  "memory_type",
  "form_factor",
  "modules",
  "memory_slots",
] as const;

/**
 * The value of a fact that decides whether parts fit: the values that a part has or takes, or a number of modules;
 * null if the fact is unknown.
 */
export type FitValue = readonly string[] | number | null;

/**
 * A condition that a product must meet to fit a part: the product's fact has one of several values, or is a number
 * within a limit.
 */
export type FitCondition = { fact: FitFact } & (
  | { oneOf: readonly string[] }
  | { atMost: number }
  | { atLeast: number }
);

/**
 * The facts in which two parts must agree to fit each other, by the kinds of the parts. Graphics cards have no rule:
 * builds have no case whose space could be compared with the length of a card.
 */
export const fitRules: readonly { fact: FitFact; kinds: readonly [string, string] }[] = [
  { fact: "socket", kinds: ["cpu", "motherboard"] },
  // A processor and a motherboard fit each other only if both take a common type of memory.
  { fact: "memory_type", kinds: ["cpu", "motherboard"] },
  { fact: "memory_type", kinds: ["ram", "cpu"] },
  { fact: "memory_type", kinds: ["ram", "motherboard"] },
  { fact: "module_type", kinds: ["ram", "motherboard"] },
  { fact: "modules", kinds: ["ram", "motherboard"] },
];

/** Returns the names of the kinds of products that a part of the given kind has to fit. */
export function kindsToFit(kind: string): string[] {
  const others = fitRules.flatMap(({ kinds }) =>
    kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [],
  );
  return [...new Set(others)];
}

/** Returns the values of the facts that decide whether a product fits other parts; null for an unknown fact. */
export function fitValuesOf(kind: string, fields: ProductFields): Partial<Record<FitFact, FitValue>> {
  switch (kind) {
    case "cpu":
      return { socket: socketOf(fields, socketOfCpu), memory_type: keysOf("ram_types", fields) };
    case "motherboard":
      return {
        socket: socketOf(fields, socketOfBoard),
        memory_type: keysOf("ram_types", fields),
        module_type: moduleTypeOfBoard(fields),
        modules: numberOf(fields["memory_slots"]),
      };
    case "ram":
      return {
        memory_type: keysOf("memory_type", fields),
        module_type: moduleTypeOfKit(fields),
        modules: numberOf(fields["modules"]),
      };
    default:
      return {};
  }
}

/**
 * Returns the conditions that products of a kind must meet to fit a part of another kind.
 * @returns the conditions, and the unknown facts of the part, by which no product can be checked
 */
export function conditionsToFit(
  kind: string,
  part: { kind: string; fields: ProductFields },
): { conditions: FitCondition[]; unknownOfPart: FitFact[] } {
  const values = fitValuesOf(part.kind, part.fields);
  const facts = fitRules
    .filter(({ kinds }) => kinds.includes(kind) && kinds.includes(part.kind) && kind !== part.kind)
    .map(({ fact }) => ({ fact, value: values[fact] ?? null }));
  return {
    conditions: facts.flatMap(({ fact, value }): FitCondition[] => {
      if (value === null) return [];
      if (typeof value !== "number") return [{ fact, oneOf: value }];
      return [part.kind === "ram" ? { fact, atLeast: value } : { fact, atMost: value }];
    }),
    unknownOfPart: facts.flatMap(({ fact, value }) => (value === null ? [fact] : [])),
  };
}

/**
 * Returns, for each of several parts, the conditions that products of a kind must meet to fit the part. Memory for a
 * processor with a desktop socket consists of DIMMs. If a motherboard is one of the parts, only the board decides,
 * because thin boards with such sockets take SO-DIMMs.
 */
export function conditionsToFitAll(
  kind: string,
  parts: readonly { kind: string; fields: ProductFields }[],
): ReturnType<typeof conditionsToFit>[] {
  const found = parts.map((part) => conditionsToFit(kind, part));
  const isForBoard = parts.some((part) => part.kind === "motherboard");
  const cpu = parts.find((part) => part.kind === "cpu");
  if (kind !== "ram" || isForBoard || !cpu || !isOfDesktop(cpu.fields)) return found;
  return [...found, { conditions: [{ fact: "module_type", oneOf: ["dimm"] }], unknownOfPart: [] }];
}

/** Returns whether a processor has a socket of motherboards for desktops and workstations. */
function isOfDesktop(fields: ProductFields): boolean {
  return keysOf("socket", fields)?.some((key) => /^(?:[af]m\d|lga|s?tr[x\d])/.test(key)) === true;
}

/** Returns the keys by which the values of a product's field are compared; null if the field is unknown. */
function keysOf(field: string, fields: ProductFields): readonly string[] | null {
  const keys = textsOf(fields[field]).map((text) => filterKey(field, text));
  const known = keys.filter(Boolean);
  return known.length > 0 ? known : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/**
 * Returns the keys of a socket; sockets that take the same processors share one key. The key ignores the number of
 * sockets and the narrow frame for coolers (LGA2011-3 Narrow). The key of LGA1151 contains the socket's generation,
 * because the two generations do not take each other's processors. If the generation is unknown, so is the key.
 * Socket AM4 has a second key for the processors of the Ryzen 1000 series, which newer chipsets do not support.
 */
function socketOf(fields: ProductFields, { generationOf, am4Keys }: SocketRules): readonly string[] | null {
  const keys =
    keysOf("socket", fields)?.map((key) => key.replace(/^\d+x/, "").replace(/narrow$/, "")) ?? null;
  if (keys?.[0] === "am4") return am4Keys(fields);
  if (keys?.[0] !== "lga1151") return keys;
  const generation = generationOf(fields);
  return generation === null ? null : [`lga1151v${generation}`];
}

/**
 * The functions that tell apart sockets of the same name: one pair of functions for processors, one for motherboards.
 */
interface SocketRules {
  generationOf: (fields: ProductFields) => number | null;
  am4Keys: (fields: ProductFields) => readonly string[];
}

const OF_RYZEN_1000 = "am4ryzen1000";
const socketOfCpu: SocketRules = {
  generationOf: generationOfCpu,
  am4Keys: (fields) => (keysOf("core_family", fields)?.[0] === "summitridge" ? [OF_RYZEN_1000] : ["am4"]),
};
// Source: AMD's table of the AM4 chipsets and the processors that each chipset supports. A board with an unknown
// chipset may support all processors.
const socketOfBoard: SocketRules = {
  generationOf: generationOfBoard,
  am4Keys: (fields) =>
    /^(?:amd)?(?:a520|b550|x570)/.test(keysOf("chipset", fields)?.[0] ?? "")
      ? ["am4"]
      : ["am4", OF_RYZEN_1000],
};

/** Returns the generation of LGA1151 to which a processor belongs: the second generation begins with Coffee Lake. */
function generationOfCpu(fields: ProductFields): number | null {
  const [key = ""] = keysOf("microarchitecture", fields) ?? [];
  if (/^(?:skylake|kabylake)/.test(key)) return 1;
  return key.startsWith("coffeelake") ? 2 : null;
}

/**
 * Returns the generation of LGA1151 to which the chipset of a motherboard belongs, such as H110, C236, Z370 or C246.
 */
function generationOfBoard(fields: ProductFields): number | null {
  const [key = ""] = keysOf("chipset", fields) ?? [];
  if (/^(?:[bhqz][12]\d0|c23\d)/.test(key)) return 1;
  return /^(?:[bhqz]3\d\d|c24\d)/.test(key) ? 2 : null;
}

/** Returns the module type, such as SO-DIMM, from the form factor of a memory kit, such as "262-pin SO-DIMM". */
function moduleTypeOfKit(fields: ProductFields): readonly string[] | null {
  const key = keysOf("form_factor", fields)?.[0] ?? "";
  if (key.includes("sodimm")) return ["sodimm"];
  return key.includes("dimm") ? ["dimm"] : null;
}

/**
 * Derives the type of memory modules (DIMM or SO-DIMM) that a motherboard takes, which no source states. Boards with
 * a processor socket take DIMMs, thin boards SO-DIMMs. The type is unknown for boards with a soldered processor and
 * for boards of unknown size, which may take either.
 */
function moduleTypeOfBoard(fields: ProductFields): readonly string[] | null {
  const [size] = keysOf("form_factor", fields) ?? [];
  const [socket = ""] = keysOf("socket", fields) ?? [];
  if (size === undefined || socket === "" || socket.startsWith("integrated")) return null;
  return size.startsWith("thin") ? ["sodimm"] : ["dimm"];
}
