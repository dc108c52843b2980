import type { ProductKind } from "../../../kinds/kinds.ts";
import type { WordFilter, WordRule } from "./word-rule.ts";

/**
 * The two filters for the memory size of each kind of product that has one: a list of sizes, and a range of sizes.
 */
const filtersOf: Readonly<Record<string, { sizes: string; range: string }>> = {
  gpu: { sizes: "vram_sizes", range: "vram_gb" },
  ram: { sizes: "memory_sizes", range: "gb" },
};

const COMPARED = String.raw`under|below|less than|up to|at most|max(?:imum)?|over|above|more than|at least|min(?:imum)?|<=?|>=?`;

/**
 * The patterns that exclude the size of a memory module, as in "2x16GB", "16GB x 2" and "dual 16 GB": the filter
 * compares the size of the kit.
 */
const NO_MODULE_BEFORE = String.raw`(?<![a-z\d.,\-_/]|\d\s{0,3}[x×*]\s{0,3}|\bdual\s|\d\s(?:sticks?|modules?) of\s)`;
const NO_MODULE_AFTER = String.raw`(?![a-z]|\d|\s{0,3}[x×*]\s{0,3}\d|\s(?:sticks?|modules?|dimms?)\b)`;

/** The rule that reads the size of memory, in GB, of a graphics card or of a whole memory kit. */
export const capacityRule: WordRule = {
  pattern: new RegExp(
    String.raw`${NO_MODULE_BEFORE}(?:(?<compared>${COMPARED})\s{0,3})?(?<!\d)(?<size>\d{1,4})\s?(?:gi?b|gigs?|gigabytes?)(?<more>\+|\s(?:or|and) (?:more|up))?${NO_MODULE_AFTER}(?:(?: of)? (?:vram|memory|ram)\b)?`,
    "gi",
  ),
  occursInNames: true,
  kinds: ["gpu", "ram"],
  read: ({ compared = "", size, more }, kind) => limitsOf(kind, compared.toLowerCase(), Number(size), more),
  examples: {
    "gpu: 12gb gpu": "vram_sizes 12",
    "gpu: 8 gb or 12 gb": "vram_sizes 8; vram_sizes 12",
    "gpu: at least 16gb vram": "min_vram_gb 16",
    "gpu: 16gb+": "min_vram_gb 16",
    "gpu: rtx 4060 16gb": "",
    "ram: 32gb ddr5": "memory_sizes 32",
    "ram: 2x16gb ddr5": "",
    "ram: under 64gb": "max_gb 63",
    "cpu: 32gb": "",
  },
};

function limitsOf(
  { name }: ProductKind,
  compared: string,
  size: number,
  more: string | undefined,
): WordFilter[] | undefined {
  const names = filtersOf[name];
  if (!names) return undefined;
  const { sizes, range } = names;
  if (/^(?:under|below|less|<$)/.test(compared)) return [{ field: `max_${range}`, value: size - 1 }];
  if (/^(?:over|above|more|>$)/.test(compared)) return [{ field: `min_${range}`, value: size + 1 }];
  if (/^(?:up|at most|max|<=)/.test(compared)) return [{ field: `max_${range}`, value: size }];
  const isLowest = compared !== "" || more !== undefined;
  return [{ field: isLowest ? `min_${range}` : sizes, value: size }];
}
