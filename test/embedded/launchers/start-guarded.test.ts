import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { startGuarded } from "../../../embedded/launchers/processes/start-guarded.ts";
import { areGone, isGroupAlive, runProgram, temporaryFolder } from "../../helpers/processes.ts";

/** Starts a guarded shell command, which is killed when the test is over. */
function startShell(t: ExecutionContext, script: string, options: { graceSeconds?: number } = {}) {
  const logFile = join(temporaryFolder(t), "logs", "shell.log");
  const lines: string[] = [];
  const child = startGuarded({
    name: "shell",
    command: "sh",
    args: ["-c", script],
    env: process.env,
    logFile,
    onLine: (line) => lines.push(line),
    ...options,
  });
  t.teardown(() => child.kill());
  return { child, lines, logFile };
}

async function untilLine(lines: readonly string[], count = 1): Promise<void> {
  while (lines.length < count) await sleep(10);
}

const STUBBORN_SCRIPT = "trap '' TERM; echo up; while :; do sleep 1; done";

test("startGuarded reports the exit code, the output lines and the log of the guarded process", async (t) => {
  const { child, lines, logFile } = startShell(t, "echo out; echo first >&2; echo second >&2; exit 7");
  t.is(await child.ended, "exit code 7");
  await child.linesRead;
  t.deepEqual(lines, ["out"]);
  t.is(readFileSync(logFile, "utf8"), "first\nsecond\n");
  t.is(child.outputTail(), "first\nsecond");
});

test("startGuarded reports exit code 127 for a command that does not exist, and the log says why", async (t) => {
  const child = startGuarded({
    name: "none",
    command: "/no/such/command",
    args: [],
    env: process.env,
    logFile: join(temporaryFolder(t), "none.log"),
  });
  t.is(await child.ended, "exit code 127");
  t.regex(child.outputTail(), /\/no\/such\/command.*not found/);
});

test("the function `stop` of a guarded process lets the process handle SIGTERM in its own way", async (t) => {
  const { child, lines } = startShell(
    t,
    "trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.1; done",
  );
  await untilLine(lines);
  await child.stop();
  await child.linesRead;
  t.deepEqual(lines, ["up", "bye"]);
  t.is(await child.ended, "exit code 3");
  t.true(await areGone([child.groupId]));
});

test("the function `stop` kills a guarded process that does not end within the grace period, and the children of the process", async (t) => {
  const { child, lines } = startShell(t, `sh -c "${STUBBORN_SCRIPT}" & ${STUBBORN_SCRIPT}`, {
    graceSeconds: 1,
  });
  // Wait until both shell scripts have printed a line, after which they ignore SIGTERM.
  await untilLine(lines, 2);
  const before = performance.now();
  await child.stop();
  const took = performance.now() - before;
  t.true(took > 900, `the grace period was ${took} ms`);
  t.true(await areGone([child.groupId]));
});

test("the guard (a supervisor of one process) ends children that its process leaves behind", async (t) => {
  const { child } = startShell(t, `sleep 1000 & sh -c "${STUBBORN_SCRIPT}" & exit 0`);
  t.is(await child.ended, "exit code 0");
  t.true(await areGone([child.groupId]));
});

test("the guard (a supervisor of one process) forwards SIGTERM to its process", async (t) => {
  // The guard is the parent process of this shell. On Linux its SigCgt (a hexadecimal mask of the signals that a
  // process handles) says when it handles SIGTERM, signal 15; until then SIGTERM ends the guard itself.
  const guardHandlesTerm = `[ ! -e /proc/$PPID/status ] ||
    grep -Eq '^SigCgt:.*[4-7c-f][0-9a-f]{3}$' /proc/$PPID/status`;
  const { child, lines } = startShell(
    t,
    `trap 'exit 5' TERM; until ${guardHandlesTerm}; do sleep 0.01; done; echo up; while :; do sleep 0.1; done`,
  );
  await untilLine(lines);
  process.kill(child.groupId, "SIGTERM");
  t.is(await child.ended, "exit code 5");
  t.true(await areGone([child.groupId]));
});

test("a process is killed if its guard (its supervisor) is killed", async (t) => {
  const { child, lines } = startShell(t, STUBBORN_SCRIPT);
  await untilLine(lines);
  process.kill(child.groupId, "SIGKILL");
  t.is(await child.ended, "signal SIGKILL");
  t.true(await areGone([child.groupId]));
});

test("if the parent is killed with SIGKILL, its guarded process ends, even one that ignores SIGTERM", async (t) => {
  const parent = runProgram(t, "test/embedded/launchers/programs/hold-child.ts", {});
  const groupId = Number(await parent.firstLine());
  t.true(isGroupAlive(groupId));
  parent.child.kill("SIGKILL");
  t.is(await parent.ended, "SIGKILL");
  t.true(await areGone([groupId]));
});
