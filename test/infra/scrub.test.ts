import test from "ava";
import type { ErrorDescription } from "../../src/infra/describe-error.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { createScrubber, redactUrls } from "../../src/infra/scrub.ts";

test("a log text from which secrets are removed has no secret in any form: plain, in a URL, or in JSON", (t) => {
  const secret = 'pa"ss/wörd&more';
  const scrub = createScrubber([secret, "a-key", "a-key-of-the-search"]);
  for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
    t.is(scrub(`before ${form} after`), "before [secret] after");
  }
  t.is(scrub("a-key-of-the-search, a-key"), "[secret], a-key", "a short secret is not scrubbed");
  t.is(createScrubber([])("nothing to hide"), "nothing to hide");
});

test("a log text from which secrets are removed has no password of a URL, even of a URL outside the settings", (t) => {
  for (const [text, expected] of [
    ["redis://:pw@host:6379/0", "redis://:[secret]@host:6379/0"],
    ["mongodb://ada:p%40w@a:1,b:2/db?x=y@z", "mongodb://ada:[secret]@a:1,b:2/db?x=y@z"],
    ["mongodb+srv://ada:p@w@host", "mongodb+srv://ada:[secret]@host"],
    [
      'connect to "http://u:pw@h" and http://u:x@h2.',
      'connect to "http://u:[secret]@h" and http://u:[secret]@h2.',
    ],
    ["http://host:80/a:b@c", "http://host:80/a:b@c"],
    ["http://ada@host", "http://ada@host"],
    ["no url: a:b@c", "no url: a:b@c"],
    ["http://h1:1 user:pw@x", "http://h1:1 user:pw@x"],
    ["://:@", "://:[secret]@"],
  ] as const) {
    t.is(redactUrls(text), expected);
  }
});

interface Line {
  err: ErrorDescription;
}

/** Returns the line that `log` writes with a logger that knows one secret. */
function lineOf(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let written = "";
  const destination = { write: (line: string) => void (written += line) };
  log(createLogger({ level: "info", process: "test", secrets: ["s3cret-of-a-store"], destination }));
  return written;
}

test("the log line of an error has type, message, code, stack and cause, and no other field that a library has added", (t) => {
  const cause = Object.assign(new TypeError("WRONGPASS"), {
    command: { name: "auth", args: ["never-to-be-seen"] },
  });
  const error = Object.assign(new Error("Redis gave no answer", { cause }), {
    code: "E1",
    config: "never-to-be-seen",
  });
  const { err } = JSON.parse(lineOf((logger) => logger.warn({ err: error }, "x"))) as Line;
  t.like(err, { type: "Error", message: "Redis gave no answer", code: "E1" });
  t.like(err.cause ?? {}, { type: "TypeError", message: "WRONGPASS" });
  t.deepEqual(Object.keys(err).toSorted(), ["cause", "code", "message", "stack", "type"]);
  t.deepEqual(Object.keys(err.cause ?? {}).toSorted(), ["message", "stack", "type"]);
  const several = new AggregateError([new Error("first"), "second"], "several");
  const line = JSON.parse(lineOf((logger) => logger.error(several))) as Line;
  t.deepEqual(
    line.err.errors?.map(({ message }) => message),
    ["first", "second"],
  );
  const circular = new Error("round");
  circular.cause = circular;
  t.notThrows(() => lineOf((logger) => logger.error({ err: circular })));
});

test("no log line contains a secret of the settings, wherever in the logged values the secret occurs", (t) => {
  const secret = "s3cret-of-a-store";
  const line = lineOf((logger) => {
    logger.info({ url: `redis://:${secret}@h`, deep: { er: [secret] } }, `said ${secret}`);
    logger.child({ bound: secret }).error({ err: new Error(secret) }, "x");
    logger.info({ err: secret });
  });
  t.false(line.includes(secret), line);
  t.is(line.trimEnd().split("\n").length, 3);
});
