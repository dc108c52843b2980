import { Counter, type Registry } from "prom-client";
import { bounded } from "../infra/bounded.ts";

/** Reads what is not counted while it happens, such as the length of a queue, just before the metrics are read. */
export interface Collector {
  /** Names the collector where it fails. */
  name: string;
  /** Reads and returns what sets the metrics: nothing is set where reading fails or is late. */
  read: () => Promise<() => void>;
  /** Removes the values of the last time, so that nobody takes them for those of now. */
  clear?: () => void;
}

/** Creates an empty list of collectors, which are run together. Those that fail are counted. */
export function createCollectors(registry: Registry) {
  const collectors: Collector[] = [];
  const errors = new Counter({
    name: "pcb_collector_errors_total",
    help: "Reads for this page that failed or took too long; their metrics are missing from it then",
    labelNames: ["collector"],
    registers: [registry],
  });
  return {
    add: (...added: readonly Collector[]): void => {
      collectors.push(...added);
      for (const { name } of added) errors.inc({ collector: name }, 0);
    },

    /** Runs all collectors at the same time, each no longer than a time. Never throws. */
    run: async (timeoutMs: number): Promise<void> => {
      const runOne = async ({ name, read, clear }: Collector) => {
        try {
          const set = await bounded(read(), timeoutMs, `the collector ${name}`);
          clear?.();
          set();
        } catch {
          clear?.();
          errors.inc({ collector: name });
        }
      };
      await Promise.all(collectors.map(runOne));
    },
  };
}
