import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "ava";
import { openCommand } from "../client/run-command.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test);
const packages = fileURLToPath(projectUrl("node_modules"));
/** The packages that the client and its dependencies load. */
const LOADED = ["commander", "openapi-fetch", "openapi-typescript-helpers"];
const BUILD_FILES = ["package.json", "README.md", "tsconfig.json", "tsconfig.build.json", "src"];

test("the packed npm package of the client runs in an empty folder: its command submits, and a module can import its library", async (t) => {
  const source = temporaryFolder(t);
  for (const part of BUILD_FILES)
    cpSync(fileURLToPath(projectUrl(`packages/client/${part}`)), join(source, part), { recursive: true });
  symlinkSync(packages, join(source, "node_modules"));
  const target = temporaryFolder(t);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", target], { cwd: source });
  const installed = join(target, "node_modules", "@pc-benchmarks", "client");
  mkdirSync(installed, { recursive: true });
  const archive = readdirSync(target).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"], { cwd: target });
  for (const name of LOADED) symlinkSync(join(packages, name), join(target, "node_modules", name));
  t.deepEqual(readdirSync(installed).toSorted(), ["README.md", "dist", "package.json"]);
  t.true(existsSync(join(installed, "dist", "index.d.ts")), "its types are there");

  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  const program = join(installed, manifest.bin["pc-benchmarks"] ?? "");
  t.true(readFileSync(program, "utf8").startsWith("#!/usr/bin/env node\n"));
  const { token, buildId } = await openCommand(t, service, { name: "mary" });
  const env = {
    PATH: process.env["PATH"],
    XDG_CONFIG_HOME: temporaryFolder(t),
    PC_BENCHMARKS_URL: service.url,
    PC_BENCHMARKS_TOKEN: token,
  };
  const sample = fileURLToPath(projectUrl("data/samples/presentmon-capture.csv"));
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: target, env });
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
    const [code] = (await once(child, "close")) as [number];
    return { code, ...output };
  };
  const submitted = await run("submit", sample, "--build", String(buildId), "--yes");
  t.is(submitted.code, 0, submitted.stderr);
  t.regex(submitted.stdout, /presentmon-capture\.csv: 93\.\d fps · .*\/r\//);
  t.is((await run("whoami", "--json")).code, 0);

  const code = `import { createClient } from "@pc-benchmarks/client"; console.log(typeof createClient({ url: "http://127.0.0.1" }).submit);`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: target });
  t.is(String(printed), "function\n");
});
