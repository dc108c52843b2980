import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "ava";
import { accessTable, accessTo, type Action, type Scope } from "../../src/access.ts";
import type { Client } from "../helpers/client.ts";
import { startGithub } from "../helpers/github-provider.ts";
import { startTestService } from "../helpers/service.ts";
import { stripeSettings } from "../helpers/stripe-server.ts";
import { accessRequests, APP_URL, type Resources } from "./access-requests.ts";
import { loadProducts, resourcesOf } from "./access-resources.ts";
import { projectUrl } from "../helpers/project-files.ts";

const github = await startGithub([APP_URL]);
// The service has no workers, so that only the requests of these tests change stored documents.
const service = await startTestService(test, {
  hasWorkers: false,
  env: { ...stripeSettings, LOGIN_PROVIDERS: JSON.stringify({ github: github.settings }) },
});
test.after.always(github.close);
const { routes } = service;
test.before("products of each kind, their search indexes and ranks exist for the tests of access", () =>
  loadProducts(service),
);
const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

let people = 0;
/** Returns a client of a new account. */
const newPerson = () => service.signIn(`person ${(people += 1)}`);
const accountIdOf = async (client: Client) => (await client.get("/me")).body.account.account_id as string;

async function newAdmin(): Promise<Client> {
  const client = await newPerson();
  await service.services.accounts.setRole(await accountIdOf(client), "admin");
  return client;
}

interface Sender {
  isOwner: boolean;
  isAdmin: boolean;
  /** The scopes of the token with which the sender authenticates; null if the sender has a session. */
  scopes: readonly Scope[] | null;
  /** Returns the client of the sender. `ownerName` is the name with which the owner of the resources signs in. */
  client: (ownerName: string) => Promise<Client>;
}

/** All kinds of senders, by name. The sender `nobody` is not signed in. */
const senders: Readonly<Record<string, Sender | null>> = {
  nobody: null,
  "another account": { isOwner: false, isAdmin: false, scopes: null, client: newPerson },
  "the owner": { isOwner: true, isAdmin: false, scopes: null, client: (name) => service.signIn(name) },
  "a token with the scope read": tokenOfOwner("read"),
  "a token with the scope submit": tokenOfOwner("submit"),
  "an admin": { isOwner: false, isAdmin: true, scopes: null, client: newAdmin },
  "a token of an admin": {
    isOwner: false,
    isAdmin: true,
    scopes: ["read", "submit"],
    client: async () => service.withToken(await newAdmin(), "read", "submit"),
  },
};

function tokenOfOwner(scope: Scope): Sender {
  const client = async (name: string) => service.withToken(await service.signIn(name), scope);
  return { isOwner: true, isAdmin: false, scopes: [scope], client };
}

/** Returns the status that the access table demands for a sender: the status of success or of a refusal. */
function expectedStatus(action: Action, sender: Sender | null, { isUnowned = false, status = 200 }): number {
  const { who, scope, isHidden } = accessTo(action);
  if (who.includes("anybody")) return status;
  if (sender === null) return 401;
  if (sender.scopes && (scope === null || !sender.scopes.includes(scope))) return 403;
  const may =
    who.includes("signed in") ||
    (who.includes("admin") && sender.isAdmin && sender.scopes === null) ||
    (isUnowned ? who.includes("signed in if unowned") : who.includes("owner") && sender.isOwner);
  return may ? status : isHidden ? 404 : 403;
}

/** The collections whose documents a refused request must not change. */
const kept = ["accounts", "builds", "submissions", "runs", "files.files", "sessions", "access_tokens"];

/**
 * Returns a digest of all documents of each collection in `kept`. The digest leaves out the times of last use, and the
 * mark of a finished submission, which the service writes shortly after the response.
 */
