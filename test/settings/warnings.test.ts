import test from "ava";
import { parseConfig } from "../../src/config.ts";
import { openDoorWarning, warningsOf } from "../../src/settings/warnings.ts";

const NOBODY =
  "Nobody can sign in, because LOGIN_PROVIDERS names no sign-in provider. docs/sign-in.md says how to set one.";
const provider = { kind: "github", client_id: "id", client_secret: "s3cret-of-github" };

test("a service warns if nobody can sign in, and does not warn with a provider or the development log-in", (t) => {
  t.deepEqual(warningsOf(parseConfig({})), [NOBODY]);
  t.deepEqual(warningsOf(parseConfig({ DEV_LOGIN: "true" })), []);
  t.deepEqual(warningsOf(parseConfig({ LOGIN_PROVIDERS: JSON.stringify({ github: provider }) })), []);
});

test("an https service without a trusted proxy warns that all clients share one address", (t) => {
  const [first, ...others] = warningsOf(parseConfig({ PUBLIC_URL: "https://bench.example" }));
  t.regex(first ?? "", /TRUST_PROXY is 0: all clients count as the proxy's one address/);
  t.deepEqual(others, [NOBODY]);
  for (const TRUST_PROXY of ["1", "127.0.0.1, 10.0.0.0/8"])
    t.deepEqual(warningsOf(parseConfig({ PUBLIC_URL: "https://bench.example", TRUST_PROXY })), [NOBODY]);
});

for (const [HOST, DEV_LOGIN, isWarned] of [
  ["0.0.0.0", "true", true],
  ["::", "true", true],
  ["192.0.2.1", "true", true],
  ["0.0.0.0", "false", false],
  ["127.0.0.1", "true", false],
  ["::1", "true", false],
  ["localhost", "true", false],
] as const)
  test(`HOST=${HOST} with DEV_LOGIN=${DEV_LOGIN} causes ${isWarned ? "a" : "no"} warning`, (t) => {
    t.is(openDoorWarning(parseConfig({ HOST, DEV_LOGIN })) !== null, isWarned);
  });

test("the warning about a log-in open to everybody has a frame without gaps, names the settings and says what to do", (t) => {
  const warning = openDoorWarning(parseConfig({ HOST: "0.0.0.0", DEV_LOGIN: "true" })) ?? "";
  const lines = warning.split("\n").slice(1, -1);
  t.true(lines.length >= 5);
  t.deepEqual([...new Set(lines.map(({ length }) => length))], [78], warning);
  t.true(lines.every((line) => line.startsWith("#") && line.endsWith("#")));
  for (const part of ["HOST is 0.0.0.0", "DEV_LOGIN=false", "HOST=127.0.0.1", "without a password"])
    t.true(warning.includes(part), part);
});
