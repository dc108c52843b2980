import test from "ava";
import { InvalidConfigError, parseConfig } from "../src/config.ts";

test("every setting has a default, and an empty variable counts as not set", (t) => {
  const config = parseConfig({ PORT: "", UNRELATED: "x" });
  t.is(config.PORT, 3000);
  t.is(config.PUBLIC_URL, "http://127.0.0.1:3000");
  t.deepEqual(config.TIER_LIMITS, { free: 100, plus: 1000, pro: 10_000, unlimited: null });
  t.false(config.DEV_LOGIN);
});

test("the error about invalid settings names every fault at once, with the value that was found", (t) => {
  const error = t.throws(
    () => parseConfig({ PORT: "80x", DEV_LOGIN: "yes", REDIS_URL: "http://x", TIER_LIMITS: '{"free":-1}' }),
    { instanceOf: InvalidConfigError },
  );
  for (const expected of [
    /PORT: .*"80x"/,
    /DEV_LOGIN: .*true or false/,
    /REDIS_URL: .*redis:/,
    /TIER_LIMITS: /,
  ]) {
    t.regex(error?.message ?? "", expected);
  }
});

test("TIER_LIMITS replaces the default table of tiers, and an invalid table is refused", (t) => {
  t.deepEqual(parseConfig({ TIER_LIMITS: '{"hobby":5,"lab":null}' }).TIER_LIMITS, { hobby: 5, lab: null });
  for (const wrong of ["{", "{}", "[]", '{"free":1.5}', '{"free":"many"}']) {
    t.throws(() => parseConfig({ TIER_LIMITS: wrong }), { instanceOf: InvalidConfigError }, wrong);
  }
});

test("production refuses the development log-in and requires a key for Meilisearch", (t) => {
  const error = t.throws(() => parseConfig({ NODE_ENV: "production", DEV_LOGIN: "true" }));
  t.regex(error?.message ?? "", /DEV_LOGIN/);
  t.regex(error?.message ?? "", /MEILI_KEY/);
  t.notThrows(() =>
    parseConfig({ NODE_ENV: "production", MEILI_KEY: "k".repeat(16), SERVER_SECRET: "s".repeat(32) }),
  );
});

test("the trailing slash of PUBLIC_URL is removed", (t) => {
  t.is(parseConfig({ PUBLIC_URL: "https://bench.example/" }).PUBLIC_URL, "https://bench.example");
});
