import { join } from "node:path";
import { tmpdir } from "node:os";
import test from "ava";
import { isTemporary } from "../src/storage/temporary-folder.ts";

test("the MongoDB emulator treats a folder as temporary if it lies in the system's folder for temporary files", (t) => {
  t.true(isTemporary(join(tmpdir(), "emulator", "mongodb")));
  t.true(isTemporary("/tmp", "/tmp"));
  t.true(isTemporary("/tmp/..data", "/tmp"));
  for (const folder of ["/", "/tmpfiles", "/var/tmp/data", "/tmp/../data"])
    t.false(isTemporary(folder, "/tmp"), folder);
});
