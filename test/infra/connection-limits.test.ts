import test from "ava";
import { parseConfig } from "../../src/config.ts";
import { connectionLimits } from "../../src/infra/connection-limits.ts";

const MAX_RETURN_MS = 15_000;

test("with the default settings every connection to a store is open again within 15 seconds after the network returns", (t) => {
  const config = parseConfig({});
  const { backWithinMs } = connectionLimits(config.STORE_SILENCE_TIMEOUT_MS);
  t.true(backWithinMs <= MAX_RETURN_MS);
});

test("a connection that waits for jobs gets an answer before its silence counts as a broken connection, and an unused connection is pinged", (t) => {
  for (const silenceTimeoutMs of [100, 4000, 60_000]) {
    const { blockMs, pingIntervalMs } = connectionLimits(silenceTimeoutMs);
    t.true(blockMs < silenceTimeoutMs);
    t.true(pingIntervalMs < silenceTimeoutMs);
  }
});
