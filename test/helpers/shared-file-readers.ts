import { createFileReaders, type FileReaders } from "../../src/benchmarks/index.ts";
import type { Config } from "../../src/config.ts";

let readers: FileReaders | undefined;
let users = 0;

/**
 * Returns file readers, and a function that the caller calls once when its service has ended. All services of this test
 * process share the child processes of the readers, so that not each service starts its own. The idle child processes
 * end with the last of these services.
 * @param config settings of the readers, in which the services of tests do not differ
 */
export function shareFileReaders(config: Pick<Config, "PARSE_CPU_SECONDS" | "PARSE_MEMORY_MIB">) {
  const shared = (readers ??= createFileReaders({ config }));
  users += 1;
  return {
    /** The readers. Their method `close` ends no child process, because other services may use the child processes. */
    fileReaders: { ...shared, close: () => undefined },
    leave: (): void => {
      users -= 1;
      if (users === 0) shared.close();
    },
  };
}
