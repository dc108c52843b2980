import type { RewriteRule } from "./rewrite-rule.ts";

/**
 * Rules for hardware names that programs and operating systems report. The rules are applied to the typed text of a
 * query, before its signs become blanks. They remove the parts that name no product: versions of BIOS and drivers,
 * identifiers in brackets, legal forms of companies. The word "onchip", which no product has, stands for graphics
 * within a processor.
 */
export const reportRules: readonly Omit<RewriteRule, "requires">[] = [
  {
    // Matches a code name by which drivers call the graphics of an AMD processor, which is no separate product.
    pattern: /^.*\[AMD\/ATI\] ([A-Z][a-z]+)(?: \(rev \w+\))?$/,
    replacement: "AMD $1 onchip",
    examples: { "Advanced Micro Devices, Inc. [AMD/ATI] Raphael (rev c5)": "amd raphael onchip" },
  },
  {
    // Linux names a graphics chip first. The products that have the chip follow in brackets at the end.
    pattern:
      /^.*?\b(NVIDIA|AMD|ATI|Intel)\b[^[]*(?:\[[^\]]*\] [^[]*)?\[((?:GeForce|Radeon|Quadro|RTX|GTX|Arc|TITAN|FirePro|U?HD|Iris|Vega)\b[^\]]*)\].*$/i,
    replacement: "$1 $2",
    examples: {
      "VGA compatible controller: NVIDIA Corporation GA102 [GeForce RTX 3080] (rev a1)":
        "nvidia geforce rtx 3080",
      "Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 [Radeon RX 7900 XTX] (rev c8)": "amd radeon rx 7900xtx",
    },
  },
  {
    pattern: /^(?:Vega|Navi|Polaris|Ellesmere|Baffin|[AGT][A-Z]\d{3}\w*)\b[^[]*\[([^\]]+)\].*$/,
    replacement: "$1",
    examples: { "GM204 [GeForce GTX 970] (rev a1)": "geforce gtx 970" },
  },
  {
    pattern:
      /, ?(?:OpenGL|Vulkan|Metal)\b.*$|\bANGLE \((?:[^,()]*, )?|\b[vp]s_\d_\d\b|\bDirect3D ?\d+\b|\bD3D\d+\b|\b0x[\da-f]{4,}\b/gi,
    replacement: " ",
    examples: {
      "ANGLE (AMD, AMD Radeon RX 7900 XTX (0x0000744C) Direct3D11 vs_5_0 ps_5_0, D3D11)":
        "amd radeon rx 7900xtx",
    },
  },
  {
    pattern: /\([^()]*\b(?:DRM|LLVM|radeonsi|RADV|ACO)\b[^()]*\)|\/PCIe?(?:\/SSE2)?\b|\/SSE2\b/gi,
    replacement: " ",
    examples: {
      "Radeon RX 560 Series (POLARIS11, DRM 3.25.0, LLVM 6.0.1)": "radeon rx 560",
      "GeForce GTX 1660 Ti/PCIe/SSE2": "geforce gtx 1660ti",
    },
  },
  {
    pattern: /\bATI Technologies Inc\.?(?= AMD)|\bAdvanced Micro Devices,? Inc\.?(?: \[AMD(?:\/ATI)?\])?/gi,
    replacement: "AMD",
    examples: { "ATI Technologies Inc. AMD Radeon VII": "amd radeon vii" },
  },
  {
    pattern: /\bMicro[- ]Star(?: International| Int'l)?\b/gi,
    replacement: "MSI",
    examples: { "Micro-Star International Co., Ltd. B450M MORTAR MAX": "msi b450m mortar max" },
  },
  {
    pattern: /\bASUSTeK(?: COMPUTER)?\b/gi,
    replacement: "ASUS",
    examples: { "ASUSTeK COMPUTER INC. PRIME X570-P": "asus prime x570p" },
  },
  {
    pattern:
      /\bCo\.,? ?Ltd\b\.?|\bTechnology(?= Co\b)|\b(?:Corporation|Corp|Inc|Intl|Incorporation)\b\.?,?/gi,
    replacement: " ",
    examples: { "Gigabyte Technology Co., Ltd. Z390 AORUS PRO": "gigabyte z390 aorus pro" },
  },
  {
    // Require a digit in the version of a BIOS, so that "dual BIOS RX 580" keeps its number.
    pattern: /\bBIOS (?:version )?(?=[A-Z.]{0,9}\d)[\w.]{1,20}(?: \d\d?\/\d\d?\/\d{4})?$/i,
    replacement: " ",
    examples: {
      "MSI B650M GAMING PLUS WIFI BIOS 1.B0": "msi b650m gaming plus wifi",
      "Sapphire Dual BIOS RX 580": "sapphire dual bios rx 580",
    },
  },
  {
    pattern:
      /[([](?:MS-\w{4}|rev\b[^()]*|[^()[\]]* SOC rev\b[^()]*|Discrete)[)\]]|\bv: Rev\b.*$|\bRev\.? [X\d]\.\w+/gi,
    replacement: " ",
    examples: { "MEG X570 ACE (MS-7C35)": "meg x570 ace", "ASUS P8Z77-V LK v: Rev X.0x": "asus p8z77 v lk" },
  },
  {
    pattern: /(?<=\w)-CF\b/g,
    replacement: "",
    examples: { "H97-D3H-CF": "h97 d3h" },
  },
  {
    pattern: /\b(?:product|model|mobo|machine|gpu|cpu): /gi,
    replacement: " ",
    examples: { "Mobo: ASUS model: P8Z77-V": "asus p8z77 v" },
  },
  {
    pattern: /\bS-(?=AM\d)|\bSocket (?=(?:AM|FM|LGA|s?TR)\d?)/gi,
    replacement: "",
    examples: { "X570-Pro, S-AM4": "x570 pro am4" },
  },
  {
    // Remove the graphics of a processor: they belong to the names that systems report, but not to the name of the
    // product.
    pattern:
      /(?<=\d[A-Z\d]{0,9})(?: APU)?(?: with| w\/) (?:AMD )?Radeon.*$|(?<=\d[A-Z\d]{0,9}),? Radeon R\d, .*$|,? \d+ Compute Cores.*$/i,
    replacement: " ",
    examples: {
      "AMD Ryzen 3 2200G with Radeon Vega Graphics": "amd ryzen 3 2200g",
      "AMD A8-7600 Radeon R7, 10 Compute Cores 4C+6G": "amd a8 7600",
    },
  },
  {
    // Linux writes a zero where the name of a Xeon of the first version has no version.
    pattern: /(?<=\bE[357]-\d{4}[A-Z]?) 0(?= |$)/g,
    replacement: "",
    examples: { "Intel(R) Xeon(R) CPU E5-2690 0 @ 2.90GHz": "intel xeon e5 2690" },
  },
  {
    pattern: /\bMAX\+ /g,
    replacement: "maxplus ",
    examples: { "AMD RYZEN AI MAX+ 395": "amd ryzen ai maxplus 395" },
  },
  {
    // Memory modules of Crucial report the revision after the part number.
    pattern: /\b((?:BL|CT|CP|CB)[A-Z\d]{8,})\.\w{4,8}\b/gi,
    replacement: "$1",
    examples: { "BL8G32C16U4B.M8FE1": "bl8g32c16u4b" },
  },
  {
    pattern: /\bLite Hash Rate\b/gi,
    replacement: "LHR",
    examples: { "GeForce RTX 3060 Lite Hash Rate": "geforce rtx 3060 lhr" },
  },
  {
    // Read "Radeon Graphics" without a model number as the graphics of a processor.
    pattern:
      /\b(Radeon|Arc|Intel)(?: ?\((?:TM|R)\))?(?: (?:RX|HD|Pro|Xe|R\d(?:\/R\d)?))?( Vega)? Graphics\b(?! cards?\b)/gi,
    replacement: "$1$2 onchip",
    examples: {
      "AMD Radeon(TM) R7 Graphics": "amd radeon onchip",
      "Intel(R) Graphics": "intel onchip",
      "AMD Radeon(TM) Graphics": "amd radeon onchip",
      "Intel(R) Arc(TM) Graphics": "intel arc onchip",
    },
  },
  {
    // Matches the code names by which Linux calls the graphics of AMD processors.
    pattern:
      /^AMD (?:KABINI|MULLINS|KAVERI|CARRIZO|STONEY|RAVEN2?|PICASSO|RENOIR|LUCIENNE|CEZANNE|REMBRANDT|VANGOGH)$/,
    replacement: "$& onchip",
    examples: { "AMD CARRIZO": "amd carrizo onchip" },
  },
  {
    // Replace texts that a system reports if the maker of the computer has stated no name.
    pattern:
      /\bSystem manufacturer\b|\bSystem Product Name\b|\bTo Be Filled By O\.E\.M\.|\bDefault string\b/gi,
    replacement: "unstated",
    examples: { "System Product Name": "unstated" },
  },
  {
    pattern: /\p{Script=Han}{1,20} ?(?=\()/gu,
    replacement: "",
    examples: { "华硕(ASUS) PRIME B760M-K": "asus prime b760m b760mk" },
  },
  {
    // Matches Cyrillic letters that look like the Latin letter x in a model number.
    pattern: /(?<=\d ?)[хХ](?!\p{L})/gu,
    replacement: "x",
    examples: { "5600х": "5600x" },
  },
  {
    pattern: /(?<=\d ?)[хХxX][тТ](?!\p{L})/gu,
    replacement: "xt",
    examples: { "5700ХТ": "5700xt" },
  },
];
