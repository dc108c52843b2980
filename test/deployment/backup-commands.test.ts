import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import test, { type ExecutionContext } from "ava";
import { BSON } from "mongodb";
import { commandsBelow } from "../containers/machine.ts";
import { temporaryFolder } from "../helpers/processes.ts";

// The commands of docs/operations/backup.md, without Docker: a script in its place records each call, and runs itself
// the commands that read a dump. test/containers runs the same commands with Docker.

const [dump = ""] = commandsBelow("docs/operations/backup.md", "## Making a backup");
const [restore = ""] = commandsBelow("docs/operations/backup.md", "## Restoring");

/** @param isFailing whether each call of Docker prints the beginning of a dump, and fails */
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

/** Returns a dump as mongodump makes it, as far as the names of collections. */
const dumpOf = (db: string) =>
  gzipSync(
    Buffer.concat([
      Buffer.from("6de29981", "hex"),
      BSON.serialize({ concurrent_collections: 4, version: "0.1" }),
      BSON.serialize({ db, collection: "runs", metadata: "{}", size: 1, type: "collection" }),
      Buffer.from("ffffffff", "hex"),
    ]),
  );

test("a dump that fails leaves the last dump as it is", (t) => {
  const { run, file } = createFolder(t, true);
  writeFileSync(file("copy.gz"), "the last dump");
  t.not(run(dump).status, 0);
  t.is(readFileSync(file("copy.gz"), "utf8"), "the last dump");
});

test("a restore drops the database only for a whole dump of the database of .env", (t) => {
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
