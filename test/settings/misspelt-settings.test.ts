import test from "ava";
import { knownNames, settingNames } from "../../src/config.ts";
import { misspeltSettings } from "../../src/settings/misspelt-settings.ts";

for (const [name, meant] of [
  ["PROT", "PORT"],
  ["LOGLEVEL", "LOG_LEVEL"],
  ["log_level", "LOG_LEVEL"],
  ["REDIS_ULR", "REDIS_URL"],
  ["REDISURL", "REDIS_URL"],
  ["MONGO_DB_URL", "MONGODB_URL"],
  ["TIER_LIMIT", "TIER_LIMITS"],
  ["SHUTDOWN_TIMOUT_MS", "SHUTDOWN_TIMEOUT_MS"],
  ["MEILI_KEYS", "MEILI_KEY"],
  ["DATADIR", "DATA_DIR"],
] as const)
  test(`the unknown variable ${name} is reported as a misspelling of ${meant}`, (t) => {
    t.deepEqual(misspeltSettings([name], knownNames), [
      `${name} is no setting and has no effect. Did you mean ${meant}?`,
    ]);
  });

test("an environment variable with the name of a constant is reported as a constant", (t) => {
  t.deepEqual(misspeltSettings(["MAX_FILES", "MAX_FILE_BYTES"], knownNames), [
    "MAX_FILES is no setting but a constant of the code, and has no effect.",
  ]);
});

test("a variable that names a file for a setting without a secret is reported", (t) => {
  t.deepEqual(misspeltSettings(["PORT_FILE", "MEILI_KEY_FILE"], knownNames), [
    "PORT_FILE is no setting and has no effect: only secrets are read from files. Set PORT.",
  ]);
});

test("variables of other programs and correctly spelt settings are not reported", (t) => {
  const others =
    "HOME HOSTNAME POST PATH PWD SHELL TERM USER LANG TMPDIR DATA_DIR MONGODB_BINARY npm_config_registry NODE_OPTIONS PORTS";
  t.deepEqual(misspeltSettings(others.split(" "), knownNames), []);
  t.deepEqual(misspeltSettings(knownNames, knownNames), []);
});

test("no setting is so similar to another that it would be reported as a misspelling", (t) => {
  for (const name of settingNames)
    t.deepEqual(
      misspeltSettings(
        [name],
        settingNames.filter((other) => other !== name),
      ),
      [],
    );
});
