import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { entriesIn, msUntilNextMonth, openCommand, openStoppable } from "./run-command.ts";

let offsetMs = 0;
const service = await startTestService(test, {
  env: { TIER_LIMITS: '{"free":100,"two":2}' },
  overrides: { clock: () => () => new Date(Date.now() + offsetMs) },
});
const capture = (seed: number) => makeCapture("presentmon-1.0", makeGameFrames(seed));
const quick = ["--interval", "1", "--settle", "1", "--retry", "1"];
/**
 * Options for a file that grows: no pause of a busy machine between two writes of the test is as long as `--settle`,
 * the seconds after which the command sends a file that has stopped growing.
 */
const patient = ["--interval", "1", "--settle", "3", "--retry", "1"];

test("pc-benchmarks watch sends each capture once when the file has stopped growing, and does not send it again after a restart", async (t) => {
  const { start, buildId, runsByFile } = await openCommand(t, service, { name: "mary" });
  const folder = temporaryFolder(t);
  const args = ["watch", folder, "--build", String(buildId), "--json", ...patient];
  writeFileSync(join(folder, "an old one 🎮.csv"), capture(1));
  const first = start(args);
  await until(async () => entriesIn(first.output.stdout).length === 1, "the old capture is shown");
  t.like(entriesIn(first.output.stdout)[0], { file: join(folder, "an old one 🎮.csv"), status: "complete" });

  const rows = capture(2).split("\r\n");
  const growing = join(folder, "growing.csv");
  mkdirSync(join(folder, "sub folder"));
  writeFileSync(join(folder, "sub folder", "complete.csv"), capture(3));
  writeFileSync(join(folder, "summary.csv"), "Game,Average\nHarbour,60\n");
  // The file grows for longer than `--settle`, the time after which the command sends a file that has stopped growing.
  for (let from = 0; from < rows.length; from += 12) {
    appendFileSync(growing, `${rows.slice(from, from + 12).join("\r\n")}\r\n`);
    await sleep(400);
  }
  await until(async () => entriesIn(first.output.stdout).length >= 4, "all files are shown");
  const runs = await runsByFile();
  t.deepEqual([...runs.keys()].toSorted(), ["an old one 🎮.csv", "complete.csv", "growing.csv"]);
  t.true(
    [...runs.values()].every((ids) => ids.length === 1),
    "the growing file was sent once",
  );
  first.child.kill("SIGTERM");
  t.is(await first.ended, 0, first.output.stderr);

  const second = start(args);
  writeFileSync(join(folder, "new.csv"), capture(4));
  await until(async () => entriesIn(second.output.stdout).length > 0, "the new capture is shown");
  second.child.kill("SIGINT");
  t.is(await second.ended, 0);
  t.deepEqual(
    entriesIn(second.output.stdout).map(({ file }) => file),
    [join(folder, "new.csv")],
    "nothing else is looked at again",
  );
  t.is((await runsByFile()).size, 4);
});

test("pc-benchmarks watch prints one line for each capture", async (t) => {
  const { start, buildId } = await openCommand(t, service, { name: "sam" });
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "a.csv"), capture(5));
  writeFileSync(join(folder, "b.csv"), capture(6));
  const watching = start(["watch", folder, "--build", String(buildId), ...quick]);
  await until(async () => watching.output.stdout.split("\n").length > 2, "both captures are shown");
  watching.child.kill("SIGTERM");
  t.is(await watching.ended, 0);
  t.regex(watching.output.stdout, /^(?:\S+\/[ab]\.csv: [\d.]+ fps · .*http:\S+\/r\/[\w-]+\n){2}$/);
});

