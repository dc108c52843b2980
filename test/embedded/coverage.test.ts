import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { driveApplication } from "./drive-application.ts";

// Tests over the emulator say something about MongoDB only if its conformance suite covers the features that the service
// uses. Therefore the service and the suite are run over emulators that log these features, as shapes (see the emulator's README).
// COVERED_SHAPES names the log of a run of the suite, where there has been one: then the suite is not run here once more.

const emulatorFolder = fileURLToPath(projectUrl("packages/mongodb-emulator"));
const ava = fileURLToPath(projectUrl("node_modules/ava/entrypoints/cli.mjs"));

/** The folders of the conformance suite, compiled. The tests beside them are about the emulator itself. */
const conformanceFiles = ["manual", "specification"].map((folder) => `dist-test/test/${folder}/**/*.test.js`);

function readShapes(file: string): Set<string> {
  return new Set(existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []);
}

async function coveredShapes(t: ExecutionContext): Promise<Set<string>> {
  const given = process.env["COVERED_SHAPES"];
  return given ? readShapes(given) : shapesOfSuite(t);
}

async function shapesOfSuite(t: ExecutionContext): Promise<Set<string>> {
  const log = join(temporaryFolder(t), "suite.txt");
  const { CONFORMANCE_MONGODB_URL: _real, ...env } = process.env;
  await runInPackage(t, "npm", ["run", "--silent", "build:test"], env);
  await runInPackage(t, process.execPath, [ava, ...conformanceFiles], { ...env, MONGODB_SHAPE_LOG: log });
  return readShapes(log);
}

/** Runs a program in the folder of the emulator. The test fails where it does. */
async function runInPackage(
  t: ExecutionContext,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(command, args, { cwd: emulatorFolder, env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  t.teardown(() => void child.kill("SIGKILL"));
  const [code] = (await once(child, "close")) as [number | null];
  const failures = output.split("\n").filter((line) => !line.includes("✔"));
  t.is(code, 0, `the conformance suite fails:\n${failures.join("\n")}`);
}

async function shapesOfApplication(t: ExecutionContext): Promise<Set<string>> {
  const folder = temporaryFolder(t);
  const log = join(folder, "application.txt");
  const emulator = runProgram(t, "scripts/mongodb.ts", {
    args: ["--port", "0", "--dir", join(folder, "data")],
    env: { ...process.env, MONGODB_SHAPE_LOG: log },
  });
  await driveApplication(t, (await emulator.firstLine()).replace("ready ", ""));
  return readShapes(log);
}

test("the conformance suite covers every feature of MongoDB that the service uses", async (t) => {
  t.timeout(600_000);
  const [asked, covered] = await Promise.all([shapesOfApplication(t), coveredShapes(t)]);
  t.log(`${asked.size} shapes asked for, ${covered.size} in the suite`);
  // About as many as the service has. If driveApplication ended early, there would be less, and the test would prove nothing.
  t.true(asked.size > 80, `only ${asked.size} shapes were asked for`);
  t.deepEqual(
    [...asked].filter((shape) => !covered.has(shape)),
    [],
    "add a case to the conformance suite for each of these",
  );
});
