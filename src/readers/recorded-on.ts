import { plainText } from "./plain-text.ts";
import { looksPrivate } from "./looks-private.ts";

/**
 * The hardware and settings that a file names, as the tool wrote them, for everybody to read. Null for what it does not name.
 * No other text of a file is taken over: comments, paths, names of accounts and of machines stay out.
 */
export interface RecordedOn {
  processor: string | null;
  gpu: string | null;
  /** Such as "32GB (2x16GB 3600MT/s)". */
  ram: string | null;
  motherboard: string | null;
  os: string | null;
  /** The version of the graphics driver. */
  driver: string | null;
  /** Such as "2560x1440". */
  resolution: string | null;
  /** The graphics interface, such as "DX12". */
  api: string | null;
}

/** The texts that a file has for `RecordedOn`, in the order of preference. */
export type HardwareTexts = Partial<Record<keyof RecordedOn, readonly (string | undefined)[]>>;

const MAX_LENGTH = 120;

/** Returns the hardware that a file names; null where it names none. */
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
  return !UNKNOWN.test(text) && !looksPrivate(text);
}
