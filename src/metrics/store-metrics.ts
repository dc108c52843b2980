import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { PoolState, StoreCall } from "../infra/store-calls.ts";
import type { StoreStates } from "../infra/store-states.ts";

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/**
 * Creates the metrics of the stores: the durations and failures of commands, the states of the stores, and the
 * connections to them.
 */
export function createStoreMetrics(registry: Registry) {
  const registers = [registry];
  const seconds = new Histogram({
    name: "pcb_store_call_duration_seconds",
    help: "Time from sending a command to a store to its answer, by the command",
    labelNames: ["store", "operation"],
    buckets: SECONDS,
    registers,
  });
  const errors = new Counter({
    name: "pcb_store_errors_total",
    help: "Commands that failed: unavailable (no answer, or not now), or refused (a conflict, a missing index)",
    labelNames: ["store", "operation", "reason"],
    registers,
  });
  const up = new Gauge({
    name: "pcb_store_up",
    help: "1 if the store answered the latest ping of this process, otherwise 0",
    labelNames: ["store"],
    registers,
  });
  const poolGauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name, help, labelNames: ["pool", ...labelNames] as const, registers });
  const connections = poolGauge("pcb_pool_connections", "Connections of a pool: idle, or in use", "state");
  const most = poolGauge("pcb_pool_max_connections", "Connections that a pool may have");
  const waiting = poolGauge("pcb_pool_waiting", "Callers that wait for a connection of a pool");
  return {
    callEnded: ({ store, operation, durationMs, failure }: StoreCall): void => {
      seconds.observe({ store, operation }, durationMs / 1000);
      // Add 0 to the counter of errors if the store's command did not fail. The counter then exists with the value 0,
      // so that Prometheus sees the first error as an increase.
      errors.inc({ store, operation, reason: failure ?? "unavailable" }, failure === null ? 0 : 1);
    },

    setStates: (states: StoreStates): void => {
      for (const [store, state] of Object.entries(states)) up.set({ store }, state === "up" ? 1 : 0);
    },

    setPools: (pools: Readonly<Record<string, PoolState>>): void => {
      for (const [pool, state] of Object.entries(pools)) {
        connections.set({ pool, state: "idle" }, state.open - state.inUse);
        connections.set({ pool, state: "in_use" }, state.inUse);
        most.set({ pool }, state.max);
        waiting.set({ pool }, state.waiting);
      }
    },
  };
}
