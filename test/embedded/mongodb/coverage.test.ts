import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { runProgram } from "../../helpers/processes.ts";
import { driveApplication } from "./drive-application.ts";
import { temporaryFolder } from "./server-under-test.ts";
import { programUrl, projectUrl } from "../../helpers/project-files.ts";

// Tests over the emulator say something about MongoDB only if the conformance suite covers the features that the service
// uses. Therefore the service and the suite are run over emulators that log these features, as shapes (see shapesOf).

const here = fileURLToPath(programUrl("test/embedded/mongodb"));
const ava = fileURLToPath(projectUrl("node_modules/.bin/ava"));

/** The folders of the conformance suite. The tests beside them are about the emulator itself. */
const conformanceFolders = ["manual", "specification"];

function conformanceFiles(): string[] {
  return conformanceFolders.flatMap((folder) =>
    readdirSync(join(here, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.test\.[jt]s$/.test(file))
      .map((file) => join(here, folder, file)),
  );
}

function readShapes(file: string): Set<string> {
  return new Set(existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []);
}

async function shapesOfSuite(t: ExecutionContext): Promise<Set<string>> {
  const log = join(await temporaryFolder(t), "suite.txt");
  const { CONFORMANCE_MONGODB_URL: _real, ...env } = process.env;
  const child = spawn(process.execPath, [ava, ...conformanceFiles()], {
    env: { ...env, MONGODB_SHAPE_LOG: log },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  t.teardown(() => void child.kill("SIGKILL"));
  const [code] = (await once(child, "close")) as [number | null];
  const failures = output.split("\n").filter((line) => !line.includes("✔"));
  t.is(code, 0, `the conformance suite fails:\n${failures.join("\n")}`);
  return readShapes(log);
}

async function shapesOfApplication(t: ExecutionContext): Promise<Set<string>> {
  const folder = await temporaryFolder(t);
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
  const [asked, covered] = await Promise.all([shapesOfApplication(t), shapesOfSuite(t)]);
  t.log(`${asked.size} shapes asked for, ${covered.size} in the suite`);
  // About as many as the service has. If driveApplication ended early, there would be less, and the test would prove nothing.
  t.true(asked.size > 80, `only ${asked.size} shapes were asked for`);
  t.deepEqual(
    [...asked].filter((shape) => !covered.has(shape)),
    [],
    "add a case to the conformance suite for each of these",
  );
});
