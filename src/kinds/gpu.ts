import type { KindDeclaration } from "./kind.ts";

/** Matches the memory size in the name of a graphics chip, as in "GeForce RTX 3060 12 GB". */
const SIZE = /\b(\d+) ?GB\b/i;

/**
 * Matches "LHR", the mark of graphics chips that mine cryptocurrency slowly, as in "GeForce RTX 3070 LHR". In
 * benchmarks, a chip with the mark performs like the same chip without the mark.
 */
const MINES_SLOWLY = / LHR\b/i;

/**
 * Matches the words that people leave out before the name of a line of graphics cards: they say "RTX 4070" for
 * "GeForce RTX 4070".
 */
const WELL_KNOWN_LINE = /^(?:GeForce (?=RTX |GTX |GT )|Radeon (?=RX ))/;

/**
 * Returns whether a text names the OEM version of an older graphics card, such as "GTX 660 OEM". The OEM version has
 * another chip.
 */
const isOldOem = (typed: readonly string[]) =>
  typed.some((word, index) => /^\d{3}(?:ti)?$/.test(word) && typed[index + 1] === "oem");

/** Returns whether a text names a Radeon 7000 or 9000 of the years 2000 to 2003, as "RADEON 7000 SERIES" does. */
const isOldSeries = (words: readonly string[]) =>
  !words.includes("amd") &&
  words.some((word, index) => word === "radeon" && /^[79]0series$/.test(words[index + 1] ?? ""));

/**
 * The declaration of graphics cards as a kind of product. The make is the company that sells the card, the
 * manufacturer is the company that made its chip.
 */
