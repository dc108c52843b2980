import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Stores } from "../../embedded/index.ts";
import { secretValues } from "../../src/settings/secret-settings.ts";
import { findSecrets } from "./find-secrets.ts";
import type { TestResults } from "./test-results.ts";

/** The maximum number of lines with a secret that are shown. */
const MAX_SHOWN = 20;

interface SearchedRun {
  dataDir: string;
  stores: Stores;
  results: TestResults;
  say: (line: string) => void;
}

/**
 * Searches the output of a run's tests and of the programs that these tests started for the secrets that the run
 * used. A found secret counts as a failure.
 */
export function reportSecrets({ dataDir, stores, results, say }: SearchedRun): void {
  const output = join(dataDir, "output");
  const ofTests = filesIn(output, ".secrets").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as string),
  );
  const searched = [...filesIn(output, ".output"), ...filesIn(join(dataDir, "logs"), ".log")];
  const found = findSecrets(searched, [...secretValues(stores.env), ...ofTests]);
  if (found.length === 0) return;
  for (const { file, line } of found.slice(0, MAX_SHOWN))
    say(`a secret stands in ${basename(file)}: ${line}`);
  const title = `${found.length} lines of this run's output have a secret that it used`;
  results.addFailure({ title, details: {}, places: [] });
}

function filesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => (name.endsWith(ending) ? [join(folder, name)] : []));
}
