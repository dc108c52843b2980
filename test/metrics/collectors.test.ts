import test from "ava";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { readExposition, sumOf } from "./exposition.ts";

const LONG_MS = 600_000;

const dirty = (kind: string) => ({ kind, count: 7, oldestMs: 3000 });

test("a metric whose value cannot be read is left out instead of keeping an old value, and the failure is counted", async (t) => {
  const metrics = createMetrics();
  let isAway = false;
  metrics.collect({
    name: "catalogue",
    read: async () => {
      if (isAway) throw new Error("away");
      return () => metrics.catalogue.set([dirty("cpu")]);
    },
    clear: metrics.catalogue.clear,
  });
  const read = async () => readExposition((await metrics.scrape(LONG_MS)).text);
  t.is(sumOf(await read(), "pcb_products_dirty"), 7);
  isAway = true;
  const without = await read();
  t.false(without.has("pcb_products_dirty"));
  t.is(sumOf(without, "pcb_collector_errors_total", { collector: "catalogue" }), 1);
  isAway = false;
  t.is(sumOf(await read(), "pcb_products_dirty_age_seconds", { kind: "cpu" }), 3);
});

test("the metrics of the other stores are read even if one store does not answer", async (t) => {
  const metrics = createMetrics();
  metrics.collect({ name: "stuck", read: () => new Promise(() => undefined) });
  const found = readExposition((await metrics.scrape(1)).text);
  t.is(sumOf(found, "pcb_collector_errors_total", { collector: "stuck" }), 1);
  t.true(found.has("pcb_http_requests_under_way"));
});

test("simultaneous requests for metrics share one reading of the stores", async (t) => {
  const metrics = createMetrics();
  let reads = 0;
  metrics.collect({
    name: "counted",
    read: async () => {
      reads += 1;
      return () => undefined;
    },
  });
  await Promise.all([metrics.scrape(LONG_MS), metrics.scrape(LONG_MS), metrics.scrape(LONG_MS)]);
  t.is(reads, 1);
  await metrics.scrape(LONG_MS);
  t.is(reads, 2);
});

test("an unknown HTTP method does not become a label value of a metric", async (t) => {
  const metrics = createMetrics();
  for (const method of ["BREW", "STEEP"])
    metrics.http.requestEnded({ method, route: undefined, status: 404, durationMs: 1 });
  const found = readExposition((await metrics.scrape(LONG_MS)).text);
  t.is(sumOf(found, "pcb_http_requests_total", { method: "other", route: "none" }), 2);
});
