import type { KindDeclaration } from "./kind.ts";

/** The minimum number of words in a text that names one motherboard and not only its line. */
const MIN_BOARD_NAME = 4;

/**
 * The declaration of motherboards as a kind of product. The make of a board is also its manufacturer; the make of the
 * board's chipset is another filter.
 */
export const motherboardKind = {
  name: "motherboard",
  collection: "motherboards",
  plural: "motherboards",
  isPartOfBuilds: true,
  fields: {
    make: { type: "text" },
    model: { type: "text" },
    socket: { type: "text" },
    // The make of the chipset is unknown for motherboards with a soldered processor, because such a processor
    // contains the chipset.
    chipset_make: { type: "text", isOptional: true },
    chipset: { type: "text", isOptional: true },
    form_factor: { type: "text", isOptional: true },
    ram_types: { type: "texts", isOptional: true },
    memory_slots: {
      type: "integer",
      max: 256,
      isOptional: true,
      description: "How many slots for memory modules",
    },
    max_memory_gb: { type: "integer", max: 1_000_000, isOptional: true },
    m2_slots: { type: "integer", min: 0, max: 100, isOptional: true, description: "How many M.2 slots" },
    has_wifi: { type: "flag", isOptional: true },
    series: { type: "text", isOptional: true },
    part_numbers: { type: "texts", isOptional: true },
    price_usd: { type: "price", isOptional: true, description: "In USD" },
    price_date: { type: "date", isOptional: true },
  },
  modelText: "{chipset}",
  lines: {},
  tiers: [],
  naming: {
    words: /^(?:\d|[a-z]+\d\w*)$/,
    // The name of a motherboard may have only two words, as "P8P67 PRO" has.
    minWords: 2,
    facts:
      /^(?:(?:am|fm)\d(?:plus)?|lga\d+(?:v3)?|s?tr[x\d]\w*|sw?rx\d|ddr\d|[me]?atx|[mi]tx|itx|amd|intel|ga|r1)$/,
    // A further letter after the chipset, which smaller motherboards have, makes another model: a B660M GAMING X is no
    // B660 GAMING X.
    isOther: ({ words, modelNumbers, foundName }) => {
      const isSmaller = (number: string) => !foundName.includes(number) && foundName.includes(`${number}m`);
      return words.length >= MIN_BOARD_NAME && modelNumbers.some(isSmaller);
    },
  },
  searchTexts: ["{chipset_make}", "{chipset}", "{socket}", "{form_factor}", "{ram_types}", "{series}"],
  derivedTexts: [
    // People leave out the s of AMD's sockets: TR4 (the retail name) for sTR4, TRX4 for sTRX4, TR5 for sTR5.
    { field: "socket", pattern: /^s(TRX?\d)$/, text: "$1" },
    // People call Intel's sockets by their number alone, such as "1700 ddr5".
    { field: "socket", pattern: /^LGA(\d{3,4})/, text: "$1" },
    // People search for motherboards by the name of the processors that fit the socket.
    { field: "socket", pattern: /^AM4$/, text: "ryzen 5000 series" },
    { field: "socket", pattern: /^AM5$/, text: "ryzen 7000 series 8000 series 9000 series" },
    { field: "socket", pattern: /^s(?:TR[X\d]?\d?|WRX\d)$/, text: "threadripper" },
    { field: "socket", pattern: /^LGA1200$/, text: "10th gen 11th gen" },
    { field: "socket", pattern: /^LGA1700$/, text: "12th gen 13th gen 14th gen" },
    { field: "socket", pattern: /^LGA1851$/, text: "core ultra" },
    // The names of many motherboards with WiFi contain AX or AC, or nothing at all, instead of the word WiFi.
    { field: "has_wifi", pattern: /^true$/, text: "wifi" },
  ],
  record: {
    id: "id",
    make: "make",
    model: "model",
    socket: "socket",
    chipset_manufacturer: "chipset_make",
    chipset: "chipset",
    form_factor: "form_factor",
    ram_types: "ram_types",
    memory_slots: "memory_slots",
    max_memory_gb: "max_memory_gb",
    wifi: "has_wifi",
    url_slug: "url_slug",
    price: "price_usd",
    price_date: "price_date",
    m2_slots: "m2_slots",
    series: "series",
    part_numbers: "part_numbers",
  },
  filters: {
    textLists: {
      makes: "make",
      chipset_mans: "chipset_make",
      chipsets: "chipset",
      form_factors: "form_factor",
      sockets: "socket",
      ram_types: "ram_types",
      series: "series",
    },
    numberLists: {},
    ranges: { price: "price_usd", ram_slots: "memory_slots", m2_slots: "m2_slots" },
    flags: {},
    switches: { wifi_only: "has_wifi" },
  },
  sorts: { make: "make", manufacturer: "make", price: "price_usd" },
  words: {
    one: "a motherboard",
    newestOrder: "Newest platform",
    inQueries: "motherboard motherboards mainboard mobo board boards hauptplatine",
    exampleQuery: "b550",
    exampleSlug: "msi-b550-tomahawk",
    mainFacts: ["{socket}", "{chipset}", "{form_factor}", "{memory_slots} memory slots"],
    columns: ["socket", "chipset", "form_factor", "ram_types", "memory_slots", "m2_slots", "wifi"],
    fields: {
      chipset_make: "Chipset maker",
      ram_types: "Memory types",
      max_memory_gb: "Memory, at most",
      m2_slots: "M.2 slots",
      has_wifi: "WiFi",
    },
    filters: { ram_types: "Memory" },
    contract: {
      chipset_manufacturer: { text: "Who makes the chipset; null = unknown.", example: "AMD" },
      chipset_mans: { text: "Makers of chipsets.", example: "AMD" },
      max_memory_gb: { example: 128 },
      memory_slots: { example: 4 },
      ram_slots: { text: "The lowest and the highest number of RAM slots." },
      min_ram_slots: { text: "Only boards with at least this many RAM slots.", example: 2 },
      max_ram_slots: { text: "Only boards with at most this many RAM slots.", example: 4 },
      m2_slots: { text: "How many slots for M.2 drives; null = unknown.", example: 2 },
      min_m2_slots: { text: "Only boards with at least this many M.2 slots.", example: 1 },
      max_m2_slots: { text: "Only boards with at most this many M.2 slots.", example: 3 },
      wifi: { text: "Whether the motherboard has WiFi; null = unknown." },
      wifi_only: { text: "true leaves only boards that are known to have WiFi." },
    },
  },
} as const satisfies KindDeclaration;
