/**
 * A rule that turns other spellings of a value, such as a maker, into its usual spelling. Rules read and write values
 * without case, accents, blanks and hyphens. The rules are applied to the values of products as well as to the values
 * in requests, so a rule may produce a value that no product has.
 */
type SpellingRule = readonly [other: RegExp, usual: string];

/**
 * Rules for the names of makers, as product names, shops and the firmware of computers ("GenuineIntel") spell them.
 */
const makers: readonly SpellingRule[] = [
  [/\((?:r|tm|c)\)|[^\p{L}\p{N}]/gu, ""],
  [
    /(?:incorporated|incorporation|inc|corporation|corp|company|coltd|ltd|limited|llc|gmbh|technology|technologies|electronics|computer|computers|memory|international|enterprise|microsystems|systems)+$/,
    "",
  ],
  [/^(?:advancedmicrodevices.*|authenticamd)$/, "amd"],
  [/^genuineintel$/, "intel"],
  [/^asustek$/, "asus"],
  [/^microstar(?:intl)?$/, "msi"],
  [/^elitegroup$/, "ecs"],
  [/^biostarmicrotech.*$/, "biostar"],
  [/^hynix$/, "skhynix"],
  [/^team$/, "teamgroup"],
  [/^hewlettpackard$/, "hp"],
];

const memoryTypes: readonly SpellingRule[] = [
  [/sdram$/, ""],
  [/^d(?=\d$)/, "ddr"],
  [/^ddr$/, "ddr1"],
];

/**
 * The rules for other spellings of values, by the field that a filter compares. A filter finds a value by each of its
 * spellings, whichever of them the catalogue uses. The rules of a field are applied in the given order.
 */
export const spellings: Readonly<Record<string, readonly SpellingRule[]>> = {
  make: makers,
  chipset_make: [...makers, [/^ati$/, "amd"]],
  socket: [
    [/^(?:amd|intel)?socket|socket$/, ""],
    [/^(?:amd|intel)(?=.)/, ""],
    [/^fc(?=[lb]ga)/, ""],
    // People leave out the "LGA" before the number of contacts in the names of Intel's sockets: 1700, 1151v2, 2011-3.
    [/^(?=\d{3,4}(?:v?\d)?(?:narrow)?$)/, "lga"],
    [/^lga2011v3/, "lga20113"],
    [/^lga1718$/, "am5"],
    // TR4 is the retail name of AMD's socket sTR4, and people leave out the s of AMD's later sockets as well.
    [/^(?=(?:tr|wr)x?\d)/, "s"],
    [/plus$/, "+"],
  ],
  form_factor: [
    [/^(?:standard|full)atx$/, "atx"],
    [/^(?:u|\u03BC|m)atx$/, "microatx"],
    [/^m?itx$/, "miniitx"],
    [/^thinm?itx$/, "thinminiitx"],
    [/^mdtx$/, "minidtx"],
    [/^extendedatx$/, "eatx"],
    [/^(?=(?:eeb|ceb)$)/, "ssi"],
  ],
  ram_types: memoryTypes,
  memory_type: memoryTypes,
  chipset: [
    [/^(?:amd|intel|nvidia)(?=.)/, ""],
    [/^(?=(?:rtx|gtx|gts|gt)\d)/, "geforce"],
    [/^(?:radeon)?(?:rx)?(?=vega\d)/, "rx"],
    [/^(?=(?:rx(?:vega)?\d|hd\d|r[579]\d))/, "radeon"],
  ],
  series: [
    [/^(?:amd|intel|nvidia)(?=.)/, ""],
    [/^(?=i[3579]$)/, "core"],
    [/^r(?=[3579]$)/, "ryzen"],
    [/^(?=(?:rtx|gtx)\d)/, "geforce"],
    [/^(?=rx\d)/, "radeon"],
    [/(?<=\d)series$/, ""],
  ],
};
