import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { runProgram, temporaryFolder } from "../helpers/processes.ts";

for (const [file, prefix] of [
  ["scripts/start.ts", ""],
  ["scripts/reindex.ts", ""],
  ["src/server.ts", "web cannot start: "],
  ["workers/index.ts", "worker cannot start: "],
] as const)
  test(`${file} does not start while a line of .env names a setting without assigning a value`, async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, ".env"), "LOG_LEVEL=warn\nPORT 3412\nHOST=127.0.0.1\nSERVER_SECRET: of ours\n");
    const program = runProgram(t, file, { cwd });
    t.is(await program.ended, 1);
    t.is(program.output.stdout, "");
    t.is(
      program.output.stderr,
      `${prefix}The settings are not valid:
  .env, line 2: expected an assignment such as PORT=value, found PORT without "=" after the name.
  .env, line 4: expected an assignment such as SERVER_SECRET=value, found SERVER_SECRET without "=" after the name.
`,
    );
  });
