import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { ExecutionContext } from "ava";
import { startGuarded } from "../../embedded/index.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";

const root = fileURLToPath(projectUrl(""));

/** Returns whether a file or folder of a checkout is not a source: packages, data, git's own files or build output. */
const isMade = (name: string) =>
  ["node_modules", ".data", ".git"].includes(name) || /^dist(?:-|$)/.test(name);

/** The number of last lines of a script's output that the test shows if the script fails. */
const MAX_SHOWN_LINES = 80;

/**
 * Copies the project, including changes that are not committed, into a folder that is removed when the test is over.
 * Returns the folder.
 */
export function copyProject(t: ExecutionContext): string {
  const folder = temporaryFolder(t);
  for (const file of sourceFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  linkPackages(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/**
 * Returns the source files of the checkout as paths from its root: the files that git tracks or would add or, without
 * git, all files except packages, data and build output.
 */
function sourceFiles(): string[] {
  if (existsSync(join(root, ".git"))) {
    const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
    if (status === 0) return stdout.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
  }
  return filesBelow("");
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (isMade(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/**
 * Creates a link in `to` for each package in `from`. npm's relative links to packages of the project itself are copied
 * unchanged, so that they lead into the copy of the project.
 */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (name.startsWith("@")) linkPackages(source, target);
    else symlinkSync(source, target);
  }
}

/**
 * Returns the environment of this test run without the variables that npm and the test run set for their own tests.
 * Also leaves out the variables that name folders of real files, because no real catalogue has the kind of product that
 * a recipe adds.
 */
function environment(): NodeJS.ProcessEnv {
  const own = /^(?:npm_|INIT_CWD$|NODE_ENV$|TEST_|EXTRA_|MONGODB_SHAPE_LOG$|CONFORMANCE_)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/**
 * Runs a command of npm in a copy of the project, with the stores of this test run. If the command fails, the test
 * fails with the end of the command's output. All processes of the command end with the command.
 */
export async function runNpm(t: ExecutionContext, folder: string, ...args: string[]): Promise<void> {
  const lines: string[] = [];
  const addLine = (line: string) => {
    if (lines.push(line) > MAX_SHOWN_LINES) lines.shift();
  };
  const start = performance.now();
  const npm = startGuarded({
    name: "npm",
    command: "npm",
    args,
    env: environment(),
    folder,
    onLine: addLine,
    onErrorLine: addLine,
  });
  t.teardown(npm.stop);
  const end = await npm.ended;
  await npm.linesRead;
  const command = `npm ${args.join(" ")}`;
  t.log(`${command}: ${Math.round((performance.now() - start) / 1000)} s`);
  t.is(end, "exit code 0", `${command}\n${lines.join("\n")}`);
}
