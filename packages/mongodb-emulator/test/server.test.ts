import { once } from "node:events";
import { randomBytes } from "node:crypto";
import test from "ava";
import { serialize } from "bson";
import { startServer } from "../src/server.ts";
import { connect, temporaryFolder } from "./helpers/server-under-test.ts";
import { message, openSocket } from "./helpers/raw-messages.ts";

test("a malformed message to the MongoDB emulator ends its own connection and no other", async (t) => {
  const server = await startServer({ port: 0, dir: await temporaryFolder(t) });
  t.teardown(() => server.close());
  const client = await connect(t, server.url);
  const rows = client.db("t").collection("rows");
  await rows.insertOne({ a: 1 });
  const ping = serialize({ ping: 1, $db: "admin" });
  const brokenBson = Buffer.from(ping);
  brokenBson.writeInt32LE(4000, 0);
  const longString = Buffer.from(serialize({ ping: "x" }));
  longString.writeInt32LE(0x7fffffff, 10);
  let deep: Buffer = Buffer.from(serialize({}));
  for (let level = 0; level < 5000; level++) {
    const outer = Buffer.alloc(deep.length + 8);
    outer.writeInt32LE(outer.length, 0);
    outer.write("\x03a\0", 4, "latin1");
    deep.copy(outer, 7);
    deep = outer;
  }
  const flags = Buffer.alloc(4);
  const kind0 = Buffer.from([0]);
  // The length is that of the whole message: after a greater one, the server would rightly wait for further bytes.
  const random = message(randomBytes(4).readInt32LE(), randomBytes(484));
  const hostile: readonly Buffer[] = [
    random,
    Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    message(2013, Buffer.alloc(0), 2_000_000_000),
    message(2013, Buffer.alloc(0), -1),
    message(2013, Buffer.alloc(0), 16),
    message(9999, Buffer.concat([flags, kind0, ping])),
    message(2012, Buffer.concat([flags, kind0, ping])),
    message(2013, Buffer.concat([flags, kind0, brokenBson])),
    message(2013, Buffer.concat([flags, kind0, longString])),
    message(2013, Buffer.concat([flags, kind0, deep])),
    message(2013, Buffer.concat([flags, Buffer.from([7]), ping])),
    message(2013, Buffer.concat([flags, kind0, ping, kind0, ping])),
    message(2013, Buffer.concat([Buffer.from([0, 128, 0, 0]), kind0, ping])),
    message(2013, Buffer.concat([flags, Buffer.from([1, 255, 255, 0, 0]), ping])),
    message(2004, Buffer.alloc(40, 1)),
  ];
  for (const [index, bytes] of hostile.entries()) {
    const socket = await openSocket(server.port);
    socket.write(bytes);
    socket.resume();
    await t.notThrowsAsync(
      once(socket, "close", { signal: AbortSignal.timeout(60_000) }),
      `case ${index} is still open`,
    );
  }
  const half = await openSocket(server.port);
  half.write(message(2013, Buffer.concat([flags, kind0, ping])).subarray(0, 25));
  const vanishing = await openSocket(server.port);
  const insert = serialize({
    insert: "rows",
    documents: Array.from({ length: 500 }, () => ({ b: 1 })),
    $db: "t",
  });
  vanishing.write(message(2013, Buffer.concat([flags, kind0, insert])));
  vanishing.destroy();
  const slow = await openSocket(server.port);
  for (const byte of message(2013, Buffer.concat([flags, kind0, ping]))) slow.write(Buffer.from([byte]));
  const [answer] = (await once(slow, "data", { signal: AbortSignal.timeout(60_000) })) as [Buffer];
  t.is(answer.readInt32LE(12), 2013);
  t.is(await rows.countDocuments({ a: 1 }), 1);
  half.destroy();
  slow.destroy();
});

test("no randomly damaged message ends the process of the MongoDB emulator", async (t) => {
  const server = await startServer({ port: 0, dir: await temporaryFolder(t) });
  t.teardown(() => server.close());
  const client = await connect(t, server.url);
  const body = serialize({
    update: "rows",
    updates: [{ q: { a: { $in: [1, "x"] } }, u: { $set: { "b.c": [1, { d: /x/ }] } }, upsert: true }],
    $db: "t",
  });
  const good = message(2013, Buffer.concat([Buffer.alloc(5), body]));
  for (let round = 0; round < 300; round++) {
    const bad = Buffer.from(good);
    const at = 16 + ((round * 7919) % (bad.length - 16));
    bad[at] = (bad[at] ?? 0) ^ (1 + ((round * 31) % 255));
    const socket = await openSocket(server.port);
    socket.end(bad);
    socket.resume();
    await once(socket, "close");
  }
  t.like(await client.db("t").command({ ping: 1 }), { ok: 1 });
});

test("a MongoDB emulator does not start on a data folder that another emulator uses, and the other keeps serving", async (t) => {
  const dir = await temporaryFolder(t);
  const first = await startServer({ port: 0, dir });
  const client = await connect(t, first.url);
  await client.db("t").collection("rows").insertOne({ a: 1 });
  await t.throwsAsync(startServer({ port: 0, dir }), { name: "FolderInUseError", message: /in use/ });
  t.is(await client.db("t").collection("rows").countDocuments(), 1);
  await client.db("t").collection("rows").insertOne({ a: 2 });
  await client.close();
  await first.close();
  const again = await startServer({ port: 0, dir });
  t.teardown(() => again.close());
  t.is(await (await connect(t, again.url)).db("t").collection("rows").countDocuments(), 2);
});

test("a MongoDB emulator that cannot start because its port is taken leaves its data folder free for another", async (t) => {
  const first = await startServer({ port: 0, dir: await temporaryFolder(t) });
  t.teardown(() => first.close());
  const dir = await temporaryFolder(t);
  await t.throwsAsync(startServer({ port: first.port, dir }), { code: "EADDRINUSE" });
  const second = await startServer({ port: 0, dir });
  await second.close();
});

test("a dropped collection stays dropped after a restart of the MongoDB emulator, and none of its data is left", async (t) => {
  const dir = await temporaryFolder(t);
  const first = await startServer({ port: 0, dir });
  const client = await connect(t, first.url);
  const rows = client.db("t").collection("rows");
  await rows.createIndex({ n: 1 });
  await rows.insertMany(Array.from({ length: 3000 }, (_, n) => ({ n })));
  await rows.drop();
  await client.close();
  await first.close();
  const second = await startServer({ port: 0, dir });
  t.teardown(() => second.close());
  const again = (await connect(t, second.url)).db("t").collection("rows");
  t.is(await again.countDocuments(), 0);
  await again.insertOne({ n: 1 });
  t.deepEqual((await again.find({ n: 1 }).toArray()).length, 1);
});
