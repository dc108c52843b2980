/** A number that a module of memory reports, and the kits that are made of such modules. */
interface ModuleNumber {
  pattern: RegExp;
  /** Part numbers of the kits, or words that describe them, made of the groups of the pattern. */
  kits: (groups: readonly string[]) => readonly string[];
  /** Whether `kits` returns part numbers. */
  isPartNumber?: true;
}

/** The numbers of modules of makers whose kits have other part numbers than their modules. */
const moduleNumbers: readonly ModuleNumber[] = [
  {
    // A module F4-3200C16-8GTZR is in the kits F4-3200C16D-16GTZR (two modules), F4-3200C16Q-32GTZR (four) and so on.
    pattern: /\b(F\d-\d{4}C\d{2}[A-Z]?)-(\d{1,2})(G[A-Z\d]*)\b/i,
    kits: ([speed, size, series]) =>
      (["D", "Q", "Q2", "S"] as const).map((count) => `${speed}${count}${Number(size) * modulesOf[count]}${series}`),
    isPartNumber: true,
  },
  {
    pattern: /\bKHX(\d{4})C(\d{2})\w*\/(\d{1,2})G?\w*/i,
    kits: ([speed, latency, size]) => [`kingston hyperx ${speed} cl${latency} ${size}gb`],
  },
  {
    pattern: /\bKF[345]?(\d{4})C(\d{2})\w*\/(\d{1,2})G?\w*/i,
    kits: ([speed, latency, size]) => [`kingston fury ${speed} cl${latency} ${size}gb`],
  },
  {
    pattern: /\bTEAMGROUP-[A-Z]+D([345])-(\d{4})\b/i,
    kits: ([generation, speed]) => [`teamgroup ddr${generation} ${speed}`],
  },
];

const modulesOf = { S: 1, D: 2, Q: 4, Q2: 8 } as const;

/** Returns the kits of the module that a text names: their part numbers or texts, in the order in which they are tried. */
export function kitsOfModule(text: string): { kit: string; isPartNumber: boolean }[] {
  return moduleNumbers.flatMap(({ pattern, kits, isPartNumber = false }) => {
    const [, ...groups] = pattern.exec(text) ?? [];
    return groups.length > 0 ? kits(groups).map((kit) => ({ kit, isPartNumber })) : [];
  });
}
