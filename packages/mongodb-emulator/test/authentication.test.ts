import { randomBytes } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import { Binary, MongoClient, type Document } from "mongodb";
import { startServer } from "../src/server.ts";
import { connect, errorOf, temporaryFolder } from "./helpers/server-under-test.ts";

const credentials = { user: "ada", password: "s3cret-of-the-emulator" };

/** Starts a MongoDB emulator that requires a log-in. Returns its address, and the URL for a user. */
async function startLocked(t: ExecutionContext) {
  const server = await startServer({ port: 0, dir: await temporaryFolder(t), credentials });
  t.teardown(() => server.close());
  const urlFor = (user: string, password: string) =>
    `mongodb://${user}:${password}@127.0.0.1:${server.port}/`;
  return { url: server.url, urlFor };
}

test("a client with the password may send all commands, on each of its connections", async (t) => {
  const { urlFor } = await startLocked(t);
  const client = await connect(t, urlFor(credentials.user, credentials.password), { maxPoolSize: 5 });
  const rows = client.db("t").collection("rows");
  await Promise.all(Array.from({ length: 20 }, (_, n) => rows.insertOne({ n })));
  t.is(await rows.countDocuments(), 20);
});

test("a client with a wrong password or an unknown name is refused, and the error does not show the password", async (t) => {
  const { urlFor } = await startLocked(t);
  for (const [user, password] of [
    ["ada", "s3cret-that-is-wrong"],
    ["eve", credentials.password],
    ["ada", "s3cret"],
  ] as const) {
    const client = new MongoClient(urlFor(user, password), { serverSelectionTimeoutMS: 5000 });
    const error = await errorOf(t, () => client.db("t").collection("rows").findOne());
    await client.close();
    t.like(error, { code: 18, codeName: "AuthenticationFailed" });
    t.false(JSON.stringify(error).includes(password));
  }
});

test("before the log-in the MongoDB server answers only hello, ping and log-in commands, in every database", async (t) => {
  const { url } = await startLocked(t);
  const client = await connect(t, url);
  for (const [db, command] of [
    ["t", { find: "rows" }],
    ["admin", { listDatabases: 1 }],
    ["t", { insert: "rows", documents: [{ a: 1 }] }],
    ["t", { dropDatabase: 1 }],
    ["admin", { buildInfo: 1 }],
  ] as const) {
    const error = await errorOf(t, () => client.db(db).command(command));
    t.like(error, { code: 13, codeName: "Unauthorized" }, JSON.stringify(command));
  }
  t.like(await client.db("admin").command({ ping: 1 }), { ok: 1 });
  t.like(await client.db("admin").command({ hello: 1 }), { ok: 1 });
});

test("the MongoDB server refuses log-in messages that are out of order, truncated or from another log-in", async (t) => {
  const { url } = await startLocked(t);
  const client = await connect(t, url, { maxPoolSize: 1 });
  const admin = client.db("admin");
  const send = async (command: Document): Promise<Document> =>
    admin.command(command).catch((error: unknown) => error as Document);
  const payload = (text: string) => new Binary(Buffer.from(text));
  const start = async (text: string, mechanism = "SCRAM-SHA-256") =>
    send({ saslStart: 1, mechanism, payload: payload(text) });
  const go = async (text: string) => send({ saslContinue: 1, conversationId: 1, payload: payload(text) });
  const nonceOf = ({ payload: answer }: Document) => /^r=([^,]+),/.exec(String(answer))?.[1] ?? "";
  const nonce = randomBytes(24).toString("base64");
  const proof = `p=${Buffer.alloc(32).toString("base64")}`;
  const first = `n,,n=ada,r=${nonce}`;

  t.like(await go(`c=biws,r=${nonce},${proof}`), { code: 18 }, "no log-in was begun");
  for (const wrong of [
    "",
    "n,,",
    "n,,n=ada",
    `y,,n=ada,r=${nonce}`,
    `n,a=eve,n=ada,r=${nonce}`,
    `${first},x=1`,
  ]) {
    t.like(await start(wrong), { code: 18 }, wrong);
  }
  t.like(await start(first, "SCRAM-SHA-1"), { code: 334 });
  t.like(await send({ saslStart: 1, mechanism: "SCRAM-SHA-256", payload: "text" }), { code: 14 });

  const begun = await start(first);
  t.true(nonceOf(begun).startsWith(nonce));
  for (const wrong of ["", `c=biws,r=${nonce},${proof}`, `c=biws,r=${nonceOf(begun)},p=`]) {
    await start(first);
    t.like(await go(wrong), { code: 18 }, wrong);
  }
  const again = await start(first);
  t.not(nonceOf(again), nonceOf(begun), "the server's part of the nonce is new each time");
  t.like(await go(`c=biws,r=${nonceOf(begun)},${proof}`), { code: 18 }, "the nonce of another log-in");
  t.like(await go(`c=biws,r=${nonceOf(again)},${proof}`), { code: 18 }, "each nonce is good for one try");
  t.like(await send({ listDatabases: 1 }), { code: 13 }, "nothing of this has logged the client in");
});
