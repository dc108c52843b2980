import { readFileSync } from "node:fs";

/** Matches invented secrets of tests, whose common prefix makes them recognisable without a list. */
const MARKED_SECRET = /s3cret-[\w-]+/g;

/** The number of first characters of a secret that the search looks up in its index. */
const HEAD_LENGTH = 12;
const TOKEN = /[\w-]{12,}/g;

/** A secret that was found in the output of a test run, and its line, in which the secret is replaced. */
interface FoundSecret {
  file: string;
  line: string;
}

/**
 * Returns each line of the files that contains one of the secrets, or an invented secret with the common prefix. The
 * time is proportional to the size of the files, whatever the number of secrets.
 */
export function findSecrets(files: readonly string[], secrets: Iterable<string>): FoundSecret[] {
  const isSecretIn = createSearch([...new Set(secrets)]);
  return files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => {
        const found = isSecretIn(line) ?? line.match(MARKED_SECRET)?.[0];
        return found === undefined ? [] : [{ file, line: line.replaceAll(found, "[secret]").slice(0, 500) }];
      }),
  );
}

/**
 * Returns a function that searches a line for the given secrets and returns one that occurs in the line, or undefined.
 */
function createSearch(secrets: readonly string[]) {
  const isToken = (secret: string) => secret.length >= HEAD_LENGTH && /^[\w-]+$/.test(secret);
  const others = secrets.filter((secret) => !isToken(secret));
  const tokensByHead = new Map<string, string[]>();
  for (const secret of secrets.filter(isToken)) {
    const head = secret.slice(0, HEAD_LENGTH);
    tokensByHead.set(head, [...(tokensByHead.get(head) ?? []), secret]);
  }
  return (line: string): string | undefined => {
    for (const { 0: word, index } of line.matchAll(TOKEN)) {
      for (let at = 0; at <= word.length - HEAD_LENGTH; at += 1) {
        const heads = tokensByHead.get(word.slice(at, at + HEAD_LENGTH)) ?? [];
        const found = heads.find((secret) => line.startsWith(secret, index + at));
        if (found !== undefined) return found;
      }
    }
    return others.find((secret) => line.includes(secret));
  };
}
