import { execFile } from "node:child_process";
import { promisify } from "node:util";
import test from "ava";
import { MongoClient } from "mongodb";
import { testStores } from "../helpers/stores.ts";
import { services } from "./compose-file.ts";
import { fakeMongoDb } from "./fake-mongodb.ts";

const passwords = {
  MONGODB_DATABASE: "bench",
  MONGODB_PASSWORD: "s3cret-of-the-service",
  MONGODB_ROOT_PASSWORD: "s3cret-of-root",
};

const script = services["mongodb-setup"]?.command?.at(-1) ?? "";

/**
 * Runs the script of the service mongodb-setup as mongosh does. While the script sleeps, the server becomes the
 * primary.
 */
function runSetup({ rs, db, state }: ReturnType<typeof fakeMongoDb>): void {
  const sleep = () => (state.isPrimary = true);
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is the project's own, and this test runs it
  new Function("rs", "db", "sleep", "process", script)(rs, db, sleep, { env: passwords });
}

test("mongodb-setup creates the replica set, waits for the primary, and creates the users once", (t) => {
  const server = fakeMongoDb({ isInitiated: false, isPrimary: false, users: {} });
  runSetup(server);
  const set = { _id: "rs0", members: [{ _id: 0, host: "mongodb:27017" }] };
  const users = [
    { user: "root", roles: ["root"] },
    { user: "pc-benchmarks", roles: [{ role: "readWrite", db: "bench" }] },
  ];
  t.deepEqual(server.calls, [set, ...users]);
  t.deepEqual(server.state.users, {
    root: passwords.MONGODB_ROOT_PASSWORD,
    "pc-benchmarks": passwords.MONGODB_PASSWORD,
  });
  const restarted = fakeMongoDb(server.state);
  runSetup(restarted);
  t.deepEqual(restarted.calls, []);
});

test("the script mongodb-setup has no `return` of a call, because in mongosh the catch of a try block would miss the error of the call", (t) => {
  t.notRegex(script, /\breturn\b[^;]*\(/);
});

test("mongodb-setup continues after an earlier one that was interrupted between the two users", (t) => {
  const users = { root: passwords.MONGODB_ROOT_PASSWORD };
  const server = fakeMongoDb({ isInitiated: true, isPrimary: true, users });
  runSetup(server);
  t.deepEqual(server.calls, [{ user: "pc-benchmarks", roles: [{ role: "readWrite", db: "bench" }] }]);
});

test("mongodb-setup gives the service its password and its database in .env, and says that root has another password", (t) => {
  const users = { root: passwords.MONGODB_ROOT_PASSWORD, "pc-benchmarks": "of an earlier .env" };
  const server = fakeMongoDb({ isInitiated: true, isPrimary: true, users });
  runSetup(server);
  t.is(server.state.users["pc-benchmarks"], passwords.MONGODB_PASSWORD);
  t.deepEqual(server.updates, [{ user: "pc-benchmarks", roles: [{ role: "readWrite", db: "bench" }] }]);
  const foreign = fakeMongoDb({ isInitiated: true, isPrimary: true, users: { root: "another" } });
  t.throws(() => runSetup(foreign), {
    message: "root has another password than MONGODB_ROOT_PASSWORD: see docs/operations/backup.md",
  });
});

test("the health check of MongoDB gets an answer from a MongoDB, and fails where none listens", async (t) => {
  const [, program = "", ...args] = services["mongodb"]?.healthcheck?.test ?? [];
  const check = (port: number) =>
    promisify(execFile)(
      program,
      args.map((arg) => arg.replaceAll("$$", "$").replace("127.0.0.1/27017", `127.0.0.1/${port}`)),
      { timeout: 60_000 },
    );
  const { env } = await testStores(t);
  const { hosts } = new MongoClient(env["MONGODB_URL"] ?? "").options;
  await t.notThrowsAsync(check(hosts[0]?.port ?? 0));
  await t.throwsAsync(check(1));
});
