import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { entriesIn, openCommand } from "../client/run-command.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const FILES = 200;
const MANY_FILES = 1000;
/**
 * The minimum time in ms after which a test kills the command, which needs about a second before it sends its first
 * file.
 */
const FIRST_KILL_MS = 500;
const LAST_KILL_MS = 4000;
/**
 * The factor by which each kill raises the maximum time until the next kill. On a machine on which the command needs
 * longer than LAST_KILL_MS before it sends its first file, the command would otherwise never send a file.
 */
const KILL_GROWTH = 1.1;

const service = await startTestService(test, {
  constants: { RATE_LIMIT_INSPECTIONS: 1_000_000 },
  env: { TIER_LIMITS: '{"free":100,"unlimited":null}' },
});

function makeCaptures(t: ExecutionContext, count: number): string {
  const folder = temporaryFolder(t);
  for (let index = 0; index < count; index += 1)
    writeFileSync(
      join(folder, `capture ${index} 🎮.csv`),
      makeCapture("presentmon-1.0", makeGameFrames(index, 40)),
    );
  return folder;
}

/** Waits for a random time until the next kill of the command. @param kills how often the command was killed before */
const randomPause = (kills: number) =>
  sleep(FIRST_KILL_MS + Math.random() * (LAST_KILL_MS * KILL_GROWTH ** kills - FIRST_KILL_MS));

/** Fails the test unless the build has exactly one run of each capture, and the account has used one run for each. */
async function requireEachOnce(
  t: ExecutionContext,
  command: Awaited<ReturnType<typeof openCommand>>,
  count: number,
) {
  const runs = await command.runsByFile();
  t.is(runs.size, count);
  t.true([...runs.values()].every((ids) => ids.length === 1));
  const me = await command.session.get("/me");
  t.is(me.body.usage.used, count, "no run was counted twice");
}

test("however often pc-benchmarks submit is killed, each of 200 files becomes exactly one run", async (t) => {
  const command = await openCommand(t, service, { name: "mary", tier: "unlimited" });
  const folder = makeCaptures(t, FILES);
  const args = ["submit", folder, "--build", String(command.buildId), "--yes", "--json"];
  let kills = 0;
  // The first kill comes as soon as a file is sent, so that the command is killed at least once, however fast it is.
  const firstFile = () => until(async () => (await command.runsByFile()).size > 0, "a file is sent");
  for (;;) {
    const { child, ended, output } = command.start(args);
    const winner = await Promise.race([ended, kills === 0 ? firstFile() : randomPause(kills)]);
    if (winner !== undefined) {
      t.is(winner, 0, output.stderr);
      break;
    }
    child.kill("SIGKILL");
    await ended;
    kills += 1;
  }
  t.log(`killed ${kills} times`);
  t.true(kills > 0);
  await requireEachOnce(t, command, FILES);
});

/**
 * Returns the arguments with which the command `watch` searches a folder for new files every second.
 * @param settleS how long a file must have stopped growing before it is sent, in seconds
 */
const watchArguments = (folder: string, buildId: number, settleS: number): string[] => {
  const times = ["--interval", "1", "--settle", String(settleS)];
  return ["watch", folder, "--build", String(buildId), "--json", ...times];
};

test("however often pc-benchmarks watch is killed, each of 200 files becomes exactly one run", async (t) => {
  const command = await openCommand(t, service, { name: "grace", tier: "unlimited" });
  const folder = makeCaptures(t, FILES);
  const args = watchArguments(folder, command.buildId, 0);
  let kills = 0;
  while ((await command.runsByFile()).size < FILES) {
    const { child, ended } = command.start(args);
    await Promise.race([ended, randomPause(kills).then(() => randomPause(kills))]);
    child.kill("SIGKILL");
    await ended;
    kills += 1;
  }
  const last = command.start(args);
  writeFileSync(join(folder, "last.csv"), makeCapture("presentmon-1.0", makeGameFrames(FILES, 40)));
  await until(async () => last.output.stdout.includes("last.csv"), "the last capture is shown");
  last.child.kill("SIGTERM");
  t.is(await last.ended, 0, last.output.stderr);
  t.log(`killed ${kills} times`);
  await requireEachOnce(t, command, FILES + 1);
});

test("pc-benchmarks watch sends 1,000 files that appear in its folder at the same time", async (t) => {
  const command = await openCommand(t, service, { name: "ada", tier: "unlimited" });
  const folder = makeCaptures(t, MANY_FILES);
  const args = watchArguments(folder, command.buildId, 1);
  const watching = command.start(args);
  // Wait for every hundred files with a separate time limit, because a thousand files may take longer on a busy
  // machine.
  for (let shown = 100; shown <= MANY_FILES; shown += 100)
    await until(async () => entriesIn(watching.output.stdout).length >= shown, `${shown} captures are shown`);
  watching.child.kill("SIGTERM");
  t.is(await watching.ended, 0, watching.output.stderr);
  t.is(watching.output.stderr, "");
  await requireEachOnce(t, command, MANY_FILES);
});
