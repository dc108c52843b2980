import test from "ava";
import { StoreUnavailableError } from "../../src/errors.ts";
import { createLogger } from "../../src/infra/logger.ts";

const away = new StoreUnavailableError("Redis", new Error("connect ECONNREFUSED"));

/**
 * Creates a logger that passes outages of Redis to a handler. Returns the logger, its lines, and the outages that the
 * handler got.
 */
function logWithOutages() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = createLogger({ level: "debug", process: "test", secrets: [], destination: { write } });
  const outages: unknown[] = [];
  logger.handOverOutages((error) => {
    const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    outages.push(...all.filter((one) => one === away));
    return all.filter((one) => one !== away);
  });
  return { logger, lines, outages };
}

test("a warning or an error about only an outage is passed to the handler of outages, and is logged at the level debug", (t) => {
  const { logger, lines, outages } = logWithOutages();
  logger.warn({ err: away }, "not now");
  logger.child({ job: "a job" }).error({ err: away, run_id: "a" }, "failed");
  t.is(outages.length, 2);
  t.deepEqual(
    lines.map(({ level, msg, job }) => ({ level, msg, job })),
    [
      { level: "debug", msg: "not now", job: undefined },
      { level: "debug", msg: "failed", job: "a job" },
    ],
  );
});

test("an error that has other causes beside the outage of a store keeps its own log line", (t) => {
  const { logger, lines, outages } = logWithOutages();
  logger.error({ err: new AggregateError([away, new TypeError("ours")], "two"), step: 1 }, "failed");
  logger.error({ err: new TypeError("another") }, "failed");
  logger.info({ err: away }, "by the way");
  logger.fatal({ err: away }, "the end");
  logger.warn("no error");
  t.is(outages.length, 1);
  t.like(lines[0], { level: "error", step: 1, err: { type: "TypeError", message: "ours" } });
  t.like(lines[1], { level: "error", err: { message: "another" } });
  t.deepEqual(
    lines.slice(2).map(({ level, msg }) => [level, msg]),
    [
      ["info", "by the way"],
      ["fatal", "the end"],
      ["warn", "no error"],
    ],
  );
});
