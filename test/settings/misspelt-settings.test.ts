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
  ["SESION_DAYS", "SESSION_DAYS"],
  ["MEILI_KEYS", "MEILI_KEY"],
  ["DATADIR", "DATA_DIR"],
] as const)
  test(`${name} is taken for ${meant}`, (t) => {
    t.deepEqual(misspeltSettings([name], knownNames), [
      `${name} is no setting and has no effect. Did you mean ${meant}?`,
    ]);
  });

test("variables of other programs and the settings themselves are left alone", (t) => {
  const others =
    "HOME HOSTNAME POST PATH PWD SHELL TERM USER LANG TMPDIR DATA_DIR MONGODB_BINARY npm_config_registry NODE_OPTIONS PORTS";
  t.deepEqual(misspeltSettings(others.split(" "), knownNames), []);
  t.deepEqual(misspeltSettings(knownNames, knownNames), []);
});

test("no setting is nearly another one", (t) => {
  for (const name of settingNames)
    t.deepEqual(
      misspeltSettings(
        [name],
        settingNames.filter((other) => other !== name),
      ),
      [],
    );
});
