import { execFile } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { runScript } from "../helpers/run-script.ts";
import { adminCommands } from "../../scripts/admin/commands.ts";
import { projectUrl } from "../helpers/project-files.ts";

const { scripts } = JSON.parse(readFileSync(projectUrl("package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** The scripts of package.json that accept options: the name of each script, and the program that it runs. */
const programs = [
  ...Object.entries(scripts).flatMap(([name, command]) => {
    const [, file] = / (scripts\/[\w-]+\.ts)$/.exec(command) ?? [];
    return file === undefined ? [] : [[name, file] as const];
  }),
  ["test", "test/runner/run-tests.ts"] as const,
  ["check", "test/runner/check.ts"] as const,
  ["bench", "scripts/bench.ts"] as const,
];

/** Returns the command with which a person runs a script. */
const callOf = (name: string) => (["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`);

/** Asserts that a usage text begins with a usage line and ends with an example that runs the same script. */
function checkUsage(t: ExecutionContext, name: string, text: string) {
  t.regex(text, /^Usage: \S/);
  const example = text.trimEnd().split("\n").at(-1) ?? "";
  t.regex(example, /^Example: /, text);
  t.true(` ${example} `.includes(` ${callOf(name)} `), `${example} does not run ${callOf(name)}`);
}

test("package.json has every script whose usage the tests of --help check", (t) => {
  const names = new Set<string>(programs.map(([name]) => name));
  for (const name of ["mongodb", "import:products", "admin", "reindex"]) t.true(names.has(name), name);
});

for (const [name, file] of programs)
  for (const option of name === "mongodb" ? ["--help", "-h"] : ["--help"])
    test(`${callOf(name)} -- ${option} only prints the usage with an example`, async (t) => {
      // The environment has an invalid setting, so that a program that did more than print its usage would fail.
      const program = runProgram(t, file, { args: [option], env: { ...process.env, PORT: "none" } });
      t.is(await program.ended, 0, program.output.stderr);
      t.is(program.output.stderr, "");
      checkUsage(t, name, program.output.stdout);
    });

/** The commands that people run while web is stopped, so that `docker compose exec` has no container to run them in. */
const composeCommands = new Map([
  ["check-settings", "run --rm --no-deps"],
  ["migrate", "run --rm"],
  ["restore", "run --rm"],
]);

for (const { name } of adminCommands)
  test(`npm run admin -- ${name} --help only prints the usage of the command with an example`, async (t) => {
    const env = { ...process.env, PORT: "none" };
    const { code, stdout, stderr } = await runScript("scripts/admin.ts", [name, "--help"], env);
    t.is(code, 0, stderr);
    t.is(stderr, "");
    checkUsage(t, `admin -- ${name}`, stdout);
    const compose = composeCommands.get(name) ?? "exec";
    t.true(stdout.includes(`\nIn a container: docker compose ${compose} web admin ${name}`));
  });

test("npm run admin -- --help has a line for each command", async (t) => {
  const program = runProgram(t, "scripts/admin.ts", { args: ["--help"] });
  t.is(await program.ended, 0, program.output.stderr);
  for (const { name, summary } of adminCommands) {
    t.true(
      program.output.stdout
        .split("\n")
        .some((line) => line.startsWith(`  ${name} `) && line.endsWith(summary)),
      name,
    );
    t.true(summary.endsWith(".") && summary.length <= 110, summary);
  }
});

test("npm run admin refuses an unknown command with the names of all commands", async (t) => {
  const names = adminCommands.map(({ name }) => name).join(", ");
  for (const [args, found] of [
    [["set-teir", "--help-me"], "set-teir"],
    [[], "nothing"],
  ] as const) {
    const { code, stdout, stderr } = await runScript("scripts/admin.ts", args);
    t.is(code, 2);
    t.is(stdout, "");
    t.true(stderr.startsWith(`expected a command, one of ${names}; found ${found}\nUsage: `), stderr);
  }
});

/** Creates a clone without installed packages that has the scripts of package.json. */
function emptyClone(t: ExecutionContext): string {
  const folder = temporaryFolder(t);
  for (const part of ["package.json", "scripts"])
    cpSync(projectUrl(part), join(folder, part), { recursive: true });
  return folder;
}

/** Runs a script of package.json as npm does. */
async function runNpmScript(cwd: string, command: string, ...args: string[]) {
  const shell = ["-c", `${command} "$@"`, "sh", ...args];
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile("sh", shell, { cwd }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

for (const name of ["start", "quickstart", "check"])
  test(`${callOf(name)} -- --help prints the usage with an example in an empty clone, and installs nothing`, async (t) => {
    const clone = emptyClone(t);
    for (const args of [["--help"], ["--once", "-h"]].slice(0, name === "check" ? 1 : 2)) {
      const { code, stdout, stderr } = await runNpmScript(clone, scripts[name] ?? "", ...args);
      t.deepEqual([code, stderr], [0, ""]);
      checkUsage(t, name, stdout);
    }
  });

const MISSING =
  "The npm packages are not installed. Run: npm ci   (npm start and npm run quickstart do so themselves)\n";
/** Scripts that install the packages themselves, or run other scripts of package.json. */
const others = new Set([
  "start",
  "quickstart",
  "check",
  "check:all",
  "test",
  "test:faults",
  "test:proxies",
  "bench",
]);

test("before npm ci every script that needs npm packages and does not install them says in one sentence how to install them", async (t) => {
  const clone = emptyClone(t);
  const names = Object.keys(scripts).filter((name) => !others.has(name));
  t.true(names.length > 15);
  for (const name of names) {
    const found = await runNpmScript(clone, scripts[name] ?? "", "--help");
    t.deepEqual(found, { code: 1, stdout: "", stderr: MISSING }, name);
  }
});

test("after npm start, which does not install the packages of the checks, each script that needs these packages says how to install them", async (t) => {
  const clone = emptyClone(t);
  mkdirSync(join(clone, "node_modules"));
  writeFileSync(
    join(clone, "node_modules", ".package-lock.json"),
    '{ "packages": { "node_modules/koa": {} } }',
  );
  const asking = Object.keys(scripts).filter((name) => scripts[name]?.includes("packages.sh checks"));
  const checks = [
    "build:test",
    "types",
    "lint",
    "format",
    "format:fix",
    "dead-code",
    "contract",
    "openapi",
    "lighthouse",
    "screenshots",
  ];
  t.deepEqual(asking.sort(), checks.sort());
  for (const name of asking) {
    const { code, stderr } = await runNpmScript(clone, scripts[name] ?? "");
    t.is(code, 1);
    t.regex(stderr, /^The npm packages of the checks are not installed\. Run: npm ci .*\n$/, name);
  }
});

test("npm start and npm run quickstart refuse an unknown argument and name it", async (t) => {
  for (const name of ["start", "quickstart"]) {
    const program = runProgram(t, `scripts/${name}.ts`, { args: ["--populate"] });
    t.is(await program.ended, 2);
    t.regex(program.output.stderr, /^expected .*--with-population, found --populate\n/);
    t.true(program.output.stderr.endsWith(`\n${callOf(name)} -- --help lists the options.\n`));
  }
});
