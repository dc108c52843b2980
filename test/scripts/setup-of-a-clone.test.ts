import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { until } from "../helpers/until.ts";

/** Programs of the system that the set-up needs, apart from the programs that a test replaces by scripts. */
const systemPrograms = [
  "bash",
  "sh",
  "cat",
  "dirname",
  "grep",
  "id",
  "sleep",
  "uname",
  "rm",
  "touch",
  "mkdir",
  "find",
  "cksum",
  "sort",
];

/**
 * Creates an empty clone, and a folder that is the whole PATH: with programs of the system, and with scripts that
 * replace programs, given by their shell text.
 */
async function emptyClone(t: ExecutionContext, madeUp: Readonly<Record<string, string>>) {
  const clone = temporaryFolder(t);
  const bin = join(clone, "bin");
  mkdirSync(join(clone, "scripts"));
  mkdirSync(bin);
  for (const file of ["setup.sh", "launch.sh", "build.sh"])
    copyFileSync(projectUrl(`scripts/${file}`), join(clone, "scripts", file));
  symlinkSync(process.execPath, join(bin, "node"));
  const folders = (process.env["PATH"] ?? "").split(":");
  for (const name of systemPrograms) {
    const folder = folders.find((each) => existsSync(join(each, name)));
    if (folder !== undefined) symlinkSync(join(folder, name), join(bin, name));
  }
  for (const [name, text] of Object.entries(madeUp)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> calls\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const calls = () => {
    const file = join(clone, "calls");
    return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  };
  return { clone, calls, env: { PATH: bin, HOME: clone } };
}

type Clone = Awaited<ReturnType<typeof emptyClone>>;

/** Runs a shell command in the clone like a terminal, in a new process group. */
function runInTerminal(t: ExecutionContext, { clone, env }: Clone, command: string) {
  const child = spawn(join(env.PATH, "sh"), ["-c", command], {
    cwd: clone,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  /** Sends a signal to the whole process group, as Ctrl-C does. */
  const signal = (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name);
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) signal("SIGKILL");
    await ended;
  });
  return { ended, signal, output: () => output };
}

/**
 * Shell scripts in place of npm, by what they do at a signal: fail with npm's own exit code, or go on for a long time
 * to undo its work. A script creates the file `ready` as soon as it handles signals.
 */
const npms = {
  fails: "trap 'exit 1' INT TERM HUP\ntouch ready\nwhile :; do sleep 0.05; done",
  "goes on": "trap '' INT TERM HUP\ntouch ready\nwhile :; do sleep 0.05; done",
};
const redis = { "redis-server": "" };

for (const signal of ["SIGINT", "SIGTERM"] as const)
  for (const [how, npm] of Object.entries(npms))
    test(`${signal} stops the set-up while npm ci runs and ${how}: the set-up tries, builds and starts nothing else`, async (t) => {
      const clone = await emptyClone(t, { ...redis, npm });
      const terminal = runInTerminal(t, clone, "exec bash scripts/launch.sh start");
      await until(async () => existsSync(join(clone.clone, "ready")), "npm ci runs");
      terminal.signal(signal);
      t.true([130, "SIGTERM"].includes(await terminal.ended), terminal.output());
      t.deepEqual(
        clone.calls().map((call) => call.split(" ").slice(0, 2).join(" ")),
        ["npm ci"],
      );
      t.regex(terminal.output(), /^setup: stopped$/m);
      t.false(terminal.output().includes("failed"));
    });

for (const signal of ["SIGINT", "SIGTERM"] as const)
  test(`${signal} ends a compiler that ignores signals, and the start script starts nothing`, async (t) => {
    const compiler = "trap '' INT TERM HUP; echo compiling >> calls; while [ -e calls ]; do sleep 0.05; done";
    const npm = `if [ "$1" = run ]; then sh -c "${compiler}" & wait; fi`;
    const clone = await emptyClone(t, { ...redis, npm });
    const terminal = runInTerminal(t, clone, "exec bash scripts/launch.sh start");
    await until(async () => clone.calls().includes("compiling"), "the compiler runs");
    terminal.signal(signal);
    // The terminal's output closes only after the compiler has also ended.
    t.true([130, 143].includes(Number(await terminal.ended)), terminal.output());
    t.regex(terminal.output(), /^build: stopped$/m);
  });

/** Writes the file that npm writes at the end of an installation, with the given packages. */
function pretendInstalled(clone: Clone, ...packages: string[]): void {
  mkdirSync(join(clone.clone, "node_modules"), { recursive: true });
  const entries = packages.map((name) => [`node_modules/${name}`, {}]);
  const text = JSON.stringify({ packages: Object.fromEntries(entries) }, null, 2);
  writeFileSync(join(clone.clone, "node_modules", ".package-lock.json"), text);
}

test("npm start does not install the packages of the checks, and accepts these packages if they are installed", async (t) => {
  const clone = await emptyClone(t, { ...redis, npm: "" });
  const runSetup = () => runInTerminal(t, clone, "exec bash scripts/setup.sh").ended;
  t.is(await runSetup(), 0);
  t.regex(
    clone.calls()[0] ?? "",
    /^npm ci .*--workspace=@pc-benchmarks\/mongodb-emulator --include-workspace-root/,
  );
  for (const packages of [["koa"], ["koa", "ava"]]) {
    pretendInstalled(clone, ...packages);
    t.is(await runSetup(), 0);
    t.is(clone.calls().length, 1, packages.join(" "));
  }
});

