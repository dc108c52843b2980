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

/** Programs that the set-up needs of the system, apart from those that a test makes up. */
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

/** Makes an empty clone, and a folder of programs, which alone are on the PATH: those of the system, and made-up ones by their shell text. */
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

/** Runs a command of the shell in the clone as a terminal does: in a process group of its own. */
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
  /** Signals the whole group, as Ctrl-C does. */
  const signal = (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name);
  t.teardown(async () => {
    if (child.exitCode === null && child.signalCode === null) signal("SIGKILL");
    await ended;
  });
  return { ended, signal, output: () => output };
}

/** npm as it takes signals: it fails in a way of its own, or goes on for long to undo what it has done. */
const npms = {
  "fails by it": "trap 'exit 1' INT TERM HUP\nwhile :; do sleep 0.05; done",
  "goes on": "trap '' INT TERM HUP\nwhile :; do sleep 0.05; done",
};
const redis = { "redis-server": "" };

for (const signal of ["SIGINT", "SIGTERM"] as const)
  for (const [how, npm] of Object.entries(npms))
    test(`${signal} while npm ci runs, which ${how}, stops the set-up: nothing else is tried, built or started`, async (t) => {
      const clone = await emptyClone(t, { ...redis, npm });
      const terminal = runInTerminal(t, clone, "exec bash scripts/launch.sh start");
      await until(async () => clone.calls().length > 0, "npm ci runs");
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
  test(`${signal} while the compiler runs, which goes on by itself, ends it, and nothing is started`, async (t) => {
    const compiler = "trap '' INT TERM HUP; echo compiling >> calls; while [ -e calls ]; do sleep 0.05; done";
    const npm = `if [ "$1" = run ]; then sh -c "${compiler}" & wait; fi`;
    const clone = await emptyClone(t, { ...redis, npm });
    const terminal = runInTerminal(t, clone, "exec bash scripts/launch.sh start");
    await until(async () => clone.calls().includes("compiling"), "the compiler runs");
    terminal.signal(signal);
    // The output is closed when the compiler has ended, too.
    t.true([130, 143].includes(Number(await terminal.ended)), terminal.output());
    t.regex(terminal.output(), /^build: stopped$/m);
  });

/** Makes the file that npm writes last, with these packages in it. */
function pretendInstalled(clone: Clone, ...packages: string[]): void {
  mkdirSync(join(clone.clone, "node_modules"), { recursive: true });
  const entries = packages.map((name) => [`node_modules/${name}`, {}]);
  const text = JSON.stringify({ packages: Object.fromEntries(entries) }, null, 2);
  writeFileSync(join(clone.clone, "node_modules", ".package-lock.json"), text);
}

test("a start leaves out the packages of the checks, and takes them where they are installed", async (t) => {
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

test("a start that installs anew, because the lock file has changed, keeps the packages of the checks", async (t) => {
  const clone = await emptyClone(t, { ...redis, npm: "" });
  pretendInstalled(clone, "koa", "ava");
  const later = Date.now() / 1000 + 60;
  writeFileSync(join(clone.clone, "package-lock.json"), "{}");
  utimesSync(join(clone.clone, "package-lock.json"), later, later);
  t.is(await runInTerminal(t, clone, "exec bash scripts/setup.sh").ended, 0);
  t.regex(clone.calls()[0] ?? "", /^npm ci /);
  t.false(clone.calls()[0]?.includes("--workspace"));
});

test("the check installs all packages, also after a start that left some out", async (t) => {
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

test("an npm ci that fails by itself is followed by npm install", async (t) => {
  const clone = await emptyClone(t, { ...redis, npm: '[ "$1" = install ]' });
  const terminal = runInTerminal(t, clone, "exec bash scripts/setup.sh");
  t.is(await terminal.ended, 0, terminal.output());
  t.deepEqual(
    clone.calls().map((call) => call.split(" ").slice(0, 2).join(" ")),
    ["npm ci", "npm install"],
  );
});

test("where brew is, the set-up installs Redis and Meilisearch by it, and each of them only where it is missing", async (t) => {
  // After brew has installed a formula, its program is on the PATH.
  const brew = 'case "$*" in *redis*) touch bin/redis-server; chmod +x bin/redis-server;; esac';
  const clone = await emptyClone(t, { npm: "", brew });
  symlinkSync("/bin/chmod", join(clone.env.PATH, "chmod"));
  const first = runInTerminal(t, clone, "exec bash scripts/setup.sh");
  t.is(await first.ended, 0, first.output());
  t.deepEqual(clone.calls().slice(1), ["brew install --quiet redis", "brew install --quiet meilisearch"]);
  t.regex(first.output(), /^setup: installing Redis \(brew install redis\)$/m);
  t.regex(first.output(), /^setup: installing Meilisearch \(brew install meilisearch\)$/m);

  const given = await emptyClone(t, { npm: "", brew });
  writeFileSync(join(given.clone, ".env"), "REDIS_URL=redis://127.0.0.1:1\nMEILI_URL=http://127.0.0.1:1\n");
  const second = runInTerminal(t, given, "exec bash scripts/setup.sh");
  t.is(await second.ended, 0, second.output());
  t.deepEqual(given.calls().slice(1), []);
});

/** Makes a clone with sources, whose compiler takes one of them as it is. */
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
  // Newer than the list of what is installed, the lock file would be installed anew.
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

test("a start compiles only where a source has changed since the last build, however old the file is", async (t) => {
  const { write, start, timesCompiled } = await cloneWithSources(t);
  write("console.log('one')");
  for (const _turn of [1, 2]) t.deepEqual(await start(), { code: 0, output: "one\n" });
  t.is(timesCompiled(), 1);
  write("console.log('two')");
  for (const _turn of [1, 2]) t.deepEqual(await start(), { code: 0, output: "two\n" });
  t.is(timesCompiled(), 2);
});

test("a start compiles again after a build that failed", async (t) => {
  const { clone, write, start, timesCompiled } = await cloneWithSources(t);
  write("console.log('one')");
  await start();
  write("console.log('two')");
  writeFileSync(join(clone, "scripts/build-pages.sh"), "exit 1");
  for (const _turn of [1, 2]) t.is((await start()).code, 1);
  t.is(timesCompiled(), 3);
  // As the sources were at first; what stands in dist is another.
  write("console.log('one')");
  writeFileSync(join(clone, "scripts/build-pages.sh"), "");
  t.deepEqual(await start(), { code: 0, output: "one\n" });
});
