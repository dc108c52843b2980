import test from "ava";
import { InvalidConfigError, parseConfig, settingNames } from "../src/config.ts";
import { secretSettings, secretValues } from "../src/settings/secret-settings.ts";

test("every setting has a default, and an empty variable counts as not set", (t) => {
  const config = parseConfig({ PORT: "", UNRELATED: "x" });
  t.is(config.PORT, 3000);
  t.is(config.PUBLIC_URL, "http://127.0.0.1:3000");
  t.deepEqual(config.TIER_LIMITS, { free: 100, plus: 1000, pro: 10_000, unlimited: null });
  t.false(config.DEV_LOGIN);
});

test("the error about invalid settings names every fault at once, with the value that was found", (t) => {
  const error = t.throws(
    () =>
      parseConfig({
        PORT: "80x",
        DEV_LOGIN: "yes",
        LOG_LEVEL: "verbose",
        REDIS_URL: "http://x",
        TIER_LIMITS: '{"free":-1}',
      }),
    { instanceOf: InvalidConfigError },
  );
  for (const expected of [
    /PORT: .*"80x"/,
    /DEV_LOGIN: .*true or false/,
    /REDIS_URL: .*redis:/,
    /TIER_LIMITS: /,
    /LOG_LEVEL: expected fatal, error, .*, or silent, found "verbose"/,
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

/** Settings with which the service starts in production. */
const production = { NODE_ENV: "production", MEILI_KEY: "k".repeat(16), SERVER_SECRET: "s".repeat(32) };

/** Returns the faults for which settings are refused; an empty list if the settings are accepted. */
function faultsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    const lines = (error as Error).message.split("\n").slice(1);
    return lines.map((line) => line.trim());
  }
}

test("in production one error names all refused settings, malformed settings included", (t) => {
  const faults = faultsOf({
    NODE_ENV: "production",
    DEV_LOGIN: "true",
    TEST_CONSTANTS: '{"JOB_LOCK_MS":1}',
    PUBLIC_URL: "http://bench.example",
    MEILI_KEY: "k".repeat(15),
    PORT: "none",
  });
  t.deepEqual(
    faults.map((fault) => fault.split(":")[0]),
    ["PORT", "TEST_CONSTANTS", "DEV_LOGIN", "PUBLIC_URL", "SERVER_SECRET", "MEILI_KEY"],
  );
  t.notThrows(() => parseConfig(production));
});

test("production refuses an http PUBLIC_URL that other machines can reach, also the one made of HOST and PORT", (t) => {
  for (const env of [
    { PUBLIC_URL: "https://bench.example" },
    { PUBLIC_URL: "http://127.0.0.1:3000" },
    { PUBLIC_URL: "http://localhost" },
    { PUBLIC_URL: "http://[::1]:3000" },
    { HOST: "::1" },
    { HOST: "0.0.0.0", PUBLIC_URL: "https://bench.example" },
  ]) {
    t.notThrows(() => parseConfig({ ...production, ...env }), JSON.stringify(env));
  }
  for (const env of [
    { PUBLIC_URL: "http://bench.example" },
    { PUBLIC_URL: "http://127.0.0.1.bench.example" },
    { PUBLIC_URL: "http://10.0.0.1" },
    { HOST: "0.0.0.0" },
    { HOST: "::" },
  ]) {
    t.regex(faultsOf({ ...production, ...env })[0] ?? "", /^PUBLIC_URL: .*https/);
  }
});

test("production requires its own secrets; an error about a short secret shows only the length", (t) => {
  const { MEILI_KEY: _1, SERVER_SECRET: _2, ...others } = production;
  for (const missing of [{}, { MEILI_KEY: "", SERVER_SECRET: "" }]) {
    const faults = faultsOf({ ...others, ...missing });
    t.deepEqual(
      faults.map((fault) => fault.split(":")[0]),
      ["MEILI_KEY", "SERVER_SECRET"],
    );
    for (const fault of faults) t.regex(fault, /openssl rand -hex 32/);
  }
  const everybodysSecret = parseConfig({}).SERVER_SECRET;
  t.regex(
    faultsOf({ ...production, SERVER_SECRET: everybodysSecret })[0] ?? "",
    /^SERVER_SECRET: .*of its own/,
  );
  for (const key of ["short-key", "k".repeat(15)]) {
    const [fault = "", ...rest] = faultsOf({ ...production, MEILI_KEY: key });
    t.regex(fault, /^MEILI_KEY: .*16 characters/);
    t.true(fault.includes(`found one of ${key.length}`), fault);
    t.false(fault.includes(key));
    t.deepEqual(rest, []);
  }
  const provider = { kind: "github", client_id: "pcb", client_secret: "short" };
  t.deepEqual(faultsOf({ ...production, LOGIN_PROVIDERS: JSON.stringify({ github: provider }) }), [
    "LOGIN_PROVIDERS: at /github/client_secret: production needs a secret of 16 characters or more, found one of 5.",
  ]);
});

test("the error about invalid settings shows no value of a setting that may contain a secret", (t) => {
  const secret = "s3cret-in-a-setting";
  for (const [name, value] of [
    ["MONGODB_URL", `mongo://ada:${secret}@db`],
    ["REDIS_URL", `http://:${secret}@cache`],
    ["MEILI_URL", `ftp://${secret}`],
  ] as const) {
    const [fault = ""] = faultsOf({ [name]: value });
    t.true(fault.startsWith(`${name}: expected a URL`), fault);
    t.false(fault.includes(secret), fault);
  }
});

test("MONGODB_URL can name all members of a replica set with their ports", (t) => {
  for (const MONGODB_URL of [
    "mongodb://one:27017,two:27017,three:27017/?replicaSet=rs0",
    "mongodb://ada:p%40ss@one:27017,two:27018/?authSource=admin",
    "mongodb+srv://cluster.example/",
  ])
    t.is(parseConfig({ MONGODB_URL }).MONGODB_URL, MONGODB_URL);
  for (const MONGODB_URL of [
    "mongodb://",
    "mongodb:///pc_benchmarks",
    "mongo://one",
    "redis://one",
    "one:27017",
  ])
    t.is(faultsOf({ MONGODB_URL }).length, 1, MONGODB_URL);
});

test("every setting whose name contains a word such as KEY or URL is treated as a secret, except those that are known to be harmless", (t) => {
  const harmless = new Set([
    "BILLING_PORTAL_URL",
    "BILLING_URL",
    "CONTACT_URL",
    "LOCAL_PROVIDER",
    "PUBLIC_URL",
    "REDIS_KEY_PREFIX",
  ]);
  const suspicious = settingNames.filter((name) =>
    /KEY|SECRET|PASSWORD|TOKEN|CREDENTIAL|PROVIDER|URL/.test(name),
  );
  t.deepEqual(
    suspicious.filter((name) => !harmless.has(name) && !Object.hasOwn(secretSettings, name)),
    [],
  );
  t.deepEqual(
    Object.keys(secretSettings).filter((name) => !settingNames.includes(name)),
    [],
  );
});

test("the secrets of settings are keys, passwords in URLs, and the secret fields of settings in JSON", (t) => {
  const secrets = secretValues({
    MONGODB_URL:
      "mongodb://ada:p%40ss-word@one:1,two:2/?replicaSet=x&tlsCertificateKeyFilePassword=file-pass",
    REDIS_URL: "redis://:redis-pass@cache:6379/0",
    MEILI_URL: "http://search:7700",
    MEILI_KEY: "search-key",
    PORT: "3000",
  });
  t.deepEqual(secrets.toSorted(), [
    "file-pass",
    "p%40ss-word",
    "p@ss-word",
    "redis-pass",
    "redis-pass",
    "search-key",
  ]);
});

test("PUBLIC_URL is the URL of a host alone: a trailing slash is removed, and anything more is refused", (t) => {
  t.is(parseConfig({ PUBLIC_URL: "https://bench.example/" }).PUBLIC_URL, "https://bench.example");
  t.is(parseConfig({ PUBLIC_URL: "https://bench.example:8443" }).PUBLIC_URL, "https://bench.example:8443");
  t.is(parseConfig({ HOST: "::1" }).PUBLIC_URL, "http://[::1]:3000");
  t.is(parseConfig({ PORT: "80" }).PUBLIC_URL, "http://127.0.0.1");
  for (const more of ["/api", "/api/", "//", "/?a=b", "/#top"]) {
    const PUBLIC_URL = `https://bench.example${more}`;
    const [fault = "", ...rest] = faultsOf({ PUBLIC_URL });
    t.regex(fault, /^PUBLIC_URL: expected a URL without a path, such as https:\/\/bench\.example: /, more);
    t.true(fault.endsWith(`found ${JSON.stringify(PUBLIC_URL)}`), fault);
    t.deepEqual(rest, []);
  }
  t.is(faultsOf({ PUBLIC_URL: "https://ada@bench.example" }).length, 1, "a user's name");
});

test("ALLOWED_ORIGINS accepts origins in the form of browsers; the error about any other entry shows the right form", (t) => {
  const right = ["https://app.example", "http://localhost:5173", "http://[::1]:8080"];
  t.deepEqual(parseConfig({ ALLOWED_ORIGINS: ` ${right.join(" , ")},` }).ALLOWED_ORIGINS, right);
  for (const [wrong, instead] of [
    ["https://app.example/", "https://app.example"],
    ["https://app.example/app", "https://app.example"],
    ["HTTPS://App.example", "https://app.example"],
    ["https://app.example:443", "https://app.example"],
    ["https://ada@app.example", "https://app.example"],
    ["*", "https://app.example"],
    ["null", "https://app.example"],
    ["app.example", "https://app.example"],
    ["ftp://app.example", "https://app.example"],
  ] as const) {
    const [fault = "", ...rest] = faultsOf({ ALLOWED_ORIGINS: `${right[0]},${wrong}` });
    t.true(fault.startsWith("ALLOWED_ORIGINS: expected origins of pages"), wrong);
    t.true(fault.includes(`: ${instead} instead of ${wrong}, found `), fault);
    t.deepEqual(rest, []);
  }
  t.is(faultsOf({ ALLOWED_ORIGINS: "*,null,https://app.example" }).length, 2, "all faults at once");
});

test("FILES_URL names a bucket, a prefix, a region and an endpoint, and every other form is refused", (t) => {
  const at = (FILES_URL: string) => parseConfig({ FILES_URL }).FILES_URL;
  t.is(at(""), undefined);
  const plain = { bucket: "results", keyPrefix: "", region: null, endpoint: null };
  t.deepEqual(at("s3://results"), plain);
  t.deepEqual(at("s3://results/?region=eu-west-1"), { ...plain, region: "eu-west-1" });
  const endpoint = "https://objects.example:9000";
  t.deepEqual(at(`s3://my.results-1/a/b_c/?endpoint=${endpoint}`), {
    bucket: "my.results-1",
    keyPrefix: "a/b_c/",
    region: null,
    endpoint,
  });
  for (const [wrong, expected] of [
    ["https://results.example", /expected s3:\/\/<bucket>/],
    ["s3://", /expected s3:\/\/<bucket>/],
    ["s3://Results", /small letters/],
    ["s3://re_sults", /small letters/],
    ["s3://key:secret@results", /without a key: FILES_ACCESS_KEY_ID/],
    ["s3://results/a//b", /expected a prefix/],
    ["s3://results/a b", /expected a prefix/],
    ["s3://results#a", /expected a prefix/],
    ["s3://results?zone=a", /no parameters but region and endpoint, each once, found zone/],
    ["s3://results?region=a&region=b", /each once, found region/],
    ["s3://results?endpoint=objects.example", /expected an endpoint/],
    ["s3://results?endpoint=https://objects.example/?a=b", /expected an endpoint/],
  ] as const) {
    const [fault = "", ...rest] = faultsOf({ FILES_URL: wrong });
    t.regex(fault, /^FILES_URL: /, wrong);
    t.regex(fault, expected, wrong);
    t.false(fault.includes("secret@"), "the value may hold a secret");
    t.deepEqual(rest, [], wrong);
  }
});

test("the access key id of the object store and its secret key can be set only together", (t) => {
  const both = { FILES_ACCESS_KEY_ID: "id", FILES_SECRET_ACCESS_KEY: "short" };
  t.deepEqual(faultsOf({ ...production, PUBLIC_URL: "https://bench.example", ...both }), []);
  for (const [name, value] of Object.entries(both)) {
    const [fault = "", ...rest] = faultsOf({ [name]: value });
    t.regex(fault, new RegExp(`^${name}: expected FILES_\\w+ as well`));
    t.deepEqual(rest, []);
  }
});
