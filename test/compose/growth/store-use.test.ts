import test from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import type { Db } from "mongodb";
import { startGithub } from "../../helpers/github-provider.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { startTestService } from "../../helpers/service.ts";
import { stripeSettings } from "../../helpers/stripe-server.ts";
import { until } from "../../helpers/until.ts";
import { APP_URL } from "../../http/access-requests.ts";
import {
  acceptedReads,
  acceptedScans,
  indexesOfDriver,
  queriesOfTests,
  rareQueries,
} from "./accepted-queries.ts";
import { bestIndex, isByIds, isByUniqueKey, unneededIndexes, type ListedIndex } from "./index-rules.ts";
import { createQueryRecorder, describeQuery, type RecordedQuery } from "./recorded-queries.ts";
import { faultsOfKeys } from "./redis-keys.ts";
import { walkThrough } from "./walk.ts";

type Indexes = ReadonlyMap<string, readonly ListedIndex[]>;

async function indexesIn(db: Db): Promise<Indexes> {
  const found = new Map<string, ListedIndex[]>();
  for (const { name } of await db.listCollections().toArray())
    found.set(name, (await db.collection(name).indexes()) as ListedIndex[]);
  return found;
}

/**
 * Returns a line for each query that no index serves completely: the query, and the comparisons and the sorting that
 * even the best index leaves to MongoDB.
 */
function scansOf(queries: readonly RecordedQuery[], indexes: Indexes): string[] {
  return queries.flatMap((query) => {
    const best = bestIndex(query, indexes.get(query.collection) ?? []);
    if (!best) return [`${describeQuery(query)}: no index`];
    const { comparedInDocuments, comparedInKeys, isSorted } = best.service;
    const left = [
      ...(isSorted ? [] : ["sorted in memory"]),
      ...comparedInDocuments.map((path) => `${path} compared in documents`),
      ...comparedInKeys.map((path) => `${path} compared in keys`),
    ];
    return left.length === 0 ? [] : [`${describeQuery(query)}: ${left.join(", ")}`];
  });
}

/** Returns a description of each query without a limit that may match more than one document. */
function unlimitedOf(queries: readonly RecordedQuery[], indexes: Indexes): string[] {
  return queries
    .filter((query) => query.limit === null && !isByIds(query))
    .filter((query) => !isByUniqueKey(query, indexes.get(query.collection) ?? []))
    .map(describeQuery);
}

function unneededOf(queries: readonly RecordedQuery[], indexes: Indexes): string[] {
  return [...indexes]
    .flatMap(([name, some]) => {
      const ofCollection = queries.filter(({ collection }) => collection === name);
      return unneededIndexes(ofCollection, some).map((index) => `${name}: ${index.name}`);
    })
    .filter((index) => !indexesOfDriver.has(index));
}

const without = (found: readonly string[], accepted: Readonly<Record<string, string>>) =>
  [...new Set(found)].filter((one) => !(one in accepted)).toSorted();

const unusedIn = (accepted: Readonly<Record<string, string>>, found: readonly string[]) =>
  Object.keys(accepted).filter((one) => !found.includes(one));

test("every query of the service has an index, every index is needed by a query, and the number of every kind of Redis key is bounded", async (t) => {
  t.timeout(1_200_000);
  const recorder = createQueryRecorder();
  const dir = temporaryFolder(t);
  // The emulator need not remove expired documents during the test, because no client sends the queries of TTL indexes.
  const mongodb = await startServer({
    port: 0,
    dir,
    expiryIntervalMs: 3_600_000,
    onExchange: recorder.onExchange,
  });
  t.teardown(() => mongodb.close());
  const github = await startGithub([APP_URL]);
  t.teardown(github.close);
  const service = await startTestService(t, {
    hasIndexes: true,
    env: {
      MONGODB_URL: mongodb.url,
      // The timers run no sweep during the test: `walkThrough` runs the sweeps when there is work for each of them.
      SWEEP_INTERVAL_MS: "3600000",
      LOGIN_PROVIDERS: JSON.stringify({ github: github.settings }),
      ...stripeSettings,
    },
  });
  await walkThrough(t, { service, github });
  const { queue } = service.services;
  const areIdle = async () =>
    (await queue.states()).every(({ waiting, delayed, active }) => waiting + delayed + active === 0);
  // Check twice, because a job may end between the checks of two queues, and add a job to the queue that was checked
  // first.
  const areIdleTwice = async () => (await areIdle()) && (await areIdle());
  await until(areIdleTwice, "no queue has a job, so that keys of ended jobs would be found");
  const keys = await faultsOfKeys(service.stores);
  const indexes = await indexesIn(service.services.stores.mongo.db);
  const queries = recorder
    .queries()
    .filter((query) => indexes.has(query.collection) && !queriesOfTests.has(describeQuery(query)));
  t.log(`${queries.length} kinds of queries of ${indexes.size} collections`);
  t.true(queries.length > 150, "walkThrough() did not use the whole service");
  const scans = scansOf(queries, indexes);
  const reads = unlimitedOf(queries, indexes);
  t.deepEqual(
    {
      "queries that need an index, or a line in acceptedScans": without(scans, {
        ...acceptedScans,
        ...rareQueries,
      }),
      "queries that need a limit, or a line in acceptedReads": without(reads, {
        ...acceptedReads,
        ...rareQueries,
      }),
      "lines in acceptedScans or acceptedReads that no query needs": [
        ...unusedIn(acceptedScans, scans),
        ...unusedIn(acceptedReads, reads),
      ],
      "indexes that no query needs": unneededOf(queries, indexes),
      "keys of Redis without a bound": keys,
    },
    {
      "queries that need an index, or a line in acceptedScans": [],
      "queries that need a limit, or a line in acceptedReads": [],
      "lines in acceptedScans or acceptedReads that no query needs": [],
      "indexes that no query needs": [],
      "keys of Redis without a bound": [],
    },
  );
});
