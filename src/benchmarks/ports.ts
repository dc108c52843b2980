import type { BuildSummary } from "../answers/build-answer.ts";
import type { Actor } from "../authorization.ts";

/** The caller who submits, and the tier of its account. */
export interface Submitter extends Actor {
  tier: string;
}

/** Units that are reserved for a submission until it is in the ledger. */
export interface ReservedUnits {
  submissionId: string;
  accountId: string;
  /** The month (UTC) in which they count. */
  period: string;
  /** The account's usage, these units included. */
  usage: { period: string; used: number; limit: number | null; resetsAt: Date };
  /** When the reservation expires: the submission must not be stored later. */
  validUntil: Date;
}

/** The run counters as submissions need them. Implemented by `accounts/usage/usage.ts`. */
export interface UsagePort {
  /** @throws RunLimitReachedError when the account has no unit left at all */
  requireUnitsLeft(submitter: Submitter): Promise<void>;
  /** Reserves units in this month, all of them or none. @throws RunLimitReachedError */
  reserve(submitter: Submitter, request: { submissionId: string; units: number }): Promise<ReservedUnits>;
  /** Gives reserved units back: the submission is certainly not in the ledger, and no other request can be storing it. */
  release(units: ReservedUnits): Promise<void>;
  /** Sets the account's counter of a month to what the ledger says. */
  reconcile(accountId: string, period: string): Promise<void>;
}

/** The accounts as benchmarks need them. Implemented by `accounts/accounts.ts`. */
export interface AccountsPort {
  /** @throws AccountGoneError where the account is deleted, or is being deleted */
  requireActive(accountId: string): Promise<void>;
  /**
   * Returns the pseudonym of the person behind an account, which all accounts of the person share, one after the other. Null where
   * there is no account; one that is being deleted is still there.
   */
  personOf(accountId: string): Promise<string | null>;
  /** Returns that pseudonym, how many bytes the stored files of the account have, and its tier. Null where there is no account. */
  filesOwnerOf(accountId: string): Promise<{ personId: string; storedBytes: number; tier: string } | null>;
}

/**
 * The number of bytes that the stored files of each account have, as submissions, deletions and a daily sweep change it. Implemented by
 * `accounts/records/accounts-repository.ts`.
 */
export interface StoredBytesPort {
  /** Adds bytes. Returns false, and adds none, where the account would have more than `maxBytes` then, or is gone. */
  addStoredBytes(accountId: string, added: { bytes: number; maxBytes: number; at: Date }): Promise<boolean>;
  /** Takes the bytes of removed files away. */
  subtractStoredBytes(accountId: string, bytes: number): Promise<void>;
  /** Returns accounts with their numbers, in the order of their ids. */
  findStoredBytes(afterId: string | undefined, limit: number): Promise<AccountBytes[]>;
  /** Replaces the number of an account, unless it has changed since it was read. Does not lower it where bytes were added after a moment. */
  replaceStoredBytes(account: AccountBytes, bytes: number, options: { addedBefore: Date }): Promise<boolean>;
}

/** An account and the number that it has. */
interface AccountBytes {
  _id: string;
  stored_bytes?: number;
}

/** The standings as benchmarks need them. Implemented by `standings/standings.ts`. */
export interface StandingsPort {
  /** Asks a worker to rank what has changed of a build and benchmark. Never throws: a sweep finds what nobody was asked for. */
  noteChange(buildId: number, benchmarkId: number): Promise<void>;
  /**
   * Takes deleted runs of a build out of its standings. Never throws: where it fails, the runs stay marked, and their documents with
   * them, until the sweeps have done both.
   */
  leaveOut(buildId: number, runIds: readonly string[]): Promise<void>;
  /** Returns where a run of a build stands: null where it is not ranked, undefined where nobody can tell now. */
  ofRun(run: RankedResult, build: BuildOfRuns): Promise<RunStanding | null | undefined>;
}

/** A run as standings see it. */
interface RankedResult {
  benchmark_id: number;
  variant: string | null;
  status: string;
  score: number | null;
  suspect: object | null;
}

/** Where a score stands among all comparable builds, and among those with the same parts: null where these are too few. */
export interface RunStanding {
  all: CohortStanding | null;
  same_cpu: CohortStanding | null;
  same_gpu: CohortStanding | null;
  same_cpu_and_gpu: CohortStanding | null;
}

interface CohortStanding {
  builds: number;
  rank: number;
  better_than_percent: number;
  median: number;
  p10: number;
  p90: number;
}

/**
 * What processes tell each other of runs that are complete or failed. A message may be lost: MongoDB knows all the same. Implemented by
 * `infra/redis-channel.ts`.
 */
export interface FinalRunsPort {
  /** Has a function called with the id of each run that is complete or failed from now on, as long as a subscription stands. */
  listen(onFinal: (runId: string) => void): void;
  /** Returns the number of the subscription that stands; null while none does. */
  subscription(): number | null;
}

/** The stored builds as reading runs needs them. Implemented by `builds/records/builds-repository.ts`. */
export interface StoredBuilds {
  /** Whether there is such a build, and it is not deleted. */
  has(buildId: number): Promise<boolean>;
  /** Returns a build; null where there is none or it is deleted. */
  find(buildId: number): Promise<BuildOfRuns | null>;
}

/** A build as its runs need it: what they name of it, and the ids of its parts by their kind. */
export interface BuildOfRuns {
  _id: number;
  name: string;
  owner_id: string | null;
  parts: { [kind in ComparedKind | "ram"]?: number | undefined };
}

/** The kinds of part whose names in a file are compared with the build. */
type ComparedKind = "cpu" | "gpu" | "motherboard";

/** The catalogue as reading runs needs it. Implemented by `products/catalogue/catalogue.ts`. */
export interface PartsCatalogue {
  /** Returns make and model of a product where a name of recorded hardware certainly means another model; else null. */
  nameOfOther(kind: ComparedKind, id: number, recorded: string): Promise<string | null>;
}

/** The builds as benchmarks need them. Implemented by `builds/builds.ts`. */
export interface BuildsPort {
  /** Returns a build as its runs name it. @throws NotFoundError */
  summaryOf(buildId: number): Promise<BuildSummary>;
  /** Returns a build that was found before as its runs name it. */
  summarise(build: BuildOfRuns): Promise<BuildSummary>;
  /** Returns those of some builds that are there, as their runs name them, by their ids. */
  summariesOfSome(buildIds: readonly number[]): Promise<ReadonlyMap<number, BuildSummary>>;
  /** @throws NotFoundError when there is no such build, NotAllowedError when it belongs to another account, InvalidInputError when it is full */
  requireAttachable(buildId: number, caller: Actor, units: number): Promise<void>;
}
