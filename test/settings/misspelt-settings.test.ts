import test from "ava";
import { settingNames } from "../../src/config.ts";
import { linesWithoutAssignment, misspeltSettings } from "../../src/settings/misspelt-settings.ts";

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
] as const)
  test(`${name} is taken for ${meant}`, (t) => {
    t.deepEqual(misspeltSettings([name], settingNames), [
      `${name} is no setting and has no effect. Did you mean ${meant}?`,
    ]);
  });

test("variables of other programs and the settings themselves are left alone", (t) => {
  const others =
    "HOME HOSTNAME POST PATH PWD SHELL TERM USER LANG TMPDIR DATA_DIR MONGODB_BINARY npm_config_registry NODE_OPTIONS PORTS";
  t.deepEqual(misspeltSettings(others.split(" "), settingNames), []);
  t.deepEqual(misspeltSettings(settingNames, settingNames), []);
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

test("a line of .env that begins with a setting and assigns nothing is named", (t) => {
  const text =
    "# PORT 3000\nPORT 3412\nLOG_LEVEL=info\nexport HOST: ::1\r\n\nREDIS_ULR redis\nanything else\nDEV_LOGIN\n";
  t.deepEqual(
    linesWithoutAssignment(text, settingNames),
    [
      [2, "PORT"],
      [4, "HOST"],
      [6, "REDIS_ULR"],
      [8, "DEV_LOGIN"],
    ].map(
      ([line, name]) =>
        `.env, line ${line}: expected an assignment such as ${name}=value, found ${name} without "=" behind it.`,
    ),
  );
});
