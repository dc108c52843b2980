import type { ProductKind } from "../../../kinds/kinds.ts";
import { MODEL_NAME } from "../../indexing/search-settings.ts";
import { toWords } from "../../indexing/normalise.ts";
import { cardFamilyRule } from "./card-families.ts";
import type { FamilyFilter, WordRule } from "./word-rule.ts";

/** Returns whether a text names no other makers and lines of models than the allowed ones. */
function namesOnly({ lines }: ProductKind, text: string, allowed: readonly string[]): boolean {
  return toWords(text).every((word) => lines[word] === undefined || allowed.includes(lines[word]));
}

const namesAny = ({ lines }: ProductKind, text: string, wanted: readonly string[]): boolean =>
  toWords(text).some((word) => wanted.includes(lines[word] ?? ""));

const RYZEN = ["amd", "ryzen", "threadripper"];
const CORE = ["intel", "core"];

const ryzen = (thousands: string): FamilyFilter => ({
  field: "generation",
  value: `Ryzen ${thousands}000`,
  attribute: MODEL_NAME,
  members: new RegExp(String.raw`\bryzen (?:.* )?(?:pro )?${thousands}\d{3}[a-z\d]*$`),
});

const core = (generation: number): FamilyFilter => ({
  field: "generation",
  value: `Core ${ordinal(generation)} generation`,
  attribute: MODEL_NAME,
  members: new RegExp(String.raw`\bcore i[3579] (?:.* )?${generation}\d{3}[a-z]*$`),
});

function ordinal(number: number): string {
  const ending = { 1: "st", 2: "nd", 3: "rd" }[number] ?? "th";
  return `${number}${ending}`;
}

/** The highest generation of Core i processors; later generations are called Core Ultra. */
const LAST_CORE = 14;
const FIRST_CORE_OF_FOUR_DIGITS = 2;

const coreOf = (generation: number) =>
  generation >= FIRST_CORE_OF_FOUR_DIGITS && generation <= LAST_CORE ? [core(generation)] : undefined;

/** A generation of graphics cards: the words that name it, its name, and its chipsets. */
type Generation = readonly [words: string, name: string, chipsets: string];

/** Rules that read generations of processors, whose model numbers begin with the number of the generation. */
const processorRules: readonly WordRule[] = [
  {
    // Read a round number alone as a generation of Ryzen, because no processor has such a model number.
    pattern: /(?<![a-z\d.,\-_])(?<number>[1-9]|1[0-4])000(?:[ -]?series)?(?![a-z\d\-_])/gi,
    occursInNames: true,
    kinds: ["cpu"],
    read: ({ number = "" }, kind, text) => {
      const isCore = namesAny(kind, text, CORE) || number.length > 1;
      if (!namesOnly(kind, text, isCore ? CORE : RYZEN)) return undefined;
      return isCore ? coreOf(Number(number)) : [ryzen(number)];
    },
    examples: {
      "cpu: 5000": "generation Ryzen 5000",
      "cpu: ryzen 9 5000 series": "generation Ryzen 5000",
      "cpu: intel 13000 series": "generation Core 13th generation",
      "cpu: fx 8000": "",
      "cpu: ryzen 5 5600 5000 series": "",
      "gpu: 5000": "",
      "motherboard: ryzen 5000": "",
    },
  },
  {
    pattern:
      /(?<![a-z\d])(?:(?<number>[2-9]|1[0-4])(?:nd|rd|th)?[ -]gen(?:eration)?|gen(?:eration)? (?<after>[2-9]|1[0-4]))(?![a-z\d])/gi,
    occursInNames: true,
    kinds: ["cpu"],
    read: ({ number, after }, kind, text) =>
      namesOnly(kind, text, CORE) ? coreOf(Number(number ?? after)) : undefined,
    examples: {
      "cpu: 13th gen": "generation Core 13th generation",
      "cpu: i5 2nd generation": "generation Core 2nd generation",
      "cpu: 13th gen i5 13400": "",
      "cpu: ryzen 3rd gen": "",
    },
  },
  {
    pattern: /(?<=\bultra )(?<number>[1-9])00(?:s\b)?(?:[ -]?series)?(?![a-z\d\-_])/gi,
    occursInNames: true,
    kinds: ["cpu"],
    read: ({ number = "" }) => [
      {
        field: "generation",
        value: `Core Ultra ${number}00`,
        attribute: MODEL_NAME,
        members: new RegExp(String.raw`\bultra \d ${number}\d\d[a-z]*$`),
      },
    ],
    examples: { "cpu: core ultra 200 series": "generation Core Ultra 200" },
  },
];

/**
 * The generations of NVIDIA's graphics cards: the words that name a generation, its name, and its chipsets. "RTX
 * 4000" without "series" is the name of a workstation card.
 */
const nvidiaGenerations: readonly Generation[] = [
  ...["20", "30", "40", "50"].map(
    (number) =>
      [String.raw`(?:rtx ?)?${number}(?:00)?[ -]?series`, `RTX ${number}`, `rtx ${number}[5-9]0`] as const,
  ),
  ...["10", "16"].map(
    (number) =>
      [String.raw`(?:gtx ?)?${number}(?:00)?[ -]?series`, `GTX ${number}`, `gtx ${number}[1-8]0`] as const,
  ),
  ...["4", "5", "6", "7", "9"].map(
    (number) =>
      [
        String.raw`(?:gtx ?)?${number}00[ -]?series`,
        `GTX ${number}00`,
        String.raw`gtx ${number}\d0`,
      ] as const,
  ),
];

/**
 * The generations of AMD's and Intel's graphics cards: the words that name a generation, its name, and its chipsets.
 */
const otherGenerations: readonly Generation[] = [
  ...["5", "6", "7", "9"].map(
    (number) =>
      [
        // Exclude "RADEON 7000 SERIES" and "RADEON 9000 SERIES": drivers report the old Radeon cards of the years
        // 2000 to 2003 in this way.
        String.raw`(?:rx ?|amd (?:radeon )?${/[79]/.test(number) ? "" : "|radeon "})${number}000(?:[ -]?series)?`,
        `RX ${number}000`,
        String.raw`rx ${number}\d{3}`,
      ] as const,
  ),
  ...["4", "5"].map(
    (number) =>
      [String.raw`rx ?${number}00[ -]?series`, `RX ${number}00`, String.raw`rx ${number}\d0`] as const,
  ),
  ...["a", "b"].map(
    (letter) =>
      [
        String.raw`arc ${letter}[ -]?series`,
        `Arc ${letter.toUpperCase()}`,
        String.raw`arc ${letter}\d{3}`,
      ] as const,
  ),
];

const cardGenerations = [
  ...otherGenerations.map(([words, name, chipsets]) => ({ name, words, chipsets })),
  ...nvidiaGenerations.map(([words, name, chipsets]) => ({
    name,
    words,
    chipsets,
    isMeant: (kind: ProductKind, text: string) => namesOnly(kind, text, ["nvidia"]),
  })),
];

/** Rules that read generations of processors and graphics cards in a search text. */
export const generationRules: readonly WordRule[] = [
  ...processorRules,
  cardFamilyRule("generation", cardGenerations, {
    ...Object.fromEntries(cardGenerations.map(({ name }) => [`gpu: ${name} series`, `generation ${name}`])),
    "gpu: radeon 6000 series": "generation RX 6000",
    "gpu: amd radeon 7000 series": "generation RX 7000",
    "gpu: radeon 7000 series": "",
  }),
];
