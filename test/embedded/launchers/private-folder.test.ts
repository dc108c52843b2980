import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { makePrivateFolder } from "../../../embedded/launchers/private-folder.ts";
import { temporaryFolder } from "../../helpers/processes.ts";

const modeOf = (folder: string) => statSync(folder).mode & 0o777;

test("a new data folder is open to its owner alone, and an existing data folder that other users could enter is closed to other users", (t) => {
  const folder = join(temporaryFolder(t), "made", "data");
  makePrivateFolder(folder);
  t.is(modeOf(folder), 0o700);
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "redis"));
  writeFileSync(join(folder, "stores.env"), "");
  makePrivateFolder(folder);
  t.is(modeOf(folder), 0o700);
});

test("a data folder with files of other programs is refused while other users can enter it, and its mode is not changed", (t) => {
  const folder = temporaryFolder(t);
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "letters.txt"), "");
  const error = t.throws(() => makePrivateFolder(folder), { name: "OpenFolderError" });
  t.regex(error?.message ?? "", /it contains letters\.txt/);
  t.true(error?.message.includes(`chmod 700 ${folder}`));
  t.true(error?.message.includes("DATA_DIR="));
  t.is(modeOf(folder), 0o755);
  chmodSync(folder, 0o700);
  t.notThrows(() => makePrivateFolder(folder));
});
