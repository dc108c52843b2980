import { readFileSync } from "node:fs";

/** Secrets that tests make up begin like this, so that they are found without being named. */
const MARKED_SECRET = /s3cret-[\w-]+/g;

/** How many characters of a secret are looked up first. */
const HEAD_LENGTH = 12;
const TOKEN = /[\w-]{12,}/g;

/** A secret in the output of a test run. The line shows where, with the secret left out. */
interface FoundSecret {
  file: string;
  line: string;
}

/**
 * Returns each line of the files that has one of the secrets, or one that is marked as such. Takes time in proportion to the
 * size of the files, however many secrets there are.
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

/** Returns a function that returns a secret which a line has, or undefined. */
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
