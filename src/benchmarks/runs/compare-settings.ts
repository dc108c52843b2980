import { message, quoted, type Message } from "../../readers/index.ts";
import { recordedSettings } from "../model/run-settings.ts";
import type { Run } from "../model/run.ts";

/**
 * Returns a warning for each setting whose typed value certainly contradicts the file. The warnings are computed for
 * each answer and not stored, because the submitter may type other settings.
 */
export function settingWarnings({ settings, recorded_on }: Pick<Run, "settings" | "recorded_on">): Message[] {
  return recordedSettings.flatMap((name) => {
    const [typed, recorded] = [settings?.[name], recorded_on?.[name] ?? null];
    if (typed === undefined || recorded === null || !areOpposed[name](typed, recorded)) return [];
    return [otherSetting(settingNames[name], typed, recorded)];
  });
}

const settingNames = {
  resolution: message`resolution`,
  api: message`graphics interface`,
  driver: message`driver`,
  os: message`operating system`,
} as const;

// The public form of a warning about a setting may contain the typed value and the file's value, because `settings` and
// `recorded_on` of the run are public.
function otherSetting(name: Message, typed: string, recorded: string): Message {
  return message`The submission says ${name} ${shown(typed)}, the file says ${shown(recorded)}. Rankings use the value of the file. If the value in the file is right, correct the setting of the run.`;
}

function shown(text: string): Message {
  return quoted(text, quoted(text).detail);
}

/**
 * For each setting, a function that says whether two texts certainly contradict each other. The function returns false
 * for texts that cannot be compared.
 */
const areOpposed: Readonly<
  Record<(typeof recordedSettings)[number], (typed: string, recorded: string) => boolean>
> = {
  resolution: (typed, recorded) => haveOther(sizeOf(typed), sizeOf(recorded)),
  api: (typed, recorded) => haveOther(interfaceOf(typed), interfaceOf(recorded)),
  driver: areOtherDrivers,
  os: (typed, recorded) => haveOther(systemOf(typed), systemOf(recorded)),
};

/** Whether two texts of a setting differ in a part that both texts state. */
function haveOther(typed: Facts, recorded: Facts): boolean {
  return Object.entries(typed).some(
    ([name, value]) => recorded[name] !== undefined && recorded[name] !== value,
  );
}

/**
 * The parts of a setting that its text states, such as `width` and `height` for the resolution "2560 x 1440". A part
 * that the text does not state is absent.
 */
type Facts = Readonly<Record<string, string>>;

const SIZE = /(\d{3,5})\s*[x×*]\s*(\d{3,5})/iu;
const LINES = /\b(\d{3,4})p\b/i;

/**
 * Returns the width and the height of the resolution that a text states: both for "2560 x 1440", the height alone for
 * "1440p" and "4K".
 */
function sizeOf(text: string): Facts {
  const [, width, height] = SIZE.exec(text) ?? [];
  if (width !== undefined && height !== undefined) return { width, height };
  const [, lines] = LINES.exec(text) ?? [];
  if (lines !== undefined) return { height: lines };
  return /\b4k\b/i.test(text) ? { height: "2160" } : {};
}

const DIRECT_X = /(?:direct\s?x|direct\s?3d|d3d|dx)\s?(\d{1,2})/i;

/**
 * Returns the graphics interface that a text states. Tools and people write the same interface as "DX12", "D3D12" and
 * "DirectX 12".
 */
function interfaceOf(text: string): Facts {
  if (/vulkan/i.test(text)) return { family: "vulkan" };
  if (/open\s?gl/i.test(text)) return { family: "opengl" };
  const [, version] = DIRECT_X.exec(text) ?? [];
  return version === undefined ? {} : { family: "directx", version };
}

const WINDOWS = /windows\s?(\d{1,2}(?:\.\d)?)?/i;

/**
 * Returns the operating system that a text states. "Windows 11 Pro, build 26100" and "Windows 11" count as the same
 * system, and so do all Linux distributions.
 */
function systemOf(text: string): Facts {
  const windows = WINDOWS.exec(text);
  if (windows) return { family: "windows", ...(windows[1] !== undefined && { version: windows[1] }) };
  if (/mac\s?os/i.test(text)) return { family: "macos" };
  return /linux|ubuntu|steamos/i.test(text) ? { family: "linux" } : {};
}

/**
 * Whether two texts name different graphics drivers. An NVIDIA driver has two version numbers: 552.22 is 31.0.15.5222
 * for Windows. Two texts therefore count as different only if neither contains the digits of the other. A text without
 * a dotted number names no version.
 */
function areOtherDrivers(typed: string, recorded: string): boolean {
  const [a, b] = [digitsOf(typed), digitsOf(recorded)];
  return a !== null && b !== null && !a.includes(b) && !b.includes(a);
}

function digitsOf(text: string): string | null {
  return /\d\.\d/.test(text) ? text.replaceAll(/\D/g, "") : null;
}
