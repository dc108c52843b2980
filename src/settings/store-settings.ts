import { z } from "zod";
import { identifier, integer, url } from "./values.ts";

/** The settings of the stores: where they are, and how long they may take. */
export const storeSettings = {
  MONGODB_URL: url("mongodb:", "mongodb+srv:").default("mongodb://127.0.0.1:27017"),
  MONGODB_DATABASE: identifier.default("pc_benchmarks"),
  REDIS_URL: url("redis:", "rediss:").default("redis://127.0.0.1:6379"),
  /** Begins every key in Redis, so that several deployments can share one Redis. */
  REDIS_KEY_PREFIX: identifier.default("pcb"),
  MEILI_URL: url("http:", "https:").default("http://127.0.0.1:7700"),
  /** Meilisearch's master key, or a key that may manage indexes, documents, settings and tasks. */
  MEILI_KEY: z.string().min(1).optional(),
  /** Begins the name of every index in Meilisearch. */
  MEILI_INDEX_PREFIX: identifier.default("pcb"),
  /** Connections a process keeps to Meilisearch. */
  MEILI_CONNECTIONS: integer(1, 1000).default(16),
  /** How long a request waits for one answer of a store before the response is a 503. */
  STORE_TIMEOUT_MS: integer(50, 60_000).default(900),
  /** How long a connection to a store may owe an answer before it counts as dead and is opened anew. */
  STORE_SILENCE_TIMEOUT_MS: integer(100, 60_000).default(4000),
  /** How long the reading of a file from MongoDB may stall. */
  FILE_STALL_TIMEOUT_MS: integer(100, 600_000).default(15_000),
  /** How long a starting process or script waits for MongoDB and for the indexes that it creates there. */
  START_TIMEOUT_MS: integer(100, 3_600_000).default(30_000),
  /** How long a worker waits for one answer of a store before the job is tried again. */
  WORKER_STORE_TIMEOUT_MS: integer(100, 600_000).default(10_000),
};
