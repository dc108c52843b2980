/** The part of package-lock.json (lockfileVersion 3) that is read here: the packages by their folders. */
export interface LockFile {
  packages: Readonly<Record<string, { version?: string; name?: string }>>;
}

/** A package, the first version without known weaknesses, and what the versions before it suffer from. */
interface SafeVersion {
  name: string;
  version: string;
  reason: string;
  /** Versions that brought the same correction to older major releases, which are safe from there. */
  corrected?: readonly string[];
}

/**
 * The packages of this project, and some that often come with others, of which versions with weaknesses are known. An older
 * major release counts as unsafe unless its own correction stands here.
 */
export const safeVersions: readonly SafeVersion[] = [
  {
    name: "multer",
    version: "2.3.0",
    reason:
      "names of form fields end the process: by depth (CVE-2026-5079, 2.2.0) and by large indexes (CVE-2026-77078, 2.3.0)",
  },
  {
    name: "busboy",
    version: "1.0.0",
    reason: "a crafted multipart header ends the process (CVE-2022-24434)",
  },
  { name: "koa", version: "3.1.2", reason: "a crafted Host header becomes the host name (CVE-2026-27959)" },
  {
    name: "path-to-regexp",
    version: "8.0.0",
    reason: "some routes become regular expressions that need exponential time (CVE-2024-45296)",
    corrected: ["6.3.0"],
  },
  {
    name: "undici",
    version: "7.24.0",
    reason: "one response is taken for another (CVE-2026-1525), line breaks get into headers (CVE-2026-1527)",
  },
  { name: "ws", version: "8.21.0", reason: "a client exhausts the memory (GHSA-96hv-2xvq-fx4p)" },
  { name: "mongodb", version: "5.8.0", reason: "command listeners get passwords (CVE-2021-32050)" },
  { name: "bson", version: "1.1.4", reason: "an object of another type is stored (CVE-2020-7610)" },
  { name: "msgpackr", version: "1.10.1", reason: "a crafted message never ends (CVE-2023-52079)" },
  {
    name: "zod",
    version: "3.22.3",
    reason: "checking an e-mail address takes exponential time (CVE-2023-4316)",
  },
  { name: "jose", version: "4.15.5", reason: "a small encrypted token exhausts the memory (CVE-2024-28176)" },
  { name: "semver", version: "7.5.2", reason: "a crafted range takes exponential time (CVE-2022-25883)" },
  { name: "minimist", version: "1.2.6", reason: "arguments change all objects (CVE-2021-44906)" },
  { name: "debug", version: "4.4.3", reason: "4.4.2 was published by a thief and holds malware" },
];

/**
 * Returns a sentence for each package of a lock file whose version is below its safe one, wherever it is installed.
 * @throws Error where a version cannot be compared, so that nothing passes unread
 */
export function dependencyFaults({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([folder, { version, name = nameOf(folder) }]) => {
    const safe = safeVersions.find((each) => each.name === name);
    if (safe === undefined || folder === "") return [];
    if (version !== undefined && isSafe(version, safe)) return [];
    return [
      `${folder}: expected ${name} ${safe.version} or later, found ${version ?? "no version"}. ${safe.reason}.`,
    ];
  });
}

function isSafe(version: string, { version: safe, corrected = [] }: SafeVersion): boolean {
  const majorOf = (text: string) => parse(text).numbers[0];
  const ofSameMajor = corrected.find((each) => majorOf(each) === majorOf(version));
  return compareVersions(version, ofSameMajor ?? safe) >= 0;
}

/** Returns the package in a folder such as `node_modules/a/node_modules/@b/c`. */
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * Compares two versions by the rules of Semantic Versioning 2.0.0, section 11: below 0 where the first is older. Two
 * pre-releases of one version count as equal, because no safe version is one.
 * @throws Error where one is no version
 */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  for (const [index, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(second.isPreRelease) - Number(first.isPreRelease);
}

function parse(version: string): { numbers: number[]; isPreRelease: boolean } {
  const [, major, minor, patch, rest = ""] =
    /^(\d+)\.(\d+)\.(\d+)((?:-[\w.-]+)?)(?:\+[\w.-]+)?$/.exec(version) ?? [];
  if (major === undefined || minor === undefined || patch === undefined)
    throw new Error(`expected a version such as 1.2.3, found ${version}`);
  return { numbers: [major, minor, patch].map(Number), isPreRelease: rest !== "" };
}
