import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Ignore } from "@balena/dockerignore";
import test from "ava";
import { projectUrl } from "../helpers/project-files.ts";

// The package @balena/dockerignore is loaded by `require`, because its types declare a default export that the package
// does not have.
const dockerignore = createRequire(import.meta.url)("@balena/dockerignore") as () => Ignore;

const dockerfile = readFileSync(projectUrl("Dockerfile"), "utf8");
const rules = dockerignore().add(readFileSync(projectUrl(".dockerignore"), "utf8"));
const committed = execFileSync("git", ["ls-files"], { cwd: fileURLToPath(projectUrl("")), encoding: "utf8" })
  .trimEnd()
  .split("\n");

/** The files and folders of the project that the Dockerfile copies, as written in the Dockerfile. */
const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?<sources>.+) \S+$/gm)].flatMap(
  ({ groups }) => groups?.["sources"]?.split(" ") ?? [],
);

const isPartOf = (source: string) => (file: string) => file === source || file.startsWith(`${source}/`);

test(".dockerignore excludes nothing that the Dockerfile copies", (t) => {
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

test(".dockerignore excludes everything that the Dockerfile does not copy, such as secrets, data of a running service, and git's history", (t) => {
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

/** The instructions of the Dockerfile in order, without comments, with continued lines joined. */
const instructions = dockerfile
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter(Boolean)
  .map((line) => {
    const [keyword = "", ...words] = line.split(" ");
    return { keyword, words: words.join(" ") };
  });
const lastStage = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === "FROM"));
const withKeyword = (keyword: string) =>
  instructions.filter((instruction) => instruction.keyword === keyword).map(({ words }) => words);

test("every stage of the image is built on the same exact version of Node", (t) => {
  const bases = withKeyword("FROM").map(
    (words) => words.replace("--platform=$BUILDPLATFORM ", "").split(" ")[0],
  );
  t.true(bases.length > 1, "the image does not contain the build tools");
  t.is(new Set(bases).size, 1, bases.join(" "));
  t.regex(bases[0] ?? "", /^node:\d+\.\d+\.\d+-bookworm-slim(?:@sha256:[\da-f]{64})?$/);
});

test("the Dockerfile has no build arguments and no variable except NODE_ENV, so that no secret gets into the image or its history", (t) => {
  t.deepEqual(withKeyword("ARG"), []);
  t.deepEqual(withKeyword("ENV"), ["NODE_ENV=production"]);
  t.deepEqual(withKeyword("ADD"), []);
  t.notRegex(dockerfile, /--build-arg|--secret|PASSWORD|TOKEN|_KEY/);
});

test("the image contains only the built program and its runtime dependencies, its files belong to root, and it runs as another user", (t) => {
  t.deepEqual(
    lastStage
      .map(({ keyword }) => keyword)
      .filter((keyword) => !["COPY", "WORKDIR", "ENV"].includes(keyword)),
    ["FROM", "USER", "EXPOSE", "CMD"],
    "the last stage has no RUN instruction",
  );
  t.deepEqual(withKeyword("USER"), ["node"]);
  t.notRegex(dockerfile, /--chown|--chmod/, "the user of the container could change the program");
  t.notRegex(lastStage[0]?.words ?? "", /--platform/, "the image is for the processor that it is built for");
  const sources = lastStage
    .filter(({ keyword }) => keyword === "COPY")
    .map(({ words }) => words.split(" ").slice(0, -1).join(" "));
  t.deepEqual(sources, [
    "data",
    ".npmrc",
    "--from=packages /app/package.json",
    "--from=packages /app/node_modules",
    "--from=build /app/dist",
    "--from=build /app/admin",
  ]);
  t.regex(lastStage.at(-1)?.words ?? "", /^\["node", /, "node receives signals, not a shell");
});

test("in the image, every script of package.json that runs a program of scripts/ runs the compiled program", (t) => {
  const [, pattern = "", replacement = ""] = /sed -E -i 's#(.*)#(.*)#' package\.json/.exec(dockerfile) ?? [];
  const changed = JSON.parse(
    readFileSync(projectUrl("package.json"), "utf8").replaceAll(
      new RegExp(pattern, "g"),
      replacement.replace(String.raw`\1`, "$1"),
    ),
  ) as { scripts: Record<string, string> };
  for (const name of ["admin", "import:products", "import:builds", "reindex"]) {
    const [, program] = /^node dist\/(.*)\.js$/.exec(changed.scripts[name] ?? "") ?? [];
    t.true(committed.includes(`${program}.ts`), name);
  }
  t.true(dockerfile.includes("exec node /app/dist/scripts/admin.js"), "the short name admin");
});
