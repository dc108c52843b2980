import { cardFamilyRule } from "./card-families.ts";

/**
 * The architectures of graphics cards: the words that name each architecture, and its chipsets. The sources are
 * NVIDIA's "CUDA GPUs" by compute capability, the product specifications of AMD and Intel, and, for cards that are no
 * longer sold, Wikipedia's lists of graphics processing units. Chipsets that were sold with several architectures (GT
 * 630, GT 730) are in no row.
 */
const architectures: readonly (readonly [name: string, words: string, chipsets: string])[] = [
  ["Blackwell", "blackwell", String.raw`rtx 50[5-9]0|rtx pro \d{4}.* blackwell`],
  ["Ada Lovelace", "ada lovelace|lovelace|ada", String.raw`rtx 40[5-9]0|rtx \d{4} (?:sff )?ada`],
  ["Ampere", "ampere", String.raw`rtx 30[5-9]0|rtx a\d{3,4}`],
  ["Turing", "turing", String.raw`rtx 20[6-8]0|gtx 16[3-6]0|quadro rtx \d{4}|titan rtx|t(?:4|6|10)00`],
  ["Volta", "volta", String.raw`titan v|gv100`],
  ["Pascal", "pascal", String.raw`gtx? 10[1-8]0|titan x \(pascal\)|titan xp|quadro p\d{3,4}|gp100`],
  [
    "Maxwell",
    "maxwell",
    String.raw`gtx 9\d0|gtx 7[45]\d|gtx titan x|quadro m\d{4}|quadro k(?:620|1200|2200)|nvs 810`,
  ],
  [
    "Kepler",
    "kepler",
    String.raw`gtx 6[5-9]\d|gtx 7[678]0|gtx titan(?! x)|gt (?:640|710|720|740)|quadro (?:410|k420|k600|k[456][02]00)`,
  ],
  ["Fermi", "fermi", String.raw`g[tf][xs] [45]\d\d|gts 450|gt (?:520|610|620)`],
  ["RDNA 4", String.raw`rdna ?4`, String.raw`rx 90[5-7]0|pro r9\d00s?`],
  ["RDNA 3", String.raw`rdna ?3`, String.raw`rx 7\d[05]0|pro w7\d00`],
  ["RDNA 2", String.raw`rdna ?2`, String.raw`rx 6\d[05]0|pro w6\d00`],
  ["RDNA 1", String.raw`rdna ?1`, String.raw`rx 5[3-7]00|pro w5[57]00`],
  ["Polaris", "polaris", String.raw`rx [45]\d0|pro duo polaris|wx (?:2100|3[12]00|4100|5100|7100)`],
  ["Alchemist", "alchemist|xe[- ]hpg", String.raw`arc (?:pro )?a\d{2,3}`],
  ["Battlemage", String.raw`battlemage|xe ?2(?:[- ]hpg)?`, String.raw`arc (?:pro )?b\d{2,3}`],
];

/**
 * The rule that reads words for architectures of graphics cards, such as Ada. For other kinds of products these words
 * are only parts of names.
 */
export const architectureRule = cardFamilyRule(
  "architecture",
  architectures.map(([name, words, chipsets]) => ({
    name,
    words: `(?:${words})(?: (?:architecture|generation))?`,
    chipsets,
  })),
  {
    ...Object.fromEntries(
      architectures.flatMap(([name]) => [
        [`gpu: ${name} card`, `architecture ${name}`],
        [`motherboard: ${name}`, ""],
      ]),
    ),
    "gpu: rdna3.5": "",
  },
);
