import { createFileReaders, type FileReaders } from "../../src/benchmarks/index.ts";
import type { Config } from "../../src/config.ts";

let readers: FileReaders | undefined;
let users = 0;

/**
 * Returns file readers whose child processes all services of this test process share, so that not each service starts
 * child processes of its own. The idle child processes end when the last service has closed its readers.
 * @param config the settings of the first service; the services of tests do not differ in them
 */
export function sharedFileReaders(config: Config): FileReaders {
  const shared = (readers ??= createFileReaders({ config }));
  users += 1;
  return {
    ...shared,
    close: () => {
      users -= 1;
      if (users === 0) shared.close();
    },
  };
}
