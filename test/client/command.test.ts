import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import test from "ava";
import { findExecutable } from "../../embedded/index.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { programArguments, programUrl, projectUrl } from "../helpers/project-files.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { openCommand } from "./run-command.ts";

const service = await startTestService(test, { hasIndexes: true });
const program = "packages/client/src/bin.ts";

test("pc-benchmarks whoami, builds, runs, run and compare show the same facts as text and as JSON", async (t) => {
  const { run, session, buildId } = await openCommand(t, service, { name: "mary" });
  const otherId = await session.makeBuild("Loud tower");
  for (const [build_id, score] of [
    [buildId, 15_240],
    [otherId, 16_100],
  ] as const)
    await session.add({ build_id, benchmarks: { id: 15, runs: [score] } });

  const me = await run(["whoami", "--json"]);
  t.is(me.code, 0, me.stderr);
  const account = me.entries[0]?.["account"] as { name: string };
  t.regex((await run(["whoami"])).stdout, new RegExp(`^${account.name} · free · 2 of 100 runs used until `));

  const builds = await run(["builds", "--json"]);
  t.deepEqual(
    builds.entries.map(({ build_id, name }) => [build_id, name]),
    [
      [otherId, "Loud tower"],
      [buildId, "Quiet tower"],
    ],
  );
  t.is((await run(["builds"])).stdout, `${otherId} · Loud tower\n${buildId} · Quiet tower\n`);

  const runs = await run(["runs", "--json"]);
  t.deepEqual(
    runs.entries.map(({ score }) => score),
    [16_100, 15_240],
  );
  const ofOne = await run(["runs", "--build", "quiet TOWER", "--json"]);
  t.deepEqual(
    ofOne.entries.map(({ score }) => score),
    [15_240],
  );
  t.regex(
    (await run(["runs", "--build", String(buildId)])).stdout,
    /^\d{4}-\d\d-\d\d \d\d:\d\d · Cinebench R23 · 15240 points · http:\S+\/r\/[\w-]+\n$/,
  );

  const id = String(ofOne.entries[0]?.["run_id"]);
  const shown = await run(["run", id, "--json"]);
  t.is(shown.entries[0]?.["score"], 15_240);
  t.regex(
    (await run(["run", `${service.url}/r/${id}`])).stdout,
    /^Cinebench R23 · Quiet tower\n15240 points\n/,
  );

  const compared = await run(["compare", String(buildId), String(otherId), "--json"]);
  t.is(compared.entries.length, 1);
  t.like(compared.entries[0], { total: 1 });
  const table = await run(["compare", String(buildId), String(otherId)]);
  t.regex(table.stdout, /^\| Loud tower /m);
  const ids = runs.entries.map(({ run_id }) => String(run_id));
  t.is((await run(["compare", ...ids, "--json"])).code, 0);
});

test("pc-benchmarks search shows products, and says so if it is not certain which product the text means", async (t) => {
  const { run } = await openCommand(t, service, { name: "sam" });
  const none = await run(["search", "ryzen", "7", "5800x", "--kind", "cpu", "--json"]);
  t.is(none.code, 0, none.stderr);
  t.deepEqual(none.entries, []);
  t.is((await run(["search", "ryzen"])).code, 0);
});

test("the exit code of pc-benchmarks is 2 for wrong use and 1 for a failure, and the message says what was expected", async (t) => {
  const { run } = await openCommand(t, service, { name: "grace" });
  const withoutLogIn = { PC_BENCHMARKS_URL: undefined, PC_BENCHMARKS_TOKEN: undefined };
  for (const [args, message, env] of [
    [[], /Usage: pc-benchmarks/],
    [["fly"], /unknown command 'fly'/],
    [["submit", "x.csv"], /required option '--build <id\|name>'/],
    [["submit", "missing.csv", "--build", "1"], /missing\.csv does not exist/],
    [["runs", "--limit", "0"], /whole number from 1 to 1000/],
    [["search", "x", "--kind", "fan"], /Allowed choices are cpu, gpu, ram, motherboard/],
    [["runs", "--build", "None such"], /You have no build "None such"/],
    [["compare", "1"], /at least two/],
    [["watch", "nowhere", "--build", "1"], /expected a folder, found nowhere/],
    [["whoami"], /Log in first: pc-benchmarks login/, withoutLogIn],
    [["whoami"], /expected the address of a service/, { PC_BENCHMARKS_URL: "bench.example" }],
  ] as [string[], RegExp, NodeJS.ProcessEnv?][]) {
    const { code, stderr } = await run(args, env);
    t.is(code, 2, `${args.join(" ")}: ${stderr}`);
    t.regex(stderr, message);
  }
  for (const [args, message, env] of [
    [["run", "nothing-here"], /Nothing is here/],
    [["whoami"], /token/i, { PC_BENCHMARKS_TOKEN: "wrong" }],
  ] as [string[], RegExp, NodeJS.ProcessEnv?][]) {
    const { code, stderr } = await run(args, env);
    t.is(code, 1, `${args.join(" ")}: ${stderr}`);
    t.regex(stderr, message);
  }
  t.is((await run(["--help"])).code, 0);
  const manifest = JSON.parse(readFileSync(projectUrl("packages/client/package.json"), "utf8")) as {
    version: string;
  };
  t.is((await run(["--version"])).stdout.trim(), manifest.version);
});

