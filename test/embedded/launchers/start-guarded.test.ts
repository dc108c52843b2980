import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { startGuarded } from "../../../embedded/launchers/processes/start-guarded.ts";
import { areGone, isGroupAlive, runProgram, temporaryFolder } from "../../helpers/processes.ts";

/** Starts a shell command that is surely gone when the test is over. */
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

async function untilLine(lines: readonly string[]): Promise<void> {
  while (lines.length === 0) await sleep(10);
}

const stubborn = "trap '' TERM; echo up; while :; do sleep 1; done";

test("a child's exit code, lines and log come through", async (t) => {
  const { child, lines, logFile } = startShell(t, "echo out; echo first >&2; echo second >&2; exit 7");
  t.is(await child.ended, "exit code 7");
  t.deepEqual(lines, ["out"]);
  t.is(readFileSync(logFile, "utf8"), "first\nsecond\n");
  t.is(child.outputTail(), "first\nsecond");
});

test("a command that does not exist ends with code 127 and says so in the log", async (t) => {
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

test("stop lets a child finish in its own way", async (t) => {
  const { child, lines } = startShell(
    t,
    "trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.1; done",
  );
  await untilLine(lines);
  await child.stop();
  t.deepEqual(lines, ["up", "bye"]);
  t.is(await child.ended, "exit code 3");
  t.true(await areGone([child.groupId], 5000));
});

test("stop kills a child that does not end within the grace period, and all it has started", async (t) => {
  const { child, lines } = startShell(t, `sh -c "${stubborn}" & ${stubborn}`, { graceSeconds: 1 });
  await untilLine(lines);
  const before = performance.now();
  await child.stop();
  const took = performance.now() - before;
  t.true(took > 900 && took < 4000, `took ${took} ms`);
  t.true(await areGone([child.groupId], 5000));
});

test("what a child leaves behind goes with it", async (t) => {
  const { child } = startShell(t, `sleep 1000 & sh -c "${stubborn}" & exit 0`);
  t.is(await child.ended, "exit code 0");
  t.true(await areGone([child.groupId], 5000));
});

test("SIGTERM to the guard reaches the child", async (t) => {
  const { child, lines } = startShell(t, "trap 'exit 5' TERM; echo up; while :; do sleep 0.1; done");
  await untilLine(lines);
  process.kill(child.groupId, "SIGTERM");
  t.is(await child.ended, "exit code 5");
  t.true(await areGone([child.groupId], 5000));
});

test("a child whose guard is killed is killed as well", async (t) => {
  const { child, lines } = startShell(t, stubborn);
  await untilLine(lines);
  process.kill(child.groupId, "SIGKILL");
  t.is(await child.ended, "signal SIGKILL");
  t.true(await areGone([child.groupId], 5000));
});

test("a parent killed with SIGKILL leaves no child behind, not even a stubborn one", async (t) => {
  const parent = runProgram(t, "test/embedded/launchers/programs/hold-child.ts", {});
  const groupId = Number(await parent.firstLine());
  t.true(isGroupAlive(groupId));
  parent.child.kill("SIGKILL");
  t.is(await parent.ended, "SIGKILL");
  t.true(await areGone([groupId], 8000));
});
