import test from "ava";
import { services } from "./compose-file.ts";
import { fakeMongoDb } from "./fake-mongodb.ts";

const passwords = {
  MONGODB_DATABASE: "bench",
  MONGODB_PASSWORD: "s3cret-of-the-service",
  MONGODB_ROOT_PASSWORD: "s3cret-of-root",
};

/** Runs the health check as mongosh does, where `quit` ends the script. Returns the exit code. */
function runHealthCheck({ rs, db }: ReturnType<typeof fakeMongoDb>): number | undefined {
  const script = services["mongodb"]?.healthcheck?.test.at(-1) ?? "";
  let exitCode: number | undefined;
  const quit = (code: number) => {
    exitCode = code;
    throw new Error("quit");
  };
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the script is the project's own, and this test runs it
    new Function("rs", "db", "quit", "process", script)(rs, db, quit, { env: passwords });
  } catch (error) {
    if ((error as Error).message !== "quit") throw error;
  }
  return exitCode;
}

test("the health check of MongoDB creates the replica set and its users once, and passes when there is a primary with users", (t) => {
  const server = fakeMongoDb({ isInitiated: false, isPrimary: false, users: {} });
  t.is(runHealthCheck(server), 1);
  t.is(runHealthCheck(server), 1);
  const set = { _id: "rs0", members: [{ _id: 0, host: "mongodb:27017" }] };
  t.deepEqual(server.calls, [set]);
  server.state.isPrimary = true;
  t.is(runHealthCheck(server), 0);
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
  t.is(runHealthCheck(restarted), 0);
  t.deepEqual(restarted.calls, []);
});

test("the health check of MongoDB continues after an earlier health check that was interrupted between the two users", (t) => {
  const server = fakeMongoDb({
    isInitiated: true,
    isPrimary: true,
    users: { root: passwords.MONGODB_ROOT_PASSWORD },
  });
  t.is(runHealthCheck(server), 0);
  t.deepEqual(server.calls, [{ user: "pc-benchmarks", roles: [{ role: "readWrite", db: "bench" }] }]);
});
