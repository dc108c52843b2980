import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import test from "ava";
import { ReplyError } from "ioredis";
import { MeilisearchApiError } from "meilisearch";
import { MongoServerError, MongoWriteConcernError } from "mongodb";
import { StoreUnavailableError } from "../../src/errors.ts";
import { isWriteRefused } from "../../src/infra/mongo.ts";
import { asStoreError, cleanUpAfter, splitErrors } from "../../src/infra/store-errors.ts";

/** Connects a socket to a server, passes the socket to `use`, then closes both. */
async function withSocket<T>(server: Server, use: (socket: Socket) => Promise<T>): Promise<T> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return await use(socket);
  } finally {
    socket.destroy();
    server.close();
  }
}

/** Functions that break a connection, by the code of the error that Node then reports. */
const brokenConnections: Record<string, () => Promise<unknown>> = {
  EPIPE: () =>
    withSocket(
      createServer((socket) => socket.end()),
      async (socket) => {
        await once(socket.resume(), "end");
        return new Promise((resolve) => {
          socket.on("error", () => undefined).write("x", resolve);
        });
      },
    ),
  ECONNRESET: () =>
    withSocket(
      createServer((socket) => socket.once("data", () => socket.resetAndDestroy())),
      (socket) => new Promise((resolve) => socket.on("error", resolve).write("x")),
    ),
};

test("Node's errors of a broken connection count as an unavailable MongoDB", async (t) => {
  for (const [code, breakConnection] of Object.entries(brokenConnections)) {
    const error = await breakConnection();
    t.like(error, { code });
    t.like(asStoreError(error), { store: "MongoDB" });
    t.true(asStoreError(error) instanceof StoreUnavailableError);
  }
});

test("the error of an upload that the client aborts does not count as a store error", async (t) => {
  const broken = new Promise((resolve) => {
    const server = createHttpServer((request) => {
      request.on("error", resolve).on("data", () => socketToBreak?.destroy());
    });
    let socketToBreak: Socket | undefined;
    void withSocket(server, async (socket) => {
      socketToBreak = socket;
      socket.write("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\nx");
      await once(socket, "close");
    });
  });
  const error = await broken;
  t.like(error, { code: "ECONNRESET" });
  t.is(asStoreError(error), error);
});

const redisReply = (message: string) => new (ReplyError as new (message: string) => Error)(message);

test("replies by which Redis temporarily refuses commands count as an unavailable Redis, other replies do not", (t) => {
  const passing = "OOM MISCONF LOADING BUSY READONLY MASTERDOWN NOREPLICAS CLUSTERDOWN TRYAGAIN";
  for (const code of passing.split(" "))
    t.like(asStoreError(redisReply(`${code} try again later`)), {
      code: "store_unavailable",
      store: "Redis",
    });
  for (const code of "ERR WRONGTYPE NOSCRIPT BUSYGROUP NOAUTH NOPERM".split(" ")) {
    const error = redisReply(`${code} for good`);
    t.is(asStoreError(error), error);
  }
  const aborted = new Error("Command aborted due to connection close");
  t.like(asStoreError(aborted), { store: "Redis" });
});

test("errors of a MongoDB that temporarily cannot answer count as an unavailable MongoDB, other errors do not", (t) => {
  const passing = [
    6, 7, 50, 64, 89, 91, 100, 189, 262, 371, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
  ];
  for (const code of passing)
    t.like(asStoreError(new MongoServerError({ code })), { code: "store_unavailable", store: "MongoDB" });
  for (const code of [1, 2, 13, 18, 121, 11_000]) {
    const error = new MongoServerError({ code });
    t.is(asStoreError(error), error);
  }
});

test("only a write that MongoDB has certainly not carried out counts as refused", (t) => {
  for (const code of [371, 10_107, 13_435, 14_031]) t.true(isWriteRefused(new MongoServerError({ code })));
  for (const code of [64, 91, 189, 11_000, 11_600, 11_602])
    t.false(isWriteRefused(new MongoServerError({ code })));
  // An error after which MongoDB has executed the write, and only the confirmation by other members is missing.
  const writeConcernError = { code: 10_107, errmsg: "stepped down" };
  t.false(isWriteRefused(new MongoWriteConcernError({ writeConcernError, ok: 1 })));
});

test("a Meilisearch with an internal error counts as unavailable, a Meilisearch that refuses a request does not", (t) => {
  const answerOf = (status: number) => new MeilisearchApiError(new Response(null, { status }));
  for (const status of [500, 503, 507]) t.like(asStoreError(answerOf(status)), { store: "Meilisearch" });
  const refusal = answerOf(400);
  t.is(asStoreError(refusal), refusal);
});

test("the outage of a store is found in nested errors at any depth", (t) => {
  const other = new Error("of ours");
  const full = new MongoServerError({ code: 14_031 });
  const loading = redisReply("LOADING …");
  const empty = new AggregateError([], "no error at all");
  const nested = new AggregateError([full, new AggregateError([loading, other]), empty]);
  const { outages, others } = splitErrors(nested);
  t.deepEqual(
    outages.map(({ store, cause }) => [store, cause]),
    [
      ["MongoDB", full],
      ["Redis", loading],
    ],
  );
  t.deepEqual(others, [other, empty]);
  t.deepEqual(splitErrors(other), { outages: [], others: [other] });
});

test("after an error the caller waits for the clean-up unless a store is unavailable, and an error of the clean-up does not replace the first error", async (t) => {
  let isCleaned = false;
  await cleanUpAfter(new Error("refused"), async () => {
    await new Promise(setImmediate);
    isCleaned = true;
  });
  t.true(isCleaned);
  await t.notThrowsAsync(cleanUpAfter(new Error("refused"), () => Promise.reject(new Error("too late"))));
  const unavailable = new StoreUnavailableError("Redis", new Error("silent"));
  await t.notThrowsAsync(cleanUpAfter(unavailable, () => new Promise(() => undefined)));
});
