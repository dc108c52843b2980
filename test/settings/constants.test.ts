import { readdirSync, readFileSync } from "node:fs";
import test from "ava";
import { InvalidConfigError, parseConfig, settingNames } from "../../src/config.ts";
import { constants } from "../../src/constants.ts";
import { projectUrl } from "../helpers/project-files.ts";

test("constants are no settings: an environment variable with the name of a constant has no effect", (t) => {
  t.deepEqual(
    Object.keys(constants).filter((name) => settingNames.includes(name)),
    [],
  );
  t.is(parseConfig({ JOB_LOCK_MS: "1" }).JOB_LOCK_MS, constants.JOB_LOCK_MS);
});

test("every constant of a module in src can be replaced, and no two constants have the same name", (t) => {
  const folder = projectUrl("src/");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("/constants.ts"),
  );
  const names = files.flatMap((path) =>
    [...readFileSync(new URL(path, folder), "utf8").matchAll(/^export const (\w+)/gm)].map(
      ([, name = ""]) => name,
    ),
  );
  t.deepEqual(names.toSorted(), Object.keys(constants).toSorted());
});

test("TEST_CONSTANTS replaces constants by their names, and does not change other constants", (t) => {
  const config = parseConfig({ TEST_CONSTANTS: '{"JOB_LOCK_MS":1000,"PAUSE_AT":"inserted"}' });
  t.is(config.JOB_LOCK_MS, 1000);
  t.is(config.MAX_FILES, constants.MAX_FILES);
  t.is(config.TEST_CONSTANTS.PAUSE_AT, "inserted");
});

test("TEST_CONSTANTS refuses an unknown name and a value of another type", (t) => {
  for (const [wrong, says] of [
    ["JOB_LOCK_MS=1000", /TEST_CONSTANTS: expected JSON such as/],
    ['{"JOB_LOCK":1000}', /TEST_CONSTANTS: Unrecognized key: "JOB_LOCK"/],
    ['{"PORT":1000}', /TEST_CONSTANTS: Unrecognized key: "PORT"/],
    ['{"JOB_LOCK_MS":"1000"}', /TEST_CONSTANTS: at \/JOB_LOCK_MS: .*number/],
    ['{"JOB_LOCK_MS":-1}', /TEST_CONSTANTS: at \/JOB_LOCK_MS: /],
    ['{"JOB_LOCK_MS":0.5}', /TEST_CONSTANTS: at \/JOB_LOCK_MS: /],
    ['{"PAUSE_AT":"never"}', /TEST_CONSTANTS: at \/PAUSE_AT: expected received, /],
  ] as const) {
    const error = t.throws(() => parseConfig({ TEST_CONSTANTS: wrong }), { instanceOf: InvalidConfigError });
    t.regex(error?.message ?? "", says, wrong);
  }
});
