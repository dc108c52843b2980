import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { createLogger } from "../../src/infra/logger.ts";
import { createStoreLog } from "../../src/infra/store-log.ts";
import { eventually } from "../faults/system.ts";

test("an outage causes two log lines: one for the first failure, and one when failures have stopped and the store answers again", async (t) => {
  t.timeout(600_000);
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = createLogger({ level: "info", process: "test", secrets: [], destination: { write } });
  let redisPings = 0;
  const ping = async (store: string) => {
    if (store === "Redis") redisPings += 1;
    if (store === "Redis" && redisPings < 3) throw new Error("still away");
  };
  const log = createStoreLog({ logger, ping });
  t.teardown(() => log.close());
  for (let call = 0; call < 100; call += 1) {
    const cause = new Error("no route to host");
    log.failed("Redis", new Error(`call ${call}`, { cause }));
  }
  t.is(lines.length, 1);
  t.like(lines[0], {
    level: "warn",
    msg: "Redis is unavailable",
    store: "Redis",
    reason: "call 0: no route to host",
  });
  log.failed("MongoDB", new Error("another store"));
  t.like(lines[1], { msg: "MongoDB is unavailable" });
  await eventually(
    async () => lines.length,
    (count) => count === 4,
  );
  const back = lines.find(({ msg }) => String(msg).startsWith("Redis is available again"));
  t.like(back, { level: "info", store: "Redis", attempts: 100 });
  t.regex(String(back?.["msg"]), /^Redis is available again after \d+(?:\.\d)? s and 100 failed attempts$/);
  t.true(Number(back?.["unavailable_ms"]) >= 0);
  t.is(redisPings, 3, "the store does not count as back while a ping fails");
  log.failed("Redis", new Error("once more"));
  t.like(lines.at(-1), { msg: "Redis is unavailable" });
});

test("a store with recently failed calls does not count as available again, although it would answer a ping", async (t) => {
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const log = createStoreLog({ logger, ping: async () => t.fail(), quietMs: 600_000 });
  t.teardown(() => log.close());
  log.failed("Redis", new Error("full"));
  await sleep(1500);
  t.pass();
});
