import { chmodSync, chownSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { envWithoutStores, runProgram, temporaryFolder } from "../../helpers/processes.ts";
import { unprivilegedUser, type User } from "../../helpers/unprivileged-user.ts";

/** Asserts that `npm start` fails with one line that names its data folder and the reason. */
async function refuses(t: ExecutionContext, dataDir: string, reason: string, user?: User) {
  const env = { ...envWithoutStores(), NODE_ENV: "development", PORT: "0", DATA_DIR: dataDir };
  const program = runProgram(t, "scripts/start.ts", { env, ...(user && { user }) });
  t.is(await program.ended, 1);
  t.is(program.output.stdout, "");
  t.is(
    program.output.stderr,
    `The service cannot write to the folder ${dataDir} of DATA_DIR: ${reason}. Choose a folder to which you may write: DATA_DIR=<folder>\n`,
  );
}

test("npm start says in one line that DATA_DIR is a file or lies below a file", async (t) => {
  const file = join(temporaryFolder(t), "notes.txt");
  writeFileSync(file, "");
  await refuses(t, file, "a part of the path is a file, not a folder");
  await refuses(t, join(file, "below", "it"), "a part of the path is a file, not a folder");
});

test("npm start says in one line that the path of DATA_DIR has a broken link", async (t) => {
  const link = join(temporaryFolder(t), "link");
  symlinkSync("/nonexistent", link);
  await refuses(t, link, "a part of the path is a symbolic link whose target is missing");
  await refuses(t, join(link, "data"), "a part of the path is a symbolic link whose target is missing");
});

const user = unprivilegedUser();

(user ? test : test.skip)(
  "npm start says in one line that this user may not write in DATA_DIR",
  async (t) => {
    const folder = temporaryFolder(t);
    if (user?.uid !== undefined) chownSync(folder, user.uid, user.gid ?? -1);
    chmodSync(folder, 0o500);
    await refuses(t, folder, "this user may not write there", user);
    await refuses(t, join(folder, "new"), "this user may not write there", user);
    chmodSync(folder, 0o700);
  },
);
