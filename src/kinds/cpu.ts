import type { KindDeclaration } from "./kind.ts";

/** Matches words that only say how a processor is sold, such as "OEM/Tray", "(Standard Folding Box)" and "MPK". */
const SOLD_AS =
  /\([^()]*\b(?:oem|tray|box(?:ed)?|retail|bulk|mpk|wof)\b[^()]*\)|\/?\b(?:oem|tray|box(?:ed)?|retail|bulk|mpk|wof)\b/gi;

/**
 * Matches other spellings of the "A" in the names of AMD's A processors: "A 10 7860K" and "A-Series A10 7860K" mean
 * "A10 7860K".
 */
const A_SERIES = /^A(?:-Series A| )(?=\d)/i;

const isVersion = (word: string) => /^v\d$/.test(word);

/** The declaration of processors as a kind of product. The make of a processor is also its manufacturer. */
export const cpuKind = {
  name: "cpu",
  collection: "cpus",
  plural: "CPUs",
  isPartOfBuilds: true,
  fields: {
    make: { type: "text" },
    model: { type: "text" },
    cores: { type: "integer", max: 4096 },
    threads: { type: "integer", max: 8192, description: "How many threads run at once" },
    base_clock_mhz: { type: "integer", max: 100_000, description: "In MHz" },
    boost_clock_mhz: { type: "integer", max: 100_000, isOptional: true, description: "In MHz" },
    l3_cache_mb: { type: "integer", max: 100_000, isOptional: true },
    socket: { type: "text" },
    ram_types: { type: "texts", isOptional: true },
    series: { type: "text", isOptional: true },
    microarchitecture: { type: "text", isOptional: true },
    core_family: { type: "text", isOptional: true },
    tdp_w: { type: "integer", max: 10_000, isOptional: true },
    has_integrated_graphics: { type: "flag", isOptional: true },
    ecc: { type: "flag", isOptional: true },
    part_numbers: { type: "texts", isOptional: true },
    price_usd: { type: "price", isOptional: true, description: "In USD" },
    price_date: { type: "date", isOptional: true },
  },
  modelText: "{make} {model}",
  lines: {
    amd: "amd",
    ryzen: "ryzen",
    threadripper: "threadripper",
    athlon: "athlon",
    epyc: "epyc",
    opteron: "opteron",
    fx: "fx",
    phenom: "phenom",
    sempron: "sempron",
    intel: "intel",
    core: "core",
    i3: "core",
    i5: "core",
    i7: "core",
    i9: "core",
    xeon: "xeon",
    pentium: "pentium",
    celeron: "celeron",
    // The letters q, e and g stand before the numbers of Core 2, Pentium and Celeron processors: Q9550, E8400, G4560.
    q: "intel",
    e: "intel",
    g: "intel",
  },
  tiers: ["3", "5", "7", "9", "i3", "i5", "i7", "i9"],
  naming: {
    words: /^(?:a\d{1,2}|e[1-7]|x[2-6]|ii|ultra|gold|silver|pro|plus|af|v\d)$|\d{3}/,
    // A text that names a Xeon without a version does not mean a Xeon with a version: an E5-2620 v3 is no E5-2620.
    isOther: ({ words, foundCodes }) =>
      words.some((word) => /^e[357]$/.test(word)) && !words.some(isVersion) && foundCodes.some(isVersion),
  },
  searchTexts: [
    "{series}",
    "{microarchitecture}",
    "{core_family}",
    "{socket}",
    "{ram_types}",
    "{cores} cores",
    "{threads} threads",
  ],
  derivedTexts: [
    // People leave out the s of AMD's sockets: TR4 (the retail name) for sTR4, TRX4 for sTRX4, TR5 for sTR5.
    { field: "socket", pattern: /^s(TRX?\d)$/, text: "$1" },
    { field: "model", pattern: /\dX3D2?\b/, text: "x3d" },
    // In a Core i model number, the digits before the last three name the generation: i5-2500K, i7-13700K.
    { field: "model", pattern: /^Core i[3579][- ]2\d{3}(?!\d)/, text: "2nd gen" },
    { field: "model", pattern: /^Core i[3579][- ]3\d{3}(?!\d)/, text: "3rd gen" },
    { field: "model", pattern: /^Core i[3579][- ]([4-9]|1\d)\d{3}(?!\d)/, text: "$1th gen" },
    { field: "model", pattern: /^Ryzen.* (\d)\d{3}(?!\d)[A-Z0-9]*/, text: "$1000 series" },
    // People call Intel's sockets by their number alone. LGA1200 and LGA1700 get no such name, because 1200 and 1700
    // are also numbers of processors.
    { field: "socket", pattern: /^LGA(115\d|1851|2011|2066)/, text: "$1" },
    { field: "ecc", pattern: /^true$/, text: "ecc" },
  ],
  record: {
    id: "id",
    cpuid: "id",
    make: "make",
    model: "model",
    cores: "cores",
    threads: "threads",
    base_clock: "base_clock_mhz",
    url_slug: "url_slug",
    socket: "socket",
    ram_types: "ram_types",
    price: "price_usd",
    price_date: "price_date",
    boost_clock: "boost_clock_mhz",
    l3_cache_mb: "l3_cache_mb",
    series: "series",
    microarchitecture: "microarchitecture",
    core_family: "core_family",
    tdp_w: "tdp_w",
    integrated_graphics: "has_integrated_graphics",
    ecc: "ecc",
    part_numbers: "part_numbers",
  },
  filters: {
    textLists: { makes: "make", sockets: "socket", ram_types: "ram_types", series: "series" },
    numberLists: {},
    ranges: { price: "price_usd", cores: "cores", frequency_mhz: "base_clock_mhz", tdp_w: "tdp_w" },
    flags: { integrated_graphics: "has_integrated_graphics", ecc: "ecc" },
    switches: {},
  },
  sorts: { make: "make", manufacturer: "make", price: "price_usd" },
  comparedAs: {
    part: "model",
    titleOf: ({ make, model }) => `${make} ${model.replaceAll(SOLD_AS, " ").replace(A_SERIES, "A")}`,
    // The id of Cinebench R23, by which processors are compared by default.
    usualBenchmark: 15,
  },
  words: {
    one: "a processor",
    many: "processors",
    counted: "processors",
    inQueries: "cpu cpus processor processors prozessor procesador processeur processore procesor процессор",
    shortNameOf: ({ model }) => model,
    exampleQuery: "ryzen 7 5800x",
    exampleSlug: "amd-ryzen-7-5800x",
    mainFacts: ["{cores} cores", "{threads} threads", "{boost_clock} MHz boost", "{socket}"],
    firstFacts: [
      "cores",
      "threads",
      "base_clock",
      "boost_clock",
      "l3_cache_mb",
      "tdp_w",
      "socket",
      "ram_types",
    ],
    columns: ["cores", "threads", "base_clock", "boost_clock", "socket", "tdp_w"],
    fields: { ram_types: "Memory types", tdp_w: "TDP", ecc: "ECC" },
    filters: { ram_types: "Memory" },
    contract: {
      cpuid: { example: 1 },
      cores: { text: "How many cores the processor has.", example: 8 },
      threads: { example: 16 },
      l3_cache_mb: { text: "The L3 cache of the processor, in MB, rounded; null = unknown.", example: 32 },
      core_family: { text: "The code name of the processor; null = unknown.", example: "Vermeer" },
      microarchitecture: {
        text: "The microarchitecture of the processor; null = unknown.",
        example: "Zen 3",
      },
      integrated_graphics: { text: "Whether the processor has integrated graphics; null = unknown." },
      min_cores: { text: "Only processors with at least this many cores.", example: 8 },
      max_cores: { text: "Only processors with at most this many cores.", example: 16 },
      frequency_mhz: { text: "The lowest and the highest base clock, in MHz." },
      min_frequency_mhz: { example: 3000 },
      max_frequency_mhz: { example: 5000 },
    },
  },
} as const satisfies KindDeclaration;
