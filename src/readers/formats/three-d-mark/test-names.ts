/**
 * Returns the 3DMark test whose elements have a prefix in their names. An unknown prefix becomes the name of the test,
 * so that the service can read tests that are newer than this list.
 */
export function testNameOf(prefix: string): TestName {
  const key = prefix.replace(/^_+/, "").toLowerCase();
  const isCustom = key.endsWith("custom");
  const family = expandLevel(key.replace(/(?:performance|custom)$/, ""));
  const known = names.get(family);
  return {
    key: known === undefined ? key : `${family} ${isCustom}`,
    name: known === undefined ? prefix : known + (isCustom ? " (custom)" : ""),
    isKnown: known !== undefined,
    isCustom,
    isStressTest: key.includes("stresstest"),
  };
}

/** A 3DMark test, identified by the prefix of its elements. */
export interface TestName {
  /** The identity of the 3DMark test: the same for every spelling of the prefix in the names of its elements. */
  key: string;
  /**
   * The test's name for people, such as "Time Spy" or "Time Spy (custom)"; results with the same name are comparable.
   */
  name: string;
  /**
   * Whether the name of the 3DMark test is from this project's list of tests. The name of an unknown test is text from
   * the file.
   */
  isKnown: boolean;
  isCustom: boolean;
  isStressTest: boolean;
}

// No export was available of Steel Nomad Light, Steel Nomad Vulkan, Wild Life, Sky Diver, Cloud Gate, Ice Storm and of
// the Extreme levels of Fire Strike, Solar Bay and Wild Life. Their names are derived from those of other tests.
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

// Replaces the letter for the level at the end of a prefix: "firestrikep" is Fire Strike, "firestriker" is Fire Strike
// Ultra.
function expandLevel(key: string): string {
  const level = levels[key.slice(-1)];
  const base = key.slice(0, -1);
  return level === undefined || names.has(key) || !names.has(base) ? key : base + level;
}
