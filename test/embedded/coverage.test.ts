import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { driveApplication } from "./drive-application.ts";

// Tests on the emulator are evidence about MongoDB only if the conformance suite of the emulator covers the features of
// MongoDB that the service uses. Therefore this test runs the service and the suite on emulators that log the used
// features as shapes (see the emulator's README). If COVERED_SHAPES names the log of an earlier run of the suite, the
// test does not run the suite again.

const emulatorFolder = fileURLToPath(projectUrl("packages/mongodb-emulator"));
const ava = fileURLToPath(projectUrl("node_modules/ava/entrypoints/cli.mjs"));

/** The compiled folders of the conformance suite. Tests in other folders are about the emulator itself. */
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

/** Runs a program in the folder of the emulator. The test fails if the program fails. */
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

test("the conformance suite of the MongoDB emulator covers every feature of MongoDB that the service uses", async (t) => {
  t.timeout(600_000);
  const [asked, covered] = await Promise.all([shapesOfApplication(t), coveredShapes(t)]);
  t.log(`${asked.size} shapes used by the service, ${covered.size} in the suite`);
  // The service uses more than 80 shapes (kinds of MongoDB commands). If the log has fewer, driveApplication has ended
  // early, and the test would prove nothing.
  t.true(asked.size > 80, `only ${asked.size} shapes were used`);
  t.deepEqual(
    [...asked].filter((shape) => !covered.has(shape)),
    [],
    "add a case to the conformance suite for each of these",
  );
});
