import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { lockDataDir } from "../../../embedded/launchers/lock-data-dir.ts";
import { temporaryFolder } from "../../helpers/processes.ts";

/** The id of a process that runs as long as the test. */
const LIVING_PID = process.ppid;

function deadPid(): number {
  return spawnSync("true").pid;
}

test("a data folder of the service stays locked until its owner releases the lock", async (t) => {
  const dataDir = join(temporaryFolder(t), "new", "folder");
  const lock = await lockDataDir(dataDir);
  lock.addProcessGroup(4711);
  t.is(readFileSync(join(dataDir, "lock"), "utf8"), `${process.pid}\n4711\n`);
  await t.throwsAsync(lockDataDir(dataDir), { name: "DataDirInUseError" });
  lock.release();
  t.false(existsSync(join(dataDir, "lock")));
  const again = await lockDataDir(dataDir);
  again.release();
});

test("a process takes over the lock of a data folder from a dead process", async (t) => {
  const dataDir = temporaryFolder(t);
  writeFileSync(join(dataDir, "lock"), `${deadPid()}\n${deadPid()}\n`);
  const lock = await lockDataDir(dataDir);
  t.is(readFileSync(join(dataDir, "lock"), "utf8"), `${process.pid}\n`);
  lock.release();
});

test("the lock of a living process is respected while the process touches its file, and taken over if another program has the process id", async (t) => {
  const dataDir = temporaryFolder(t);
  const file = join(dataDir, "lock");
  writeFileSync(file, `${LIVING_PID}\n`);
  await t.throwsAsync(lockDataDir(dataDir), { message: new RegExp(`in use by process ${LIVING_PID}\\b`) });
  const old = new Date(Date.now() - 11_000);
  utimesSync(file, old, old);
  const lock = await lockDataDir(dataDir);
  lock.release();
});

test("a process takes over an empty lock file of a data folder, which a crash has left", async (t) => {
  const dataDir = temporaryFolder(t);
  const file = join(dataDir, "lock");
  writeFileSync(file, "");
  const lock = await lockDataDir(dataDir);
  t.is(readFileSync(file, "utf8"), `${process.pid}\n`);
  lock.release();
});
