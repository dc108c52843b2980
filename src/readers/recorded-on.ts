import { UNREADABLE } from "./bytes/encoding.ts";
import { message, type Message } from "./message.ts";
import { plainText } from "./plain-text.ts";
import { looksPrivate } from "./looks-private.ts";

/**
 * The hardware and settings that a file names, as the tool wrote them. The texts of hardware and settings are public. A
 * value that the file does not contain is null. No other text of a file is used: comments, paths, and names of accounts
 * and of machines are left out.
 */
export interface RecordedOn {
  processor: string | null;
  gpu: string | null;
  /** The memory of the PC, such as "32GB (2x16GB 3600MT/s)". */
  ram: string | null;
  motherboard: string | null;
  os: string | null;
  /** The version of the graphics driver. */
  driver: string | null;
  /** The resolution of the game, such as "2560x1440". */
  resolution: string | null;
  /** The graphics interface of the game, such as "DX12". */
  api: string | null;
}

/**
 * The texts of a file from which the named hardware and settings (`RecordedOn`) are taken: for each field, the
 * candidates in the order of preference.
 */
export type HardwareTexts = Partial<Record<keyof RecordedOn, readonly (string | undefined)[]>>;

const MAX_LENGTH = 120;

/**
 * The hardware that a file names; null where the file names no hardware. If names are left out because they are not
 * written in UTF-8, a warning says so.
 */
export interface NamedHardware {
  recordedOn: RecordedOn | null;
  warnings: Message[];
}

/** Returns the hardware that a file names, and a warning if a text is left out because it is not written in UTF-8. */
export function namedHardware(texts: HardwareTexts): NamedHardware {
  const isUnreadable = Object.values(texts).some((list) => list.some((text) => text?.includes(UNREADABLE)));
  return { recordedOn: recordedOn(texts), warnings: isUnreadable ? [UNREADABLE_HARDWARE] : [] };
}

const UNREADABLE_HARDWARE = message`The file does not write all names of the hardware and the system in UTF-8: their letters are lost, or written in a code page of Windows that the file does not name. These names are left out.`;

/** Returns the hardware that a file names; null where the file names no hardware. */
export function recordedOn(texts: HardwareTexts): RecordedOn | null {
  const first = (name: keyof RecordedOn) => {
    const isKnown = name === "driver" ? isNamed : (text: string) => isNamed(text) && /\p{L}/u.test(text);
    return (texts[name] ?? []).map((text) => plainText(text ?? "", MAX_LENGTH)).find(isKnown) ?? null;
  };
  const found = {
    processor: first("processor"),
    gpu: first("gpu"),
    ram: first("ram"),
    motherboard: first("motherboard"),
    os: first("os"),
    driver: first("driver"),
    resolution: first("resolution"),
    api: first("api"),
  };
  return Object.values(found).every((text) => text === null) ? null : found;
}

const UNKNOWN = /^(?:|n\/?a|-+|unknown|none|windowed|default string|to be filled by o\.?e\.?m\.?)$/i;

function isNamed(text: string): boolean {
  return !UNKNOWN.test(text) && !text.includes(UNREADABLE) && !looksPrivate(text);
}
