/** A test by the prefix of its elements. */
export interface TestName {
  /** The same for every spelling of the prefix. */
  key: string;
  /** For people, and for telling what is comparable: "Time Spy", "Time Spy (custom)". */
  name: string;
  isCustom: boolean;
  isStressTest: boolean;
}

// Steel Nomad Light, Steel Nomad Vulkan, Wild Life, Sky Diver, Cloud Gate, Ice Storm and the Extreme levels of Fire Strike,
// Solar Bay and Wild Life stand here by analogy: no export of them was at hand.
const names = new Map([
  ["", "3DMark 11"],
  ["cloudgate", "Cloud Gate"],
  ["directxraytracingft", "DirectX Raytracing feature test"],
  ["firestrike", "Fire Strike"],
  ["firestrikeextreme", "Fire Strike Extreme"],
  ["firestrikeultra", "Fire Strike Ultra"],
  ["icestorm", "Ice Storm"],
  ["nightraid", "Night Raid"],
  ["portroyal", "Port Royal"],
  ["skydiver", "Sky Diver"],
  ["solarbay", "Solar Bay"],
  ["solarbayextreme", "Solar Bay Extreme"],
  ["speedway", "Speed Way"],
  ["steelnomaddx12", "Steel Nomad DX12"],
  ["steelnomadlightdx12", "Steel Nomad Light DX12"],
  ["steelnomadlightvulkan", "Steel Nomad Light Vulkan"],
  ["steelnomadvulkan", "Steel Nomad Vulkan"],
  ["timespy", "Time Spy"],
  ["timespyextreme", "Time Spy Extreme"],
  ["wildlife", "Wild Life"],
  ["wildlifeextreme", "Wild Life Extreme"],
]);

const levels: Record<string, string> = { p: "", x: "extreme", r: "ultra" };

// "firestrikep" is Fire Strike, "firestriker" Fire Strike Ultra.
function expandLevel(key: string): string {
  const level = levels[key.slice(-1)];
  const base = key.slice(0, -1);
  return level === undefined || names.has(key) || !names.has(base) ? key : base + level;
}

/** The test that a prefix stands for. A prefix that is not known is its own name, so that no test is refused for being new. */
export function testNameOf(prefix: string): TestName {
  const key = prefix.replace(/^_+/, "").toLowerCase();
  const isCustom = key.endsWith("custom");
  const family = expandLevel(key.replace(/(?:performance|custom)$/, ""));
  const known = names.get(family);
  return {
    key: known === undefined ? key : `${family} ${isCustom}`,
    name: known === undefined ? prefix : known + (isCustom ? " (custom)" : ""),
    isCustom,
    isStressTest: key.includes("stresstest"),
  };
}