export const gpuKind = {
  name: "gpu",
  collection: "gpus",
  plural: "graphics cards",
  isPartOfBuilds: true,
  fields: {
    make: { type: "text" },
    model: { type: "text" },
    chipset_make: { type: "text" },
    chipset: { type: "text" },
    // The memory size of graphics cards with less than 1 GB is unknown, because the data set OpenDB states whole
    // gigabytes.
    vram_gb: { type: "integer", max: 4096, isOptional: true },
    memory_type: { type: "text", isOptional: true },
    base_clock_mhz: { type: "integer", max: 100_000, isOptional: true, description: "In MHz" },
    boost_clock_mhz: { type: "integer", max: 100_000, isOptional: true, description: "In MHz" },
    length_mm: { type: "integer", max: 2000, isOptional: true },
    tdp_w: { type: "integer", max: 10_000, isOptional: true },
    series: { type: "text", isOptional: true },
    part_numbers: { type: "texts", isOptional: true },
    price_usd: { type: "price", isOptional: true, description: "In USD" },
    price_date: { type: "date", isOptional: true },
  },
  modelText: "{chipset_make} {chipset}",
  // Map all lines of graphics cards of one maker to the same word, because people confuse them: they write "GTX 3060"
  // for the RTX 3060.
  lines: {
    nvidia: "nvidia",
    geforce: "nvidia",
    rtx: "nvidia",
    gtx: "nvidia",
    gt: "nvidia",
    quadro: "nvidia",
    amd: "amd",
    radeon: "amd",
    rx: "amd",
    hd: "amd",
    intel: "intel",
    arc: "intel",
  },
  tiers: [],
  naming: {
    words: /^(?:hd|r[579]|mx|cmp|pro|gme|fire(?:pro|gl)|tesla|vega\d*|x2|[sl]e|boost|\d+gb)$|\d{3}/,
    minWords: 3,
    facts: /^(?:\d+gb|gddr\d\w?|hbm\d?|nvidia|amd|geforce|radeon)$/,
    isOther: ({ typed, words, modelNumbers, foundName, foundModel }) => {
      if (isOldSeries(words)) return true;
      if (modelNumbers.length === 0) return false;
      if (isOldOem(typed) && !foundName.includes("oem")) return true;
      // A text with "Quadro" does not name a Quadro RTX, which is a newer line with the same numbers. A text with
      // "Radeon Pro" does not name a Radeon RX for the same reason.
      if (words.includes("quadro")) return !words.includes("rtx") && /\bquadro rtx\b/.test(foundModel);
      const isRadeonPro = words.some((word, index) => word === "radeon" && words[index + 1] === "pro");
      return isRadeonPro && !/\bpro\b/.test(foundModel);
    },
  },
  searchTexts: ["{chipset_make}", "{chipset}", "{vram_gb}gb", "{memory_type}", "{series}"],
  derivedTexts: [
    // The spelling rules join the endings "Ti" and "Super" to the number of a graphics card. Add the ending alone as
    // a further text, so that "rtx super" finds the cards.
    { field: "chipset", pattern: /\bTi\b/i, text: "ti" },
    { field: "chipset", pattern: /\bSUPER\b/i, text: "super" },
    { field: "chipset", pattern: /\b(XTX?|GRE)\b/i, text: "$1" },
  ],
  record: {
    id: "id",
    make: "make",
    model: "model",
    manufacturer: "chipset_make",
    chipset: "chipset",
    vram_gb: "vram_gb",
    memory_type: "memory_type",
    base_clock: "base_clock_mhz",
    boost_clock: "boost_clock_mhz",
    length_mm: "length_mm",
    tdp_w: "tdp_w",
    url_slug: "url_slug",
    price: "price_usd",
    price_date: "price_date",
    series: "series",
    part_numbers: "part_numbers",
    chip: "compared_as",
  },
  filters: {
    textLists: { makes: "make", manufacturers: "chipset_make", chipsets: "chipset", series: "series" },
    numberLists: { vram_sizes: "vram_gb" },
    ranges: { price: "price_usd", vram_gb: "vram_gb", tdp_w: "tdp_w", length_mm: "length_mm" },
    flags: {},
    switches: {},
  },
  sorts: { make: "make", manufacturer: "chipset_make", price: "price_usd" },
  comparedAs: {
    part: "chip",
    // If the memory size of a card is unknown, use the size in the name of its chipset. If the name of the chipset
    // states no size, compare the card as the chip without a memory size.
    titleOf: ({ make, model, chipset_make, chipset, vram_gb }) => {
      if (typeof chipset !== "string") return `${make} ${model}`;
      const size = String(vram_gb ?? SIZE.exec(chipset)?.[1] ?? "");
      return `${String(chipset_make ?? "")} ${chipset.replace(SIZE, "").replace(MINES_SLOWLY, "")}${size && ` ${size} GB`}`;
    },
    // The id of 3DMark graphics test 1, by which graphics cards are compared by default.
    usualBenchmark: 7,
  },
  words: {
    one: "a graphics card",
    inQueries: "gpu gpus vga graphics graphic video card cards grafikkarte видеокарта",
    shortNameOf: ({ chipset, model }) => String(chipset ?? model).replace(WELL_KNOWN_LINE, ""),
    exampleQuery: "rtx 4070",
    exampleSlug: "asus-rtx-4070",
    mainFacts: ["{chipset}", "{vram_gb} GB", "{boost_clock} MHz boost", "{tdp_w} W"],
    firstFacts: ["manufacturer", "chipset", "vram_gb", "memory_type", "base_clock", "boost_clock", "tdp_w"],
    columns: ["vram_gb", "boost_clock", "tdp_w", "length_mm"],
    fields: { chipset: "Chip", chipset_make: "Chip maker", vram_gb: "Memory", tdp_w: "TDP" },
    filters: { chipsets: "Chip", manufacturers: "Chip maker", vram_gb: "Memory range" },
    contract: {
      chip: {
        text: "The slug of the chip with its memory size, as which graphics cards are compared: /products/chip/<chip>; null = not known yet.",
        example: "nvidia-geforce-rtx-4070-super-12gb",
      },
      manufacturer: { text: "Who makes the chip.", example: "NVIDIA" },
      manufacturers: { text: "Makers of chips.", example: "NVIDIA" },
      vram_gb: { example: 12 },
      vram_sizes: { text: "Capacities of the graphics memory, in GB.", example: "12" },
      min_vram_gb: { example: 8 },
      max_vram_gb: { example: 16 },
      length_mm: { example: 285 },
      min_length_mm: { example: 200 },
      max_length_mm: { example: 300 },
    },
  },
} as const satisfies KindDeclaration;
