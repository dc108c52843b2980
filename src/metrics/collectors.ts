import { Counter, type Registry } from "prom-client";
import { bounded } from "../infra/bounded.ts";

/**
 * Reads values that cannot be counted as events, such as the length of a queue, just before the metrics are scraped.
 */
export interface Collector {
  /** The name of the collector, as a label of the metric that counts failures of collectors. */
  name: string;
  /**
   * Reads the values of metrics and returns a function that sets the metrics. The metrics are not set if reading fails
   * or takes longer than the time limit of `run`.
   */
  read: () => Promise<() => void>;
  /** Removes the values of an earlier scrape, so that nobody takes old values for current ones. */
  clear?: () => void;
}

/**
 * Creates an empty list of collectors of metrics, which run together before a scrape. A metric counts the failures of
 * the collectors.
 */
export function createCollectors(registry: Registry) {
  const collectors: Collector[] = [];
  const errors = new Counter({
    name: "pcb_collector_errors_total",
    help: "Reads for the metrics page that failed or took too long, so that the page lacks their metrics",
    labelNames: ["collector"],
    registers: [registry],
  });
  return {
    add: (...added: readonly Collector[]): void => {
      collectors.push(...added);
      for (const { name } of added) errors.inc({ collector: name }, 0);
    },

    /** Runs all collectors of metrics at the same time, each for at most `timeoutMs`. Never throws. */
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
