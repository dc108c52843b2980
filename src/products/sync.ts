import { createHash } from "node:crypto";
import type { Meilisearch, Settings } from "meilisearch";
import type { Db } from "mongodb";
import type { Clock } from "../infra/clock.ts";
import { withLease } from "../infra/lease.ts";
import type { Lease } from "../infra/lease.ts";
import type { Logger } from "../infra/logger.ts";
import type { ProductKind } from "./kind.ts";
import { createProductsRepository } from "./products-repository.ts";
import type { ProductsRepository } from "./products-repository.ts";
import { SEARCH_DOCUMENT_VERSION, toSearchDocument } from "./search-document.ts";
import { createSearchIndex, searchIndexUid } from "./search-index.ts";
import type { SearchIndex } from "./search-index.ts";
import { rewriteRules } from "./search-rules.ts";
import { searchSettings } from "./search-settings.ts";

const BATCH_SIZE = 1000;
/** For so long a process that was killed in the middle keeps the others from going on. */
const LEASE_MS = 5000;
/** Meilisearch has one queue: a batch may have to wait for what others sent before it. */
const TASK_TIMEOUT_MS = 60_000;

/** Brings the search index of a kind in line with MongoDB. */
export interface ProductSync {
  /** Whether there is anything to send. */
  isDue(kind: ProductKind): Promise<boolean>;
  /**
   * Sends what is dirty, until nothing is. Returns at once where another is doing it: that one looks once more when it has
   * let go of its lease, so it also sends what was written before this call.
   * @param options.verify also compares the index with the catalogue, and fills it anew where products are missing
   * @throws IndexingFailedError, LeaseLostError, or the error of a store that is away; what was not sent stays dirty
   */
  sync(kind: ProductKind, options?: { verify?: boolean; signal?: AbortSignal }): Promise<void>;
}

/** The lease ran out during the work and another holds it now. */
class LeaseLostError extends Error {
  constructor(name: string) {
    super(`The lease ${name} ran out and is another's now`);
    this.name = "LeaseLostError";
  }
}

interface SyncParts {
  db: Db;
  client: Meilisearch;
  indexPrefix: string;
  clock: Clock;
  newId: () => string;
  logger: Logger;
}

/** What one pass works with. */
interface Pass {
  kind: ProductKind;
  index: SearchIndex;
  repository: ProductsRepository;
  states: IndexStates;
  lease: Pick<Lease, "renew">;
  logger: Logger;
  signal: AbortSignal | undefined;
}

export function createProductSync(parts: SyncParts): ProductSync {
  const { db, client, indexPrefix, clock, newId, logger } = parts;
  const repository = createProductsRepository(db);
  const states = createIndexStates(db);

  return {
    isDue: (kind) => repository.hasDirty(kind.name),

    sync: async (kind, { verify = false, signal } = {}) => {
      const index = createSearchIndex(client, searchIndexUid(indexPrefix, kind.name), TASK_TIMEOUT_MS);
      const lease = { db, name: leaseName(kind), durationMs: LEASE_MS, clock };
      do {
        const isDone = await withLease({ ...lease, owner: newId() }, async (held) => {
          const pass = { kind, index, repository, states, lease: held, logger, signal };
          await prepare(pass);
          await sendDirty(pass);
          if (verify) await refillIfIncomplete(pass);
        });
        if (!isDone) return;
      } while (!isAborted(signal) && (await repository.hasDirty(kind.name)));
    },
  };
}

const leaseName = (kind: ProductKind) => `sync-products:${kind.name}`;

const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true;

/** Sees that the index is there, is ours and has its settings; has everything sent again where it has not. */
async function prepare({ kind, index, repository, states, logger }: Pass): Promise<void> {
  const settings = searchSettings(kind);
  const form = formOf(kind, settings);
  let createdAt = await index.createdAt();
  if (createdAt === null || !(await index.hasSettings(settings))) {
    await index.applySettings(settings);
    createdAt ??= await index.createdAt();
  }
  const left = await states.find(index.uid);
  if (left?.index_created_at === createdAt && left?.form === form) return;
  logger.info({ kind: kind.name, index: index.uid }, "search index is new or of another form: sending all");
  await repository.markAllDirty(kind.name);
  await states.save(index.uid, { index_created_at: createdAt, form });
}

/** Changes with whatever makes the documents or settings of an index other than they were. */
function formOf(kind: ProductKind, settings: Settings): string {
  const rules = rewriteRules.map(({ pattern, replacement }) => [String(pattern), replacement]);
  const form = JSON.stringify([SEARCH_DOCUMENT_VERSION, kind, rules, settings]);
  return createHash("sha256").update(form).digest("hex");
}

async function sendDirty({ kind, index, repository, lease, signal }: Pass): Promise<void> {
  while (!isAborted(signal)) {
    const dirty = await repository.findDirty(kind.name, BATCH_SIZE);
    if (dirty.length === 0) return;
    if (!(await lease.renew())) throw new LeaseLostError(leaseName(kind));
    const present = dirty.filter(({ removed }) => !removed);
    await index.put(present.map((product) => toSearchDocument(kind, product)));
    await index.remove(dirty.filter(({ removed }) => removed).map(({ id }) => id));
    await repository.markSent(dirty);
  }
}

/** Fills an index anew whose number of documents is not the catalogue's: emptied by hand, or somebody else's. */
async function refillIfIncomplete(pass: Pass): Promise<void> {
  const { kind, index, repository, logger } = pass;
  const [expected, found] = await Promise.all([repository.countPresent(kind.name), index.count()]);
  // A product that was written meanwhile is dirty, for only the holder of the lease clears: then the counts say nothing.
  if (found === expected || (await repository.hasDirty(kind.name))) return;
  logger.warn(
    { kind: kind.name, index: index.uid, found, expected },
    "search index incomplete: filling anew",
  );
  if (found > expected) await index.clear();
  await repository.markAllDirty(kind.name);
  await sendDirty(pass);
}

interface IndexState {
  index_created_at: string | null;
  form: string;
}

type IndexStates = ReturnType<typeof createIndexStates>;

/** What each index was like when it was left: by this a foreign index under our name is noticed. */
function createIndexStates(db: Db) {
  const states = db.collection<IndexState & { _id: string }>("search_indexes");
  return {
    find: (uid: string) => states.findOne({ _id: uid }),
    save: async (uid: string, state: IndexState) => {
      await states.updateOne({ _id: uid }, { $set: state }, { upsert: true });
    },
  };
}
