import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { connectionLimits } from "./connection-limits.ts";
import type { OnStoreCall } from "./store-calls.ts";

/** Where files are stored: a bucket of an object store, and the address of the store. */
export interface FilesLocation {
  bucket: string;
  /** The prefix of the key of every object in the object store: empty, or a path with a slash at its end. */
  keyPrefix: string;
  /** The region of the bucket; null where the usual variables and files of AWS name the region. */
  region: string | null;
  /** The URL of the object store; null for the object store of AWS. */
  endpoint: string | null;
}

/** The address of an object store, the key for its requests, and the time limits of its answers. */
export interface S3Options {
  location: FilesLocation;
  /**
   * The key that signs requests to the object store; null if the AWS client finds a key itself: in variables, in files,
   * or by the role of the machine.
   */
  accessKey: { accessKeyId: string; secretAccessKey: string } | null;
  /**
   * How long a call to the object store may wait for an answer, and how long the sending of a part may transfer no
   * bytes, in ms.
   */
  timeoutMs: number;
  /** How long a call to the object store that sends or receives an object may take, in ms. */
  stallTimeoutMs: number;
  /**
   * The setting STORE_SILENCE_TIMEOUT_MS, from which `connectionLimits` computes when an unused connection is closed.
   */
  silenceTimeoutMs: number;
  /** The function that is called at the end of each call to the object store. */
  onCall?: OnStoreCall;
}

/**
 * The maximum number of connections of a process to the object store. An upload needs one connection at a time; further
 * uploads wait for a free connection.
 */
const MAX_CONNECTIONS = 256;

/**
 * The region that the service names in requests to an object store without regions. The documentation of such stores
 * demands this value.
 */
const ANY_REGION = "us-east-1";

/** Returns the options of the AWS client for an object store. */
export function s3ClientOptions({
  location,
  accessKey,
  ...limits
}: Omit<S3Options, "onCall">): S3ClientConfig {
  const { endpoint } = location;
  const region = location.region ?? (endpoint === null ? null : ANY_REGION);
  const agent = {
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    // Close unused connections to the object store, because a firewall may drop a connection that was unused for some
    // minutes.
    timeout: connectionLimits(limits.silenceTimeoutMs).pingIntervalMs,
  };
  return {
    ...(region !== null && { region }),
    ...(endpoint !== null && { endpoint, forcePathStyle: !isOfAws(endpoint) }),
    ...(accessKey && { credentials: accessKey }),
    retryStrategy,
    requestHandler: {
      connectionTimeout: limits.timeoutMs,
      // The AWS client ends a request if its connection has transferred no bytes within the limit `timeoutMs`, in
      // either direction.
      socketTimeout: limits.timeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Send no additional checksums, which not every store accepts: the signature contains the SHA-256 of each body,
    // which every store checks.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
}

/**
 * Whether an endpoint belongs to AWS. In the stores of other makers, a bucket is addressed by a path, because a host
 * name for each bucket would need a certificate and an entry in the DNS.
 */
const isOfAws = (endpoint: string): boolean => /\.amazonaws\.com(?:\.cn)?$/.test(new URL(endpoint).hostname);

const MAX_REPETITIONS = 2;
const FIRST_PAUSE_MS = 50;

type RetryStrategy = Extract<
  NonNullable<S3ClientConfig["retryStrategy"]>,
  { acquireInitialRetryToken: unknown }
>;
type RetryToken = Awaited<ReturnType<RetryStrategy["acquireInitialRetryToken"]>>;

/**
 * Repeats calls that an object store has refused only for the moment, and calls whose connection broke. A call without
 * an answer is not repeated: the sender of the file would wait for a second time limit.
 */
const retryStrategy: RetryStrategy = {
  acquireInitialRetryToken: async () => tokenOf(0),
  refreshRetryTokenForRetry: async (token, { errorType, error }) => {
    const isSilence = error instanceof Error && error.name === "TimeoutError";
    const repetitions = token.getRetryCount();
    if (errorType === "CLIENT_ERROR" || isSilence || repetitions >= MAX_REPETITIONS)
      throw new Error("the call to the object store is not repeated", { cause: error });
    return tokenOf(repetitions + 1);
  },
  recordSuccess: () => undefined,
};

const tokenOf = (repetitions: number): RetryToken => ({
  getRetryCount: () => repetitions,
  getRetryDelay: () => (repetitions === 0 ? 0 : FIRST_PAUSE_MS * 2 ** (repetitions - 1)),
});
