import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import test, { type ExecutionContext } from "ava";
import { BSON } from "mongodb";
import { commandsBelow } from "../containers/machine.ts";
import { temporaryFolder } from "../helpers/processes.ts";

// The tests of this file run the commands of docs/operations/backup.md without Docker. A script in place of Docker
// records each call, and runs the commands that read a dump. test/containers runs the same commands with Docker.

const [dump = ""] = commandsBelow("docs/operations/backup.md", "## Making a backup");
const [restore = ""] = commandsBelow("docs/operations/backup.md", "## Restoring");

/**
 * Creates a folder with a script in place of Docker, and returns functions that run commands in it.
 * @param isFailing whether each call of the script prints the beginning of a dump, and then fails
 */
function createFolder(t: ExecutionContext, isFailing = false) {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "bin"));
  const script = isFailing
    ? "echo half; exit 1"
    : `echo "$*" >> calls; case "$*" in *"gzip -dc"*) exec sh -c "\${@: -1}";; esac`;
  writeFileSync(join(folder, "bin", "docker"), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
  const env = { PATH: `${join(folder, "bin")}:${process.env["PATH"]}`, MONGODB_DATABASE: "pc_benchmarks" };
  const file = (name: string) => join(folder, name);
  return {
    file,
    run: (commands: string) => spawnSync("bash", ["-c", commands], { cwd: folder, env, encoding: "utf8" }),
    calls: () => (existsSync(file("calls")) ? readFileSync(file("calls"), "utf8") : ""),
  };
}

/** Returns a dump of a database as mongodump makes it, of which only the name of one collection is correct. */
const dumpOf = (db: string) =>
  gzipSync(
    Buffer.concat([
      Buffer.from("6de29981", "hex"),
      BSON.serialize({ concurrent_collections: 4, version: "0.1" }),
      BSON.serialize({ db, collection: "runs", metadata: "{}", size: 1, type: "collection" }),
      Buffer.from("ffffffff", "hex"),
    ]),
  );

test("if the backup command of docs/operations/backup.md fails, the previous dump is unchanged", (t) => {
  const { run, file } = createFolder(t, true);
  writeFileSync(file("copy.gz"), "the last dump");
  t.not(run(dump).status, 0);
  t.is(readFileSync(file("copy.gz"), "utf8"), "the last dump");
});

test("the restore command of docs/operations/backup.md drops the database only for a complete dump of the database that .env names", (t) => {
  const whole = dumpOf("pc_benchmarks");
  for (const [content, isRestored] of [
    [whole, true],
    [whole.subarray(0, -10), false],
    [dumpOf("pc_benchmarks2"), false],
    [dumpOf("benchmarks"), false],
  ] as const) {
    const { run, file, calls } = createFolder(t);
    writeFileSync(file("copy.gz"), content);
    const { status, stderr } = run(restore);
    t.is(status === 0, isRestored, stderr);
    for (const call of ["compose stop", "dropDatabase", "mongorestore", "compose up"])
      t.is(calls().includes(call), isRestored, call);
  }
});
