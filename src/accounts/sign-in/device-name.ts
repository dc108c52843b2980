/**
 * The browsers, by a text that the User-Agent header of each contains. A header may also contain the texts of other
 * browsers (Edge sends those of Chrome and Safari), so the first text in this order that a header contains names the
 * browser.
 */
const browsers: readonly (readonly [mark: string, name: string])[] = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["CriOS/", "Chrome"],
  ["Safari/", "Safari"],
];

/**
 * The operating systems, by a text that the User-Agent header of each contains. Android comes before Linux, and the
 * iPhone before macOS, because the header of Android also contains "Linux", and that of the iPhone "Mac OS X".
 */
const systems: readonly (readonly [mark: string, name: string])[] = [
  ["Windows", "Windows"],
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["CrOS", "ChromeOS"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
];

/** The maximum length of the name of a program, in characters. */
const MAX_PROGRAM_NAME = 30;

/**
 * Returns the name by which the owner of a session recognises the browser or program that began the session, such as
 * "Firefox on Windows"; null if the header names no program. An unknown browser is called "Browser", any other program
 * by the first word of its header. The name contains no version, so that it reveals little about a person.
 * @param userAgent the request's header User-Agent
 */
export function deviceNameOf(userAgent: string): string | null {
  const browser = nameOf(browsers, userAgent) ?? (userAgent.startsWith("Mozilla/") ? "Browser" : undefined);
  const system = nameOf(systems, userAgent);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const [program = ""] = /^[A-Za-z][\w.-]*/.exec(userAgent) ?? [];
  return program === "" ? null : program.slice(0, MAX_PROGRAM_NAME);
}

const nameOf = (names: typeof browsers, userAgent: string): string | undefined =>
  names.find(([mark]) => userAgent.includes(mark))?.[1];