test("pc-benchmarks login checks the token, stores it readable only by its owner, and sends it to no other service", async (t) => {
  const { run, token, configFolder: folder } = await openCommand(t, service, { name: "linus" });
  const none = { PC_BENCHMARKS_URL: undefined, PC_BENCHMARKS_TOKEN: undefined };
  const typed = async (text: string) => {
    const args = [...programArguments(program), "login", "--url", `${service.url}/`, "--json"];
    const env = { ...process.env, ...none, XDG_CONFIG_HOME: folder };
    const child = spawn(process.execPath, args, { env });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
    child.stdin.end(text);
    const [code] = (await once(child, "close")) as [number];
    return { code, ...output };
  };
  const file = join(folder, "pc-benchmarks", "login.json");
  t.is((await typed("wrong\n")).code, 1);
  t.is((await typed("")).code, 2);
  t.throws(() => statSync(file), { code: "ENOENT" });
  const { code, stdout, stderr } = await typed(`${token}\n`);
  t.is(code, 0, stderr);
  t.false(`${stdout}${stderr}`.includes(token));
  t.true(stderr.includes(`${service.url}/me/tokens`));
  t.is(statSync(file).mode & 0o777, 0o600);
  t.is(statSync(join(folder, "pc-benchmarks")).mode & 0o777, 0o700);
  t.is((await run(["whoami", "--json"], none)).code, 0);
  const elsewhere = await run(["whoami"], {
    ...none,
    PC_BENCHMARKS_URL: service.url.replace("127.0.0.1", "localhost"),
  });
  t.is(elsewhere.code, 1, "the token of another address is not used");
  t.regex(elsewhere.stderr, /sign in/i);
});

test("pc-benchmarks login replaces a broken file of an earlier log-in", async (t) => {
  const { run, token, configFolder: folder } = await openCommand(t, service, { name: "radia" });
  const file = join(folder, "pc-benchmarks", "login.json");
  mkdirSync(join(folder, "pc-benchmarks"));
  writeFileSync(file, "{");
  const none = { PC_BENCHMARKS_URL: undefined, PC_BENCHMARKS_TOKEN: undefined };
  const broken = await run(["whoami"], none);
  t.is(broken.code, 2);
  t.regex(broken.stderr, /login\.json cannot be read .* Log in again/);
  const login = await run(["login", "--url", service.url], { ...none, PC_BENCHMARKS_TOKEN: token });
  t.is(login.code, 0, login.stderr);
  t.is((await run(["whoami"], none)).code, 0);
});

test("the configuration folder of pc-benchmarks is the usual one of the operating system", async (t) => {
  // The package does not export `configFolder`, and only a Windows machine would run the function with Windows paths.
  const module = (await import(programUrl("packages/client/src/command/log-in.ts").href)) as {
    configFolder: (env: object, system: { platform: string; home: string }) => string;
  };
  const windows = { platform: "win32" as const, home: "C:\\Users\\Ada" };
  const linux = { platform: "linux" as const, home: "/home/ada" };
  for (const [env, system, folder] of [
    [{ APPDATA: "D:\\Profile Größe\\Roaming" }, windows, "D:\\Profile Größe\\Roaming\\pc-benchmarks"],
    [{ APPDATA: "" }, windows, "C:\\Users\\Ada\\AppData\\Roaming\\pc-benchmarks"],
    [{ XDG_CONFIG_HOME: "/x" }, windows, "C:\\Users\\Ada\\AppData\\Roaming\\pc-benchmarks"],
    [{ XDG_CONFIG_HOME: "/x" }, linux, "/x/pc-benchmarks"],
    [{ APPDATA: "C:\\x" }, linux, "/home/ada/.config/pc-benchmarks"],
  ] as const)
    t.is(module.configFolder(env, system), folder);
});