test("npm start keeps the packages of the checks when it reinstalls after a change of the lock file", async (t) => {
  const clone = await emptyClone(t, { ...redis, npm: "" });
  pretendInstalled(clone, "koa", "ava");
  const later = Date.now() / 1000 + 60;
  writeFileSync(join(clone.clone, "package-lock.json"), "{}");
  utimesSync(join(clone.clone, "package-lock.json"), later, later);
  t.is(await runInTerminal(t, clone, "exec bash scripts/setup.sh").ended, 0);
  t.regex(clone.calls()[0] ?? "", /^npm ci /);
  t.false(clone.calls()[0]?.includes("--workspace"));
});

test("npm run check installs all packages, even after npm start has left some out", async (t) => {
  const clone = await emptyClone(t, { ...redis, npm: "" });
  const command = "CHROME_PATH=any exec bash scripts/setup.sh --for-checks";
  const runSetup = () => runInTerminal(t, clone, command).ended;
  pretendInstalled(clone, "koa");
  t.is(await runSetup(), 0);
  t.regex(clone.calls()[0] ?? "", /^npm ci /);
  t.false(clone.calls()[0]?.includes("--workspace"));
  pretendInstalled(clone, "koa", "ava");
  t.is(await runSetup(), 0);
  t.is(clone.calls().length, 1);
});

test("if npm ci fails by itself, the set-up of a clone runs npm install", async (t) => {
  const clone = await emptyClone(t, { ...redis, npm: '[ "$1" = install ]' });
  const terminal = runInTerminal(t, clone, "exec bash scripts/setup.sh");
  t.is(await terminal.ended, 0, terminal.output());
  t.deepEqual(
    clone.calls().map((call) => call.split(" ").slice(0, 2).join(" ")),
    ["npm ci", "npm install"],
  );
});

test("if brew exists, the set-up of a clone installs Redis and Meilisearch with it, each only if missing", async (t) => {
  // After brew has installed a formula, its program is on the PATH.
  const brew = 'case "$*" in *redis*) touch bin/redis-server; chmod +x bin/redis-server;; esac';
  const clone = await emptyClone(t, { npm: "", brew });
  symlinkSync("/bin/chmod", join(clone.env.PATH, "chmod"));
  const first = runInTerminal(t, clone, "exec bash scripts/setup.sh");
  t.is(await first.ended, 0, first.output());
  t.regex(first.output(), /^setup: installing the npm packages/m);
  t.deepEqual(clone.calls().slice(1), ["brew install --quiet redis", "brew install --quiet meilisearch"]);
  t.regex(first.output(), /^setup: installing Redis \(brew install redis\)$/m);
  t.regex(first.output(), /^setup: installing Meilisearch \(brew install meilisearch\)$/m);

  const given = await emptyClone(t, { npm: "", brew });
  writeFileSync(join(given.clone, ".env"), "REDIS_URL=redis://127.0.0.1:1\nMEILI_URL=http://127.0.0.1:1\n");
  const second = runInTerminal(t, given, "exec bash scripts/setup.sh");
  t.is(await second.ended, 0, second.output());
  t.deepEqual(given.calls().slice(1), []);
});

/** Creates a clone with sources, whose compiler only copies one source to the output. */
async function cloneWithSources(t: ExecutionContext) {
  const npm = 'if [ "$1" = run ]; then exec sh scripts/build.sh; fi';
  const tsc = "mkdir -p dist/scripts; cp src/program.js dist/scripts/start.js; : >dist/scripts/bundle.js";
  const made = await emptyClone(t, { ...redis, npm, tsc });
  symlinkSync("/bin/cp", join(made.env.PATH, "cp"));
  pretendInstalled(made, "koa");
  for (const folder of ["src", "embedded", "workers", "packages/any/src"])
    mkdirSync(join(made.clone, folder), { recursive: true });
  const files = ["tsconfig.json", "tsconfig.build.json", "package-lock.json", "packages/any/package.json"];
  for (const file of [...files, "scripts/build-pages.sh"]) writeFileSync(join(made.clone, file), "");
  // A lock file newer than the list of installed packages would cause a new installation.
  utimesSync(join(made.clone, "package-lock.json"), 0, 0);
  const write = (text: string) => {
    writeFileSync(join(made.clone, "src/program.js"), text);
    utimesSync(join(made.clone, "src/program.js"), 0, 0);
  };
  const start = async () => {
    const terminal = runInTerminal(t, made, "exec bash scripts/launch.sh start");
    return { code: await terminal.ended, output: terminal.output() };
  };
  const timesCompiled = () => made.calls().filter((call) => call.startsWith("tsc ")).length;
  return { ...made, write, start, timesCompiled };
}

test("npm start compiles only if a source has changed since the last build, whatever the time stamp of the file", async (t) => {
  const { write, start, timesCompiled } = await cloneWithSources(t);
  write("console.log('one')");
  for (const _turn of [1, 2]) t.deepEqual(await start(), { code: 0, output: "one\n" });
  t.is(timesCompiled(), 1);
  write("console.log('two')");
  for (const _turn of [1, 2]) t.deepEqual(await start(), { code: 0, output: "two\n" });
  t.is(timesCompiled(), 2);
});

test("npm start compiles again after a build that failed", async (t) => {
  const { clone, write, start, timesCompiled } = await cloneWithSources(t);
  write("console.log('one')");
  await start();
  write("console.log('two')");
  writeFileSync(join(clone, "scripts/build-pages.sh"), "exit 1");
  for (const _turn of [1, 2]) t.is((await start()).code, 1);
  t.is(timesCompiled(), 3);
  // The sources are again as for the first build, but dist has the output of a later build.
  write("console.log('one')");
  writeFileSync(join(clone, "scripts/build-pages.sh"), "");
  t.deepEqual(await start(), { code: 0, output: "one\n" });
});
