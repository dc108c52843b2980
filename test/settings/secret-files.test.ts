import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { InvalidConfigError, parseConfig } from "../../src/config.ts";
import { readSecretFiles, secretFileVariables } from "../../src/settings/secret-files.ts";
import { secretSettings } from "../../src/settings/secret-settings.ts";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";

test("every setting that holds a secret is also read from a file, without the newline at the end of the file", (t) => {
  const file = join(temporaryFolder(t), "secret");
  for (const [content, secret] of [
    ["s3cret of a file", "s3cret of a file"],
    ["s3cret of a file\n", "s3cret of a file"],
    ["s3cret of a file\r\n", "s3cret of a file"],
    ["\uFEFFs3cret of a file\n", "s3cret of a file"],
    [" s3cret \n\n", " s3cret \n"],
  ] as const) {
    writeFileSync(file, content);
    const env = Object.fromEntries(secretFileVariables.map((variable) => [variable, file]));
    const expected = Object.fromEntries(Object.keys(secretSettings).map((setting) => [setting, secret]));
    t.deepEqual(readSecretFiles(env), { secrets: expected, faults: [] }, JSON.stringify(content));
  }
});

test("an empty setting, and a _FILE variable without a path, count as not set", (t) => {
  const file = join(temporaryFolder(t), "secret");
  writeFileSync(file, "s3cret");
  const { secrets, faults } = readSecretFiles({
    MEILI_KEY: "",
    MEILI_KEY_FILE: file,
    SERVER_SECRET_FILE: "",
  });
  t.deepEqual({ secrets, faults }, { secrets: { MEILI_KEY: "s3cret" }, faults: [] });
});

test("each fault of a secret's file names the setting and the path, and never the content of the file", (t) => {
  const folder = temporaryFolder(t);
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  mkdirSync(join(folder, "folder"));
  const paths = {
    MONGODB_URL_FILE: join(folder, "missing"),
    REDIS_URL_FILE: join(folder, "folder"),
    MEILI_KEY_FILE: write("empty", ""),
    SERVER_SECRET_FILE: write("newline", "\n"),
    LOGIN_PROVIDERS_FILE: write("latin-1", Buffer.from("s3cret\xE9", "latin1")),
    TRACES_URL_FILE: write("zero", "s3cret\0more"),
    MEILI_URL_FILE: write("given twice", "s3cret"),
  };
  const { secrets, faults } = readSecretFiles({ ...paths, MEILI_URL: "http://s3cret@search" });
  t.deepEqual(secrets, {});
  const found = Object.fromEntries(faults.map(({ setting, fault }) => [setting, fault]));
  const expected = (variable: keyof typeof paths, reason: string) =>
    `${variable}: expected a file with the secret, found ${JSON.stringify(paths[variable])}, which ${reason}.`;
  t.deepEqual(found, {
    MONGODB_URL: expected("MONGODB_URL_FILE", "cannot be read (ENOENT)"),
    REDIS_URL: expected("REDIS_URL_FILE", "cannot be read (EISDIR)"),
    MEILI_KEY: expected("MEILI_KEY_FILE", "is empty"),
    SERVER_SECRET: expected("SERVER_SECRET_FILE", "is empty"),
    LOGIN_PROVIDERS: expected("LOGIN_PROVIDERS_FILE", "is not a text in UTF-8"),
    TRACES_URL: expected("TRACES_URL_FILE", "is not a text in UTF-8"),
    MEILI_URL: "MEILI_URL_FILE: expected either MEILI_URL or MEILI_URL_FILE, found both.",
  });
});

test("in production a setting whose secret's file has a fault is reported once, for the file, and not as missing", (t) => {
  const file = { setting: "SERVER_SECRET", fault: "SERVER_SECRET_FILE: is empty." };
  const error = t.throws(() => parseConfig({ NODE_ENV: "production", PORT: "none" }, [file]), {
    instanceOf: InvalidConfigError,
  });
  t.deepEqual(
    error?.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(":")[0]),
    ["SERVER_SECRET_FILE", "PORT", "MEILI_KEY"],
  );
});

for (const file of ["src/server.ts", "workers/index.ts"])
  test(`${file} reports a fault of a secret's file together with all other faults, even if .env names the file`, async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, ".env"), "MEILI_KEY_FILE=no-such-file\nPORT=none\n");
    const program = runProgram(t, file, { cwd, env: { ...process.env, MEILI_KEY: "" } });
    t.is(await program.ended, 1);
    t.regex(program.output.stderr, /MEILI_KEY_FILE: .*"no-such-file", which cannot be read \(ENOENT\)/);
    t.regex(program.output.stderr, /PORT: expected a whole number/);
  });

test("a secret from a file is used by the process, and is shown neither in the log of the process nor in its messages", async (t) => {
  const cwd = temporaryFolder(t);
  const password = "s3cret-password-of-a-file";
  writeFileSync(join(cwd, "mongodb"), `mongodb://ada:${password}@127.0.0.1:1/\n`);
  const env = {
    ...process.env,
    MONGODB_URL: "",
    MONGODB_URL_FILE: "mongodb",
    START_TIMEOUT_MS: "100",
    LOG_LEVEL: "debug",
  };
  const program = runProgram(t, "src/server.ts", { cwd, env });
  t.is(await program.ended, 1);
  // On a busy machine START_TIMEOUT_MS may pass before the connection is refused; then the message says "timed out".
  t.regex(program.output.stderr, /MongoDB is unavailable \(.*(?:127\.0\.0\.1:1|timed out)/);
  t.false((program.output.stdout + program.output.stderr).includes(password));
});
