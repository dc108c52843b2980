import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import test from "ava";
import { programEnv } from "./helpers/program.ts";
import { temporaryFolder } from "./helpers/server-under-test.ts";

const NAME = "@pc-benchmarks/mongodb-emulator";
/**
 * The files that npm pack needs from the package. The paths are relative to the package's folder, in which ava runs the
 * tests.
 */
const PARTS = ["package.json", "README.md", "tsconfig.json", "tsconfig.build.json", "src"];

interface Manifest {
  bin: Record<string, string>;
  dependencies: Record<string, string>;
}

/** Returns the folder in which Node finds a package. */
function folderOf(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`expected the package ${name} in ${folders.join(", ")}`);
  return found;
}

/** Links packages into a folder, as npm install would install them. */
function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, "node_modules", name, ".."), { recursive: true });
    symlinkSync(folderOf(name), join(folder, "node_modules", name));
  }
}

test("the npm archive of the MongoDB emulator can be installed into an empty folder: the program starts, and a module can import the package", async (t) => {
  const source = await temporaryFolder(t);
  for (const part of PARTS) cpSync(part, join(source, part), { recursive: true });
  linkPackages(source, ["@types/node", "bson", "lmdb", "typescript"]);
  symlinkSync(join(folderOf("typescript"), "..", ".bin"), join(source, "node_modules", ".bin"));
  const target = await temporaryFolder(t);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", target], { cwd: source });

  const installed = join(target, "node_modules", NAME);
  mkdirSync(installed, { recursive: true });
  const archive = readdirSync(target).find((name) => name.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["-xzf", archive, "-C", installed, "--strip-components=1"], { cwd: target });
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Manifest;
  linkPackages(target, Object.keys(manifest.dependencies));

  const program = join(installed, manifest.bin["mongodb-emulator"] ?? "");
  t.true(readFileSync(program, "utf8").startsWith("#!/usr/bin/env node\n"));
  const child = spawn(process.execPath, [program, "--port", "0", "--dir", "data"], {
    cwd: target,
    env: programEnv(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.teardown(() => child.kill("SIGKILL"));
  const ended = once(child, "exit");
  let output = "";
  for await (const chunk of child.stdout) if ((output += String(chunk)).includes("\n")) break;
  t.regex(output, /^ready mongodb:\/\/127\.0\.0\.1:\d+\n$/);
  child.kill("SIGTERM");
  t.deepEqual(await ended, [0, null]);

  const code = `const { startServer } = await import("${NAME}"); console.log(typeof startServer);`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: target });
  t.is(String(printed), "function\n");
  t.true(existsSync(join(installed, "dist", "index.d.ts")), "its types are there");
});
