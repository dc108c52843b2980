import { parseEnv } from "node:util";
import test from "ava";
import { settingNames } from "../../src/config.ts";
import { readEnvText } from "../../src/settings/env-file.ts";

const usual = {
  "assignments with comments, quotes and spaces":
    "# of web\n\nPORT = 3412 # ours\nHOST='::1'\nLOG_LEVEL=\"warn\"\nMEILI_KEY=\n",
  "line ends of Windows": "PORT=3412\r\nHOST=127.0.0.1\r\n",
  "the word export": "export PORT=3412\nexport HOST=127.0.0.1\n",
  "an export of what was assigned, as the last line": "PORT=3412\nexport PORT\n",
  "values of several lines":
    'LOGIN_PROVIDERS=\'{\n  "a": {\nhost\n} }\'\nKEY="-----BEGIN\nPORT 3\n"\nPORT=3412\n',
  "a value with # and = in quotes": 'SERVER_SECRET="a#b=c"\nPORT=3412\n',
  "lines in comments alone": "# PORT 3412\n#HOST\n",
  nothing: "",
};

for (const [title, text] of Object.entries(usual))
  test(`a valid .env file is read as Node reads it, without faults: ${title}`, (t) => {
    t.deepEqual(readEnvText(text, settingNames), { variables: parseEnv(text), faults: [] });
  });

test("a byte order mark of .env does not become part of the first setting's name", (t) => {
  const read = readEnvText("\uFEFFPORT=3412\nHOST=::1\n", settingNames);
  t.deepEqual(read, { variables: { PORT: "3412", HOST: "::1" }, faults: [] });
});

test("a line of .env that begins with a setting and assigns no value is reported", (t) => {
  const text =
    "# PORT 3000\nPORT 3412\nLOG_LEVEL=info\nexport HOST: ::1\r\n\nREDIS_ULR redis\nanything else\nDEV_LOGIN\n";
  t.deepEqual(
    readEnvText(text, settingNames).faults,
    [
      [2, "PORT"],
      [4, "HOST"],
      [6, "REDIS_ULR"],
      [8, "DEV_LOGIN"],
    ].map(
      ([line, name]) =>
        `.env, line ${line}: expected an assignment such as ${name}=value, found ${name} without "=" after the name.`,
    ),
  );
});

test("a line of .env that makes Node lose the next setting is reported, and no setting is lost without a report", (t) => {
  for (const [before, line] of [
    ["", 1],
    ["LOG_LEVEL=warn\n\n", 3],
  ] as const) {
    const { variables, faults } = readEnvText(`${before}something\n# PORT=1\n\nPORT=3412\n`, settingNames);
    t.is(variables["PORT"] === "3412", faults.length === 0);
    if (variables["PORT"] === undefined) t.deepEqual(faults, [lossOf("PORT", line)]);
  }
  const { variables, faults } = readEnvText("something\nelse\nexport HOST=::1\nPORT=3412\n", settingNames);
  t.is(variables["HOST"] === "::1", faults.length === 0);
  if (variables["HOST"] === undefined) t.deepEqual(faults, [lossOf("HOST", 1), lossOf("HOST", 2)]);
});

const lossOf = (name: string, line: number) =>
  `.env, line ${line}: expected an assignment, found a line without "=", so that the setting ${name} after the line is lost.`;
