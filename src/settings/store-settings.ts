import { z } from "zod";
import { filesUrl } from "./files-url.ts";
import { identifier, integer, url } from "./values.ts";

/**
 * The URL of MongoDB. Such a URL may list several hosts with ports (`mongodb://one:27017,two:27017/`), which the URL
 * parser of Node refuses, so only its beginning is checked; the driver checks the rest when it connects.
 */
const mongodbUrl = z
  .string()
  .regex(/^mongodb(?:\+srv)?:\/\/[^/?#]/, "expected a URL that begins with mongodb:// or mongodb+srv://");

/** The settings of the stores: their addresses, their keys, and the time limits of their answers. */
export const storeSettings = {
  MONGODB_URL: mongodbUrl.default("mongodb://127.0.0.1:27017"),
  MONGODB_DATABASE: identifier.default("pc_benchmarks"),
  REDIS_URL: url("redis:", "rediss:").default("redis://127.0.0.1:6379"),
  /** The prefix of every key in Redis, so that several deployments can share one Redis. */
  REDIS_KEY_PREFIX: identifier.default("pcb"),
  MEILI_URL: url("http:", "https:").default("http://127.0.0.1:7700"),
  /** Meilisearch's master key, or a key that may manage indexes, documents, settings and tasks. */
  MEILI_KEY: z.string().min(1).optional(),
  /** The prefix of the name of every index in Meilisearch. */
  MEILI_INDEX_PREFIX: identifier.default("pcb"),
  /**
   * The bucket of an object store in which the result files are stored. If this setting is absent, the files are stored
   * in GridFS in MongoDB.
   */
  FILES_URL: filesUrl.optional(),
  /**
   * The key that signs requests to the object store. If this setting is absent, the AWS client itself looks for a key:
   * in variables, in files, and by the role of the machine.
   */
  FILES_ACCESS_KEY_ID: z.string().min(1).optional(),
  FILES_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** How long a request waits for one answer of a store before the response is a 503, in ms. */
  STORE_TIMEOUT_MS: integer(50, 60_000).default(900),
  /** How long a starting process or script waits for MongoDB and for the creation of the indexes in MongoDB, in ms. */
  START_TIMEOUT_MS: integer(100, 3_600_000).default(30_000),
};
