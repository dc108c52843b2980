import test from "ava";
import { createLogger } from "../../src/infra/logger.ts";
import { splitErrors } from "../../src/infra/store-errors.ts";
import { finishEach } from "../../src/infra/sweep.ts";
import { StoreUnavailableError } from "../../src/errors.ts";

const MAX_LINE_BYTES = 64 * 1024;

/** Logs an error, and returns everything that the logger writes. */
function lineOf(error: unknown): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLogger({ level: "info", process: "test", secrets: [], destination }).error({ err: error }, "failed");
  return lines.join("");
}

test("ten thousand failures make one log line, which has the number of failures and some examples", async (t) => {
  const things = Array.from({ length: 10_000 }, (_, thing) => thing);
  const failing = finishEach(things, async (thing) => {
    if (thing === 9000) throw new StoreUnavailableError("Redis", new Error("gone"));
    throw new RangeError(`thing ${thing}`);
  });
  const error = await t.throwsAsync(failing, { instanceOf: AggregateError });
  t.is(error.message, "10000 of 10000 items of unfinished work could not be finished");
  t.is(error.errors.length, 11);
  t.is(
    splitErrors(error).outages.length,
    1,
    "the examples include an error of another kind, however late it occurs",
  );
  const line = lineOf(error);
  t.true(Buffer.byteLength(line) < MAX_LINE_BYTES, `${Buffer.byteLength(line)} bytes`);
  t.like(JSON.parse(line).err, { message: error.message, further_errors: 2 });
});

test("a log line is short, however long or deeply nested an error is", (t) => {
  const long = new Error("x".repeat(1_000_000));
  const wide = (depth: number): Error =>
    depth === 0
      ? new Error("y".repeat(10_000))
      : new AggregateError(
          Array.from({ length: 20 }, () => wide(depth - 1)),
          "all of them",
        );
  const chain = Array.from({ length: 1000 }).reduce<Error>((cause) => new Error("next", { cause }), long);
  for (const error of [long, wide(3), chain, "z".repeat(1_000_000)])
    t.true(Buffer.byteLength(lineOf(error)) < MAX_LINE_BYTES);
  t.regex(JSON.parse(lineOf(long)).err.message, /^x{2000}… and 998000 more characters$/);
});
