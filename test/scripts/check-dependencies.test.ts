import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import {
  compareVersions,
  dependencyFaults,
  safeVersions,
  type LockFile,
} from "../../scripts/check-dependencies/safe-versions.ts";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";

const lockText = readFileSync(projectUrl("package-lock.json"), "utf8");
const packageText = readFileSync(projectUrl("package.json"), "utf8");

test("the lock file of the project has no package below its safe version", (t) => {
  const lock = JSON.parse(lockText) as LockFile;
  t.deepEqual(dependencyFaults(lock), []);
  const installed = Object.keys(lock.packages).join("\n");
  t.true(["koa", "multer", "undici", "mongodb"].every((name) => installed.includes(`node_modules/${name}`)));
});

test("a package below its safe version is named with its place and the reason, also one that another package brings", (t) => {
  const faults = dependencyFaults({
    packages: {
      "": { name: "multer", version: "0.1.0" },
      "node_modules/multer": { version: "2.2.9" },
      "node_modules/@koa/multer/node_modules/multer": { version: "2.3.0-rc.1" },
      "node_modules/renamed": { name: "koa", version: "3.1.1" },
      "node_modules/undici": { version: "10.0.0" },
      "node_modules/not-multer": { version: "1.0.0" },
      "node_modules/ws": {},
    },
  });
  t.is(faults.length, 4);
  t.regex(
    faults[0] ?? "",
    /^node_modules\/multer: expected multer 2\.3\.0 or later, found 2\.2\.9\. .*CVE-2026-5079/,
  );
  t.regex(faults[1] ?? "", /^node_modules\/@koa\/multer\/node_modules\/multer: .*found 2\.3\.0-rc\.1/);
  t.regex(faults[2] ?? "", /^node_modules\/renamed: expected koa 3\.1\.2/);
  t.regex(faults[3] ?? "", /^node_modules\/ws: .*found no version/);
});

test("an older major release is safe from its own correction, and only where it has one", (t) => {
  const unsafe = (version: string) =>
    dependencyFaults({ packages: { "node_modules/path-to-regexp": { version } } }).length === 1;
  const versions = ["1.9.0", "6.2.9", "6.3.0", "6.4.0", "7.0.0", "8.0.0"];
  t.deepEqual(
    versions.filter((version) => unsafe(version)),
    ["1.9.0", "6.2.9", "7.0.0"],
  );
});

test("versions are compared number by number, and a pre-release is older than its release", (t) => {
  const ordered = ["0.9.9", "1.2.3-rc.1", "1.2.3", "1.2.10", "1.10.0", "2.0.0-alpha", "2.0.0", "10.0.0"];
  for (const [index, version] of ordered.entries()) {
    t.is(compareVersions(version, `${version}+build.5`), 0);
    for (const later of ordered.slice(index + 1)) {
      t.true(compareVersions(version, later) < 0, `${version} ${later}`);
      t.true(compareVersions(later, version) > 0, `${later} ${version}`);
    }
  }
  for (const wrong of ["1.2", "v1.2.3", "latest", ""])
    t.throws(() => compareVersions(wrong, "1.0.0"), undefined, wrong);
});

test("the step of npm run check fails on a lock file with a bad version, and passes without one", async (t) => {
  const bad = join(temporaryFolder(t), "package-lock.json");
  const name = safeVersions[0]?.name ?? "";
  writeFileSync(bad, lockText.replace(/("node_modules\/multer": \{\s*"version": )"[^"]+"/, '$1"2.1.1"'));
  const failing = runProgram(t, "scripts/check-dependencies.ts", { args: ["--lock", bad] });
  t.is(await failing.ended, 1);
  t.regex(failing.output.stderr, new RegExp(`${name} 2\\.3\\.0 or later, found 2\\.1\\.1`));
  const passing = runProgram(t, "scripts/check-dependencies.ts", {});
  t.is(await passing.ended, 0, passing.output.stderr);
  const { scripts } = JSON.parse(packageText) as { scripts: Record<string, string> };
  t.true(scripts["safe-dependencies"]?.endsWith("&& node --import=tsx scripts/check-dependencies.ts"));
  const check = readFileSync(projectUrl("test/runner/check.ts"), "utf8");
  t.regex(check, /^const sourceChecks = \[.*"safe-dependencies".*\];$/m);
});
