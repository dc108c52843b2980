import test from "ava";
import { errorFields } from "../src/commands/error-fields.ts";
import { connect, startForTest } from "./helpers/server-under-test.ts";

test("a fail point of the MongoDB emulator refuses or delays the commands that the fail point names, and no others, until it is switched off", async (t) => {
  const client = await connect(t, await startForTest(t));
  const rows = client.db("t").collection("rows");
  const configure = (mode: string, data: object = {}) =>
    client.db("admin").command({ configureFailPoint: "failCommand", mode, data });
  await configure("alwaysOn", { failCommands: ["insert"], errorCode: 14_031 });
  await t.throwsAsync(rows.insertOne({ a: 1 }), { code: 14_031 });
  t.is(await rows.countDocuments(), 0);
  await configure("off");
  await rows.insertOne({ a: 1 });
  await configure("alwaysOn", { failCommands: ["insert"], blockConnection: true, blockTimeMS: 20 });
  await rows.insertOne({ a: 2 });
  t.is(await rows.countDocuments(), 2);
  await t.throwsAsync(configure("sometimes"), { code: 2 });
  await t.throwsAsync(configure("alwaysOn"), { code: 2 });
  await t.throwsAsync(client.db("admin").command({ configureFailPoint: "another", mode: "off" }), {
    code: 2,
  });
  await configure("off");
});

test("the MongoDB emulator reports a full disk with MongoDB's error for it, and no other fault of its storage", (t) => {
  // LMDB reports a write that a full disk cuts short as an input/output error.
  for (const code of [5, 27, 28]) {
    const full = Object.assign(new Error("from LMDB"), { code });
    t.like(errorFields(full), { code: 14_031, codeName: "OutOfDiskSpace" });
  }
  t.is(errorFields(Object.assign(new Error("from LMDB"), { code: 13 })), undefined);
  t.is(errorFields(new Error("another fault")), undefined);
});