test("pc-benchmarks watch waits for an absent service, and for the reset of a used-up run limit", async (t) => {
  const gate = await openStoppable(t, service);
  const { start, buildId, runsByFile } = await openCommand(t, service, {
    name: "ada",
    tier: "two",
    url: gate.url,
  });
  const folder = temporaryFolder(t);
  gate.stop();
  const watching = start(["watch", folder, "--build", "Quiet tower", "--json", ...quick]);
  await until(async () => watching.output.stderr.includes("The service does not answer"), "the watch waits");
  gate.start();
  for (let index = 0; index < 3; index += 1) writeFileSync(join(folder, `${index}.csv`), capture(20 + index));
  await until(async () => watching.output.stderr.includes("watch waits until 20"), "the limit is reached");
  t.is((await runsByFile()).size, 2);
  t.is(watching.output.stderr.match(/watch waits until/g)?.length, 1);
  offsetMs = msUntilNextMonth();
  await until(async () => (await runsByFile()).size === 3, "the limit is reset");
  offsetMs = 0;
  watching.child.kill("SIGTERM");
  t.is(await watching.ended, 0, watching.output.stderr);
  t.true(
    [...(await runsByFile()).values()].every((ids) => ids.length === 1),
    String(buildId),
  );
});

test("pc-benchmarks watch waits for a file that another program has locked", async (t) => {
  const { start, buildId, runsByFile } = await openCommand(t, service, { name: "grace" });
  const folder = temporaryFolder(t);
  const free = join(temporaryFolder(t), "free");
  // On Windows, reading a file that a capture tool has locked fails with EBUSY. The replaced function fails in the same
  // way.
  const hold = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    const { createReadStream } = fs;
    fs.createReadStream = (path, options) => {
      if (!path.endsWith("held.csv") || fs.existsSync(${JSON.stringify(free)})) return createReadStream(path, options);
      throw Object.assign(new Error("EBUSY: resource busy or locked"), { code: "EBUSY" });
    };
    syncBuiltinESMExports();`;
  writeFileSync(join(folder, "held.csv"), capture(30));
  writeFileSync(join(folder, "other.csv"), capture(31));
  const watching = start(["watch", folder, "--build", String(buildId), "--json", ...quick], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hold)}`,
  });
  await until(
    async () => watching.output.stderr.includes("held.csv: waiting until it can be read (EBUSY)"),
    "held",
  );
  await until(async () => (await runsByFile()).has("other.csv"), "the other capture is sent");
  t.false((await runsByFile()).has("held.csv"));
  writeFileSync(free, "");
  await until(async () => (await runsByFile()).has("held.csv"), "the capture is sent when it is free");
  t.is(watching.output.stderr.match(/held\.csv/g)?.length, 1);
  t.true(existsSync(free));
});

test("pc-benchmarks watch ends if its token is revoked or its build is unknown", async (t) => {
  const { start } = await openCommand(t, service, { name: "linus" });
  const folder = temporaryFolder(t);
  const bad = start(["watch", folder, "--build", "999999", ...quick]);
  t.is(await bad.ended, 1);
  const revoked = start(["watch", folder, "--build", "Quiet tower", ...quick], {
    PC_BENCHMARKS_TOKEN: "wrong",
  });
  t.is(await revoked.ended, 1);
});

test("two processes of pc-benchmarks watch on one folder send each capture once, even if their state cannot be written", async (t) => {
  const { start, buildId, configFolder, runsByFile } = await openCommand(t, service, {
    name: "barbara",
  });
  const folder = temporaryFolder(t);
  // Create a file in place of the configuration folder, so that the command cannot write its state.
  writeFileSync(join(configFolder, "pc-benchmarks"), "");
  const args = ["watch", folder, "--build", String(buildId), "--json", ...quick];
  const watches = [start(args), start(args)];
  for (let index = 0; index < 12; index += 1)
    writeFileSync(join(folder, `${index}.csv`), capture(400 + index));
  await until(
    async () => watches.every(({ output }) => entriesIn(output.stdout).length === 12),
    "both watches show all captures",
  );
  for (const { child, ended, output } of watches) {
    child.kill("SIGTERM");
    t.is(await ended, 0, output.stderr);
    t.is(output.stderr.match(/list of sent files cannot be saved/g)?.length, 1, output.stderr);
  }
  const runs = await runsByFile();
  t.is(runs.size, 12);
  t.true([...runs.values()].every((ids) => ids.length === 1));
});
