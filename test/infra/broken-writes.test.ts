import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import test, { type ExecutionContext } from "ava";
import type { Collection } from "mongodb";
import { StoreUnavailableError } from "../../src/errors.ts";
import { openMongo } from "../../src/infra/mongo.ts";
import { asStoreError } from "../../src/infra/store-errors.ts";

// The tests of this file break the connection to MongoDB when a write command arrives at the server, as if the server
// were killed then.

const storeUrl = new URL(process.env["MONGODB_URL"] ?? "");
const limits = { timeoutMs: 60_000, fileStallTimeoutMs: 60_000, silenceTimeoutMs: 60_000 };

/**
 * Starts a proxy in front of MongoDB. The proxy breaks each connection on which the command given to `breakOn` arrives.
 */
async function startBreaker(t: ExecutionContext) {
  const sockets = new Set<Socket>();
  let breaksOn: string | null = null;
  const server = createServer((client) => {
    const store = connect(Number(storeUrl.port), storeUrl.hostname);
    for (const socket of [client, store]) sockets.add(socket.on("error", () => undefined));
    client.on("data", (bytes) => {
      if (breaksOn !== null && bytes.includes(`${breaksOn}\0`)) client.resetAndDestroy();
      else store.write(bytes);
    });
    store.pipe(client);
    client.on("close", () => store.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(storeUrl);
  url.port = String((server.address() as AddressInfo).port);
  const breakOn = (command: string | null) => {
    breaksOn = command;
  };
  return { url: url.href, breakOn };
}

type Row = { _id: string; n: number };

const set = (n: number) => ({ updateOne: { filter: { _id: "a" }, update: { $set: { n } }, upsert: true } });

const writes: Record<string, [command: string, write: (rows: Collection<Row>) => Promise<unknown>]> = {
  "an insert": ["insert", (rows) => rows.insertOne({ _id: "b", n: 1 })],
  "inserts together": ["insert", (rows) => rows.insertMany([{ _id: "c", n: 1 }])],
  "an update": ["update", (rows) => rows.updateOne({ _id: "a" }, { $set: { n: 1 } })],
  "updates in order": ["update", (rows) => rows.bulkWrite([set(1), set(2)], { ordered: true })],
  "updates in any order": ["update", (rows) => rows.bulkWrite([set(1), set(2)], { ordered: false })],
  "a deletion": ["delete", (rows) => rows.deleteMany({ n: 1 })],
};

test("a connection that breaks during a write of any kind counts as an unavailable MongoDB", async (t) => {
  const { url, breakOn } = await startBreaker(t);
  const mongo = await openMongo({
    url,
    database: `broken_${process.pid}`,
    startTimeoutMs: 60_000,
    ...limits,
  });
  t.teardown(async () => {
    breakOn(null);
    await mongo.db.dropDatabase();
    await mongo.close();
  });
  const rows = mongo.db.collection<Row>("rows");
  for (const [what, [command, write]] of Object.entries(writes)) {
    breakOn(command);
    const error = await t.throwsAsync(() => write(rows), undefined, what);
    const found = asStoreError(error);
    t.true(found instanceof StoreUnavailableError, `${what}: ${String(error)}`);
    t.like(found, { store: "MongoDB" }, what);
    breakOn(null);
    await write(rows);
  }
});

test("a bulk write to MongoDB that is refused because of a duplicate key does not count as an outage", async (t) => {
  const mongo = await openMongo({
    url: storeUrl.href,
    database: `twins_${process.pid}`,
    startTimeoutMs: 60_000,
    ...limits,
  });
  t.teardown(async () => {
    await mongo.db.dropDatabase();
    await mongo.close();
  });
  const rows = mongo.db.collection<Row>("twins");
  await rows.insertOne({ _id: "a", n: 1 });
  const error = await t.throwsAsync(() => rows.insertMany([{ _id: "a", n: 2 }]));
  t.false(asStoreError(error) instanceof StoreUnavailableError);
});
