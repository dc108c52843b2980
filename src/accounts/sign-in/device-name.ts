/**
 * The browsers, by the mark of each in a User-Agent header. Browsers also carry the marks of browsers whose engine they
 * share, so the first mark in this order names the browser: Edge carries the marks of Chrome and of Safari, too.
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
 * The operating systems, by the mark of each in a User-Agent header. Android comes before Linux, and the iPhone before
 * macOS, because their headers also carry the other mark.
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
 * Returns the words by which the owner of a session recognises the browser or program that began the session, such as
 * "Firefox on Windows"; null if the client has named none. An unknown browser is called "Browser", any other program by
 * the first word of its header. The words contain no version, so that they tell little about a person.
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
