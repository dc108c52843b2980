import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import type { Client } from "../helpers/client.ts";
import { testStores } from "../helpers/stores.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { makeLongCapture } from "./results.ts";
import { createSystem, eventually, isLong, signIn } from "./system.ts";

const UPLOADS = isLong ? 1000 : 50;
const AT_ONCE = 10;

const stores = await testStores(test);
const system = createSystem(test, stores.env);
const content = String(makeLongCapture(20_000).content);

/**
 * Sends the beginning of a submission, including the given number of bytes of its file, and leaves the request open.
 */
async function beginUpload(
  client: Client,
  url: string,
  { build_id, bytes }: { build_id: number; bytes: number },
): Promise<Socket> {
  const part = (name: string, rest = "") =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  const head = `${part("build_id")}${build_id}\r\n${part("benchmarks")}{"id":16}\r\n`;
  const body = `${head}${part("files", '; filename="a.csv"')}${content}\r\n--edge--\r\n`;
  const headers = [
    "POST /benchmarks/add HTTP/1.1",
    "Host: test",
    `Cookie: ${client.cookie}`,
    "Content-Type: multipart/form-data; boundary=edge",
    `Content-Length: ${body.length}`,
  ];
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  socket.write(`${headers.join("\r\n")}\r\n\r\n`);
  await new Promise<void>((resolve) => {
    socket.write(body.slice(0, head.length + bytes), () => resolve());
  });
  return socket;
}

/** Returns the numbers of documents that uploads, submissions and runs leave, by collection. */
async function countAll(): Promise<Record<string, number>> {
  const names = ["submissions", "runs", "uploads", "files.files", "files.chunks"];
  const counts = names.map(
    async (name) => [name, await stores.db.collection(name).countDocuments()] as const,
  );
  return Object.fromEntries(await Promise.all(counts));
}

const nothing = { submissions: 0, runs: 0, uploads: 0, "files.files": 0, "files.chunks": 0 };

test.serial("uploads that break off leave nothing in the stores", async (t) => {
  t.timeout(isLong ? 1_800_000 : 900_000);
  const [web] = await Promise.all([system.startWeb(), system.startWorker()]);
  const client = await signIn(web.url, "breaks off");
  const build_id = await client.makeBuild();
  const lengths = Array.from({ length: UPLOADS }, () => Math.floor(Math.random() * content.length));
  const countUploads = () => stores.db.collection("uploads").countDocuments();
  const breakers = Array.from({ length: AT_ONCE }, async () => {
    for (let bytes = lengths.pop(); bytes !== undefined; bytes = lengths.pop()) {
      const socket = await beginUpload(client, web.url, { build_id, bytes });
      // Break off every tenth upload only after bytes of an upload have reached the store, however slow the machine is.
      // The other uploads break off at any moment.
      if (lengths.length % 10 === 0) t.true((await eventually(countUploads, (count) => count > 0)) > 0);
      else await sleep(Math.random() * 30);
      socket.destroy();
    }
  });
  await Promise.all(breakers);
  t.deepEqual(await lastingFaults(stores.db), []);
  t.deepEqual(await countAll(), nothing);
  t.deepEqual(await usageOf(stores, client), { ledger: 0, counter: 0, rebuilt: 0 });
});

test.serial(
  "after a stop signal, a web process breaks off an upload that does not end, and exits with code 0",
  async (t) => {
    t.timeout(900_000);
    const [other, web] = await Promise.all([
      system.startWeb(),
      system.startWeb({ SHUTDOWN_TIMEOUT_MS: "30000" }),
      system.startWorker(),
    ]);
    const client = await signIn(other.url, "never ends");
    const build_id = await client.makeBuild();
    const socket = await beginUpload(client, web.url, { build_id, bytes: content.length / 2 });
    const hasUpload = async () => (await stores.db.collection("uploads").countDocuments()) > 0;
    t.true(await eventually(hasUpload, (isThere) => isThere));
    const closed = new Promise((resolve) => socket.resume().once("close", resolve));
    web.signal("SIGTERM");
    t.is(await web.ended, 0);
    await closed;
    t.deepEqual(await lastingFaults(stores.db), []);
    t.deepEqual(await countAll(), nothing);
    t.deepEqual(await usageOf(stores, client), { ledger: 0, counter: 0, rebuilt: 0 });
  },
);
