import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Ignore } from "@balena/dockerignore";
import test from "ava";
import { projectUrl } from "../helpers/project-files.ts";

// The types of this package tell of a default export, which it does not have.
const dockerignore = createRequire(import.meta.url)("@balena/dockerignore") as () => Ignore;

const dockerfile = readFileSync(projectUrl("Dockerfile"), "utf8");
const rules = dockerignore().add(readFileSync(projectUrl(".dockerignore"), "utf8"));
const committed = execFileSync("git", ["ls-files"], { cwd: fileURLToPath(projectUrl("")), encoding: "utf8" })
  .trimEnd()
  .split("\n");

/** What the Dockerfile copies from the project, as it names it: files and folders. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?<sources>.+) \S+$/gm)].flatMap(
  ({ groups }) => groups?.["sources"]?.split(" ") ?? [],
);

const isPartOf = (source: string) => (file: string) => file === source || file.startsWith(`${source}/`);

test("everything that the Dockerfile copies comes into the build", (t) => {
  t.true(copied.includes("data") && copied.includes("package-lock.json"), copied.join(" "));
  for (const source of copied) {
    const files = committed.filter(isPartOf(source));
    t.not(files.length, 0, `${source} is no file or folder of the project`);
    t.deepEqual(
      files.filter((file) => rules.ignores(file)),
      [],
      `.dockerignore leaves out ${source}`,
    );
  }
});

test("nothing else comes into the build: no secrets, no data of a running service, no history", (t) => {
  const others = [
    ".env",
    ".data/mongodb/data.mdb",
    ".git/config",
    "node_modules/koa/package.json",
    "dist/src/server.js",
  ];
  for (const file of others) t.true(rules.ignores(file), file);
  t.deepEqual(
    committed.filter((file) => !rules.ignores(file) && !copied.some((source) => isPartOf(source)(file))),
    [],
  );
});
