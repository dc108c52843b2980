/** A number that a memory module reports to the system, and the kits that are made of such modules. */
interface ModuleNumber {
  pattern: RegExp;
  /**
   * Returns the part numbers of the memory kits, or words that describe the kits. `groups` has the texts that the
   * groups of `pattern` match.
   */
  kits: (groups: readonly string[]) => readonly string[];
  /** Whether `kits` returns part numbers, rather than words that describe memory kits. */
  isPartNumber?: true;
}

/** The letters by which part numbers of G.Skill's memory kits state how many modules a kit has. */
const kitSizes = [
  ["D", 2],
  ["Q", 4],
  ["Q2", 8],
  ["S", 1],
] as const;

/**
 * The patterns of the module numbers of those makers of memory whose kits have other part numbers than their modules.
 */
const moduleNumbers: readonly ModuleNumber[] = [
  {
    // A memory module F4-3200C16-8GTZR is in the kits F4-3200C16D-16GTZR (two modules), F4-3200C16Q-32GTZR (four
    // modules) and so on.
    pattern: /\b(F\d-\d{4}C\d{2}[A-Z]?)-(\d{1,2})(G[A-Z\d]*)\b/i,
    kits: ([speed = "", size = "", series = ""]) =>
      kitSizes.map(([letter, modules]) => `${speed}${letter}${Number(size) * modules}${series}`),
    isPartNumber: true,
  },
  {
    pattern: /\bKHX(\d{4})C(\d{2})\w*\/(\d{1,2})G?\w*/i,
    kits: ([speed = "", latency = "", size = ""]) => [`kingston hyperx ${speed} cl${latency} ${size}gb`],
  },
  {
    pattern: /\bKF[345]?(\d{4})C(\d{2})\w*\/(\d{1,2})G?\w*/i,
    kits: ([speed = "", latency = "", size = ""]) => [`kingston fury ${speed} cl${latency} ${size}gb`],
  },
  {
    pattern: /\bKF5(\d{2})C(\d{2})\w*-(\d{1,2})\b/i,
    kits: ([speed = "", latency = "", size = ""]) =>
      [`2x${size}gb`, `${size}gb`].map((kit) => `kingston fury ddr5 ${speed}00 cl${latency} ${kit}`),
  },
  {
    pattern: /\bTEAMGROUP-[A-Z]+D([345])-(\d{4})\b/i,
    kits: ([generation = "", speed = ""]) => [`teamgroup ddr${generation} ${speed}`],
  },
];

/**
 * Returns the memory kits of the module that a text names: their part numbers or texts, in the order in which the
 * search tries them.
 */
export function kitsOfModule(text: string): { kit: string; isPartNumber: boolean }[] {
  return moduleNumbers.flatMap(({ pattern, kits, isPartNumber = false }) => {
    const [, ...groups] = pattern.exec(text) ?? [];
    return groups.length > 0 ? kits(groups).map((kit) => ({ kit, isPartNumber })) : [];
  });
}
