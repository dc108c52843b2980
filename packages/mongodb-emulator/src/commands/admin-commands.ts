import { arrayOf, toValue } from "../bson/raw-bson.ts";
import { MECHANISM } from "../authentication.ts";
import { MongoError } from "../errors.ts";
import { compileFilter } from "../query/filter.ts";
import type { Collection } from "../storage/catalogue.ts";
import { purge } from "../storage/purge.ts";
import { MAX_MESSAGE_BYTES } from "../wire.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandDefinition, Engine, Reply } from "./command.ts";

/** The release of MongoDB that this server claims to be; wire version 21 is the protocol of that release. */
const VERSION = "7.0.0";
const MAX_WIRE_VERSION = 21;

/** MongoDB's commands about the server, databases and collections, by their names. */
export const adminCommands: Readonly<Record<string, CommandDefinition>> = {
  hello: { options: "any", run: hello },
  ismaster: { options: "any", run: hello },
  isMaster: { options: "any", run: hello },
  ping: { options: ["ping"], run: nothing },
  buildInfo: { options: ["buildInfo"], run: buildInfo },
  buildinfo: { options: ["buildinfo"], run: buildInfo },
  serverStatus: { options: ["serverStatus"], run: serverStatus },
  endSessions: { options: ["endSessions"], run: nothing },
  create: { options: ["create", "idIndex"], run: create },
  drop: { options: ["drop"], run: drop },
  dropDatabase: { options: ["dropDatabase"], run: dropDatabase },
  listCollections: {
    options: ["listCollections", "filter", "nameOnly", "authorizedCollections", "cursor"],
    run: listCollections,
  },
  listDatabases: {
    options: ["listDatabases", "filter", "nameOnly", "authorizedDatabases"],
    run: listDatabases,
  },
};

/**
 * Describes the server. Three fields of MongoDB are left out: `topologyVersion`, because with it the driver would
 * request streamed answers; `setName`, because with it the driver would retry writes by transaction number; and
 * `compression`.
 */
async function hello(args: Arguments, { now }: Engine): Promise<Reply> {
  return {
    // Name the authentication mechanism if MongoDB's driver asks for the mechanisms of its user, as the driver does
    // before a log-in.
    ...(args.value("saslSupportedMechs") && { saslSupportedMechs: [MECHANISM] }),
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: now(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
  };
}

async function buildInfo(): Promise<Reply> {
  const versionArray = VERSION.split(".").map(Number);
  return {
    version: VERSION,
    versionArray: [...versionArray, 0],
    modules: ["emulator"],
    bits: 64,
    maxBsonObjectSize: 16_777_216,
  };
}

async function serverStatus(_args: Arguments, { counters, now }: Engine): Promise<Reply> {
  return {
    process: "mongodb-emulator",
    version: VERSION,
    pid: BigInt(process.pid),
    uptime: process.uptime(),
    localTime: now(),
    metrics: {
      queryExecutor: {
        scanned: BigInt(counters.scanned),
        scannedObjects: BigInt(counters.scannedObjects),
      },
    },
  };
}

async function create(args: Arguments, { store, catalogue }: Engine): Promise<Reply> {
  await store.write(() => {
    if (catalogue.get(args.db, args.collection) !== undefined)
      throw new MongoError("NamespaceExists", `Collection ${args.db}.${args.collection} already exists.`);
    catalogue.create(args.db, args.collection);
  });
  return {};
}

async function removeAll({ store, catalogue }: Engine, choose: () => Collection[]): Promise<Collection[]> {
  const removed = await store.write(() => {
    const collections = choose();
    collections.forEach((collection) => catalogue.remove(collection));
    return collections;
  });
  purge(
    store,
    removed.flatMap(({ indexes }) => indexes.map(({ id }) => id)),
  );
  return removed;
}

async function drop(args: Arguments, engine: Engine): Promise<Reply> {
  const [removed] = await removeAll(engine, () => {
    const collection = engine.catalogue.get(args.db, args.collection);
    return collection === undefined ? [] : [collection];
  });
  return removed === undefined
    ? {}
    : { ns: `${args.db}.${args.collection}`, nIndexesWas: removed.indexes.length };
}

async function dropDatabase(args: Arguments, engine: Engine): Promise<Reply> {
  await removeAll(engine, () => engine.catalogue.all().filter(({ db }) => db === args.db));
  return { dropped: args.db };
}

async function listCollections(args: Arguments, { catalogue }: Engine): Promise<Reply> {
  const matches = compileFilter(args.document("filter"));
  const rows = catalogue
    .all()
    .filter(({ db }) => db === args.db)
    .map(({ name, indexes }) =>
      toValue({
        name,
        type: "collection",
        ...(!args.isTrue("nameOnly") && {
          options: {},
          info: { readOnly: false },
          idIndex: indexes[0]?.spec,
        }),
      }),
    );
  return {
    cursor: { id: 0n, ns: `${args.db}.$cmd.listCollections`, firstBatch: arrayOf(rows.filter(matches)) },
  };
}

async function listDatabases(args: Arguments, { catalogue }: Engine): Promise<Reply> {
  const matches = compileFilter(args.document("filter"));
  const names = [...new Set(catalogue.all().map(({ db }) => db))].sort();
  const databases = names.map((name) =>
    toValue(args.isTrue("nameOnly") ? { name } : { name, sizeOnDisk: 0, empty: false }),
  );
  return { databases: databases.filter(matches), ...(!args.isTrue("nameOnly") && { totalSize: 0 }) };
}

async function nothing(): Promise<Reply> {
  return {};
}
