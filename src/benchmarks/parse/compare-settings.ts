import { message, quoted, type Message } from "../../readers/index.ts";
import { recordedSettings } from "../model/run-settings.ts";
import type { Run } from "../model/run.ts";
import type { Reading } from "./read-run-file.ts";

/**
 * Returns the figures of a reading, with a warning for each setting whose typed value certainly contradicts the file.
 * The typed value applies nevertheless: a window differs in size from the screen, and capture tools make mistakes, too.
 */
export function withSettingWarnings(
  { settings }: Pick<Run, "settings">,
  figures: Reading["figures"],
): Reading["figures"] {
  const warnings = recordedSettings.flatMap((name): Message[] => {
    const [typed, recorded] = [settings?.[name], figures.recorded_on?.[name] ?? null];
    if (typed === undefined || recorded === null || !areOpposed[name](typed, recorded)) return [];
    return [otherSetting(settingNames[name], typed, recorded)];
  });
  return warnings.length === 0 ? figures : { ...figures, warnings: [...figures.warnings, ...warnings] };
}

const settingNames = {
  resolution: message`resolution`,
  api: message`graphics interface`,
  driver: message`driver`,
  os: message`operating system`,
} as const;

// Both texts are public: one in `settings` of the run, the other in `recorded_on`.
function otherSetting(name: Message, typed: string, recorded: string): Message {
  return message`The submission says ${name} ${shown(typed)}, the file says ${shown(recorded)}. The run is listed with the value of the submission. If the value in the file is right, submit the file again without that setting, and delete this run.`;
}

function shown(text: string): Message {
  return quoted(text, quoted(text).detail);
}

/** For each setting, whether two texts certainly contradict each other. Texts that cannot be compared do not. */
const areOpposed: Readonly<
  Record<(typeof recordedSettings)[number], (typed: string, recorded: string) => boolean>
> = {
  resolution: (typed, recorded) => haveOther(sizeOf(typed), sizeOf(recorded)),
  api: (typed, recorded) => haveOther(interfaceOf(typed), interfaceOf(recorded)),
  driver: areOtherDrivers,
  os: (typed, recorded) => haveOther(systemOf(typed), systemOf(recorded)),
};

/** Whether two texts differ in a fact that both state. */
function haveOther(typed: Facts, recorded: Facts): boolean {
  return Object.entries(typed).some(
    ([name, value]) => recorded[name] !== undefined && recorded[name] !== value,
  );
}

/** The facts that a text states, by name. A fact that the text does not state is absent. */
type Facts = Readonly<Record<string, string>>;

const SIZE = /(\d{3,5})\s*[x×*]\s*(\d{3,5})/iu;
const LINES = /\b(\d{3,4})p\b/i;

/** "2560 x 1440" has a width and a height, "1440p" and "4K" a height alone. */
function sizeOf(text: string): Facts {
  const [, width, height] = SIZE.exec(text) ?? [];
  if (width !== undefined && height !== undefined) return { width, height };
  const [, lines] = LINES.exec(text) ?? [];
  if (lines !== undefined) return { height: lines };
  return /\b4k\b/i.test(text) ? { height: "2160" } : {};
}

const DIRECT_X = /(?:direct\s?x|direct\s?3d|d3d|dx)\s?(\d{1,2})/i;

/** Tools and people write the same interface as "DX12", "D3D12" and "DirectX 12". */
function interfaceOf(text: string): Facts {
  if (/vulkan/i.test(text)) return { family: "vulkan" };
  if (/open\s?gl/i.test(text)) return { family: "opengl" };
  const [, version] = DIRECT_X.exec(text) ?? [];
  return version === undefined ? {} : { family: "directx", version };
}

const WINDOWS = /windows\s?(\d{1,2}(?:\.\d)?)?/i;

/**
 * "Windows 11 Pro, build 26100" and "Windows 11" are one system; one Linux distribution is not compared with another.
 */
function systemOf(text: string): Facts {
  const windows = WINDOWS.exec(text);
  if (windows) return { family: "windows", ...(windows[1] !== undefined && { version: windows[1] }) };
  if (/mac\s?os/i.test(text)) return { family: "macos" };
  return /linux|ubuntu|steamos/i.test(text) ? { family: "linux" } : {};
}

/**
 * An NVIDIA driver has two version numbers: 552.22 is 31.0.15.5222 for Windows. So two texts name different drivers
 * only if the digits of neither text contain those of the other. A text without a dotted number names no version.
 */
function areOtherDrivers(typed: string, recorded: string): boolean {
  const [a, b] = [digitsOf(typed), digitsOf(recorded)];
  return a !== null && b !== null && !a.includes(b) && !b.includes(a);
}

function digitsOf(text: string): string | null {
  return /\d\.\d/.test(text) ? text.replaceAll(/\D/g, "") : null;
}