test("pc-benchmarks run --open opens the page of the run, and says so if the system has no program that opens pages", async (t) => {
  const { run, session, buildId } = await openCommand(t, service, { name: "tim" });
  const { body } = await session.add({ build_id: buildId, benchmarks: { id: 15, runs: [15_240] } });
  const id = body.runs[0].run_id as string;
  const programs = temporaryFolder(t);
  const opened = join(programs, "opened");
  // A script replaces the programs with which Linux and macOS open a URL in the browser.
  const stub = `#!/bin/sh\nprintf '%s' "$*" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`;
  for (const name of ["xdg-open", "open"]) writeFileSync(join(programs, name), stub, { mode: 0o755 });
  const shown = await run(["run", id, "--open", "--json"], { PATH: `${programs}:/usr/bin:/bin` });
  t.is(shown.code, 0, shown.stderr);
  t.is(shown.entries.length, 1);
  await until(async () => existsSync(opened), "the program is started");
  t.is(readFileSync(opened, "utf8"), `${service.url}/r/${id}`);

  const none = await run(["run", `${service.url}/r/${id}?theme=dark#chart`, "--open"], {
    PATH: temporaryFolder(t),
  });
  t.is(none.code, 0, none.stderr);
  t.is(none.stderr, `No browser could be opened. The page is ${service.url}/r/${id}\n`);
});

test("pc-benchmarks ends quietly when nobody reads its output any more", async (t) => {
  const {
    session,
    buildId,
    token,
    configFolder: folder,
  } = await openCommand(t, service, { name: "dan", tier: "pro" });
  const scores = Array.from({ length: 100 }, (_, index) => 15_000 + index);
  await session.add({ build_id: buildId, benchmarks: { id: 15, runs: scores } });
  const args = [...programArguments(program), "runs", "--limit", "1000", "--json"];
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: folder,
    PC_BENCHMARKS_URL: service.url,
    PC_BENCHMARKS_TOKEN: token,
  };
  const child = spawn(process.execPath, args, { env });
  let stderr = "";
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  child.stdout.destroy();
  const [code] = (await once(child, "close")) as [number];
  t.is(code, 1);
  t.is(stderr, "");
});

const hasScript =
  findExecutable(["script"], process.env["PATH"]) !== undefined && process.platform === "linux";

(hasScript ? test : test.skip)(
  "on a terminal, pc-benchmarks does not show the typed token, and shows a bar of the upload",
  async (t) => {
    const { token, buildId } = await openCommand(t, service, { name: "ken" });
    const env = { ...process.env, XDG_CONFIG_HOME: temporaryFolder(t) };
    const command = [process.execPath, ...programArguments(program)].map((word) => `'${word}'`).join(" ");
    // The replaced function delays the command after its question, as a busy machine may. The test types the token
    // during this delay.
    const hold = `const write = process.stderr.write.bind(process.stderr);
      process.stderr.write = (text, ...rest) => {
        const isWritten = write(text, ...rest);
        if (text === "Token: ") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
        return isWritten;
      };`;
    const held = { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hold)}` };
    const inTerminal = async (args: string, typed: string, question: string) => {
      const child = spawn("script", ["-qec", `${command} ${args}`, "/dev/null"], { env: held });
      t.teardown(() => void child.kill("SIGKILL"));
      let output = "";
      child.stdout.on("data", (chunk) => {
        output += String(chunk);
        if (output.includes(question) && typed !== "") {
          child.stdin.write(typed);
          typed = "";
        }
      });
      const [code] = (await once(child, "close")) as [number];
      t.is(code, 0, output);
      return output;
    };
    const login = await inTerminal(`login --url ${service.url}`, `${token}\r`, "Token: ");
    t.true(login.includes("Logged in"));
    t.false(login.includes(token));
    const file = join(temporaryFolder(t), "capture.csv");
    writeFileSync(file, makeCapture("presentmon-1.0", makeGameFrames(1)));
    const submitted = await inTerminal(`submit ${file} --build ${buildId}`, "y\r", "[y/N]");
    t.regex(submitted, /PresentMon · harbour.*Send 1 file to Quiet tower\? \[y\/N\]/s);
    t.regex(submitted, /\[#{30}\] 100 %/);
    t.regex(submitted, /capture\.csv: \d+\.\d fps · .*\/r\//);
  },
);

test("the archive of the client package contains only its README.md, its package.json and its compiled files", async (t) => {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: projectUrl("packages/client") });
  const [archive] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const paths = archive?.files.map(({ path }) => path) ?? [];
  t.true(paths.includes("README.md"));
  t.deepEqual(
    paths.filter((path) => !/^(?:README\.md|package\.json|dist\/.*\.(?:js|d\.ts))$/.test(path)),
    [],
  );
});
