import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import test, { type ExecutionContext } from "ava";
import { findChromium } from "../../scripts/find-chromium.ts";
import { folderOfPrograms, temporaryFolder } from "../helpers/processes.ts";

const isDebian =
  existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

/** Creates a program in a folder, and returns its path. */
function makeProgram(folder: string, name: string, body = ""): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

/**
 * Runs scripts/setup.sh as root on a machine that has the npm packages and only the given programs. Returns the calls
 * of apt-get.
 */
function runSetup(t: ExecutionContext, options: readonly string[], programs: readonly string[], apt = "") {
  const folder = folderOfPrograms(t, ["env", "grep", "dirname"]);
  const log = join(folder, "apt.log");
  symlinkSync(process.execPath, join(folder, "node"));
  for (const name of ["npm", ...programs]) makeProgram(folder, name);
  makeProgram(folder, "id", "echo 0");
  makeProgram(folder, "apt-get", `echo "$@" >> ${log}\n${apt}`);
  const { CHROME_PATH: _, REDIS_URL: _1, ...env } = process.env;
  const { status, stderr } = spawnSync("/bin/bash", ["scripts/setup.sh", ...options], {
    env: { ...env, PATH: folder },
    encoding: "utf8",
  });
  return { status, stderr, apt: existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [] };
}

test("npm run check installs Chromium on Debian if there is no browser", (t) => {
  const { status, stderr, apt } = runSetup(t, ["--for-checks"], ["redis-server"]);
  t.is(status, 0, stderr);
  const install = "-qq install --yes --no-install-recommends chromium-headless-shell";
  t.deepEqual(apt, isDebian ? ["-qq update", install] : []);
});

test("npm run check goes on if Chromium cannot be installed", (t) => {
  const { status, stderr } = runSetup(t, ["--for-checks"], ["redis-server"], "exit 100");
  t.is(status, 0, stderr);
  if (isDebian) t.regex(stderr, /Chromium could not be installed/);
});

test("npm start prints advice after the error of apt if apt cannot install Redis", (t) => {
  const { status, stderr } = runSetup(t, [], [], "echo 'E: no lock' >&2; exit 100");
  t.is(status, 1);
  t.regex(stderr, /^E: no lock\nsetup: Redis could not be installed\. Install .* or set REDIS_URL .*\n$/m);
});

test("npm start installs no browser, and npm run check installs none if there is one", (t) => {
  t.deepEqual(runSetup(t, [], ["redis-server"]).apt, []);
  t.deepEqual(runSetup(t, ["--for-checks"], ["redis-server", "google-chrome"]).apt, []);
});

test("the tests use the browser that CHROME_PATH names, or else the first program on PATH with a usual name of Chromium or Chrome", (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "chromium"));
  const chrome = makeProgram(folder, "google-chrome");
  const own = makeProgram(folder, "own");
  t.is(findChromium({ PATH: folder }), chrome);
  t.is(findChromium({ PATH: folder, CHROME_PATH: own }), own);
  t.throws(() => findChromium({ PATH: folder, CHROME_PATH: join(folder, "nothing") }), {
    message: /^CHROME_PATH: expected the path of a Chromium or Chrome program, found .*nothing\.$/,
  });
});