async function storedDocuments(): Promise<Record<string, string>> {
  const digests = kept.map(async (name) => {
    const options = {
      sort: { _id: 1 },
      projection: { last_used_at: 0, runs_created: 0 },
      raw: true,
      batchSize: 10_000,
    } as const;
    const documents = await service.stores.db.collection(name).find({}, options).toArray();
    const hash = createHash("sha256");
    for (const document of documents) hash.update(document as unknown as Buffer);
    return [name, `${documents.length} documents, ${hash.digest("hex")}`] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

/** Removes the documents of earlier tests, so that few documents have to be compared. */
async function forgetDocuments(): Promise<void> {
  await Promise.all(kept.map((name) => service.stores.db.collection(name).deleteMany({})));
}

test("the access table has a request for every route of the service, and for no other route", (t) => {
  t.deepEqual(Object.keys(accessRequests).toSorted(), routes.map(keyOf).toSorted());
  for (const { status } of Object.values(accessRequests).flat()) t.true(status < 400);
});

for (const route of routes)
  for (const request of accessRequests[keyOf(route)] ?? [])
    test.serial(
      `${[keyOf(route), request.about].filter(Boolean).join(" ")} answers each sender as the access table demands`,
      async (t) => {
        await forgetDocuments();
        for (const [name, sender] of Object.entries(senders)) {
          const ownerName = `person ${(people += 1)}`;
          const resources = resourcesOf({ service, github, owner: await service.signIn(ownerName) });
          const client = sender === null ? service.anonymous : await sender.client(ownerName);
          // Read the stored documents after each creation of a resource, because `send` creates the resources of its
          // request.
          const expected = expectedStatus(route.action, sender, request);
          const isRefused = expected >= 400;
          let before: Record<string, string> = {};
          const whenMade = Object.fromEntries(
            Object.entries(resources).map(([kind, make]) => [
              kind,
              async (...about: unknown[]) => {
                const made = await (make as (...given: unknown[]) => Promise<unknown>)(...about);
                if (isRefused) before = await storedDocuments();
                return made;
              },
            ]),
          ) as unknown as Resources;
          if (isRefused) before = await storedDocuments();
          const { status, text } = await request.send(client, whenMade);
          t.is(status, expected, `${name}: ${text}`);
          if (isRefused)
            t.deepEqual(await storedDocuments(), before, `the refused request of ${name} changed a document`);
        }
      },
    );

test.serial(
  "a run shows the name and the hash of its file to senders who may download the file, and to no others",
  async (t) => {
    for (const [name, sender] of Object.entries(senders)) {
      const ownerName = `person ${(people += 1)}`;
      const { run } = resourcesOf({ service, github, owner: await service.signIn(ownerName) });
      const client = sender === null ? service.anonymous : await sender.client(ownerName);
      const alone = await client.get(`/benchmarks/runs/${await run()}`);
      const listed = await client.get(`/builds/${alone.body.build_id}/runs`);
      const mayHaveFile = expectedStatus("download the file of a run", sender, { status: 200 }) === 200;
      for (const { file } of [alone.body, listed.body.results[0]])
        t.is("name" in file && "sha256" in file, mayHaveFile, name);
    }
  },
);

/** Returns the rows of the table in docs/access.md, each as a list of its cells. */
function documentedRows(): string[][] {
  const page = readFileSync(projectUrl("docs/access.md"), "utf8");
  const [, , ...rows] = page.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/**
 * Returns a call in the notation of the docs: <name> for a parameter, <kind> for the kind of product, and for the
 * dashboard only its first address.
 */
const documentedCall = (key: string) =>
  `\`${key
    .replace(/(\/admin\/queues)\/.*/, "$1")
    .replaceAll(/:(\w+)/g, "<$1>")
    .replace(/\/products\/[a-z]+/, "/products/<kind>")}\``;

test("the table in docs/access.md agrees with the access table of the code and the calls of the routes", (t) => {
  const rows = Object.entries(accessTable).map(([action, { who, scope }]) => {
    if (action === "read what is public") return [action, "anybody", "not asked", "every other call"];
    const calls = [...routes, ...service.dashboard]
      .filter((route) => route.action === action)
      .map((route) => documentedCall(keyOf(route)));
    const byToken = scope ?? (who.some((each) => each === "anybody") ? "not asked" : "session only");
    return [
      action,
      who.join(", "),
      byToken,
      [...new Set(calls)].toSorted().join(", ") || "as a part of others",
    ];
  });
  t.deepEqual(documentedRows(), rows);
});
