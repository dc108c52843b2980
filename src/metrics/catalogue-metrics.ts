import { Gauge, type Registry } from "prom-client";

/** The products of a kind whose latest change is not yet in the search index. */
export interface DirtyProducts {
  kind: string;
  count: number;
  /**
   * The time since the oldest change of a product that is not yet in the search index, in ms; 0 if there is no such
   * change.
   */
  oldestMs: number;
}

/**
 * Creates the metrics of the catalogue: how many products of each kind have changes that are not yet in the search
 * index, and since when.
 */
export function createCatalogueMetrics(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["kind"], registers: [registry] });
  const count = gauge(
    "pcb_products_dirty",
    "Products whose latest change is not in the search index yet; counted up to 10000 of a kind",
  );
  const oldest = gauge(
    "pcb_products_dirty_age_seconds",
    "Age of the oldest change of a product that is not in the search index yet",
  );
  return {
    set: (kinds: readonly DirtyProducts[]): void => {
      for (const { kind, ...dirty } of kinds) {
        count.set({ kind }, dirty.count);
        oldest.set({ kind }, dirty.oldestMs / 1000);
      }
    },

    clear: (): void => [count, oldest].forEach((one) => one.reset()),
  };
}
