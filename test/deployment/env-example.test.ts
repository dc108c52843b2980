import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import test from "ava";
import { parseConfig, settingNames } from "../../src/config.ts";
import { projectUrl } from "../helpers/project-files.ts";

const text = readFileSync(projectUrl(".env.example"), "utf8");
const [introduction, ...settings] = text.trimEnd().split("\n\n");
const settingLine = /^# ([A-Z_]+)=(.*)$/;

test(".env.example lists every setting in the order of the schema, each with a comment of one line", (t) => {
  t.regex(introduction ?? "", /^# .+$/);
  const names = settings.map((block) => {
    const [comment = "", setting = "", ...rest] = block.split("\n");
    t.regex(comment, /^# \S.*$/);
    t.notRegex(comment, settingLine);
    t.deepEqual(rest, [], block);
    return settingLine.exec(setting)?.[1];
  });
  t.deepEqual(names, [...settingNames]);
});

test("the service has at most 65 settings, so that an operator can understand each of them", (t) => {
  t.true(settingNames.length <= 65, `${settingNames.length} settings`);
});

test("the values in .env.example are the defaults of the settings", (t) => {
  const uncommented = settings.map((block) => block.split("\n")[1]?.slice(2)).join("\n");
  const env = parseEnv(uncommented);
  t.deepEqual(Object.keys(env).toSorted(), settingNames.toSorted());
  t.deepEqual(parseConfig(env), parseConfig({}));
});
