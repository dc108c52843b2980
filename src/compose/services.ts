import type { AccountData } from "../account-data.ts";
import {
  createAccountDeletion,
  createAccountExport,
  createAccounts,
  createAccountsRepository,
  createDeletionsRepository,
  createLogIns,
  createLoginStarts,
  createOwnAccount,
  createSessions,
  createSignIn,
  createTokens,
  createUsedIdTokens,
} from "../accounts/index.ts";
import {
  benchmarkTypes,
  buildLimits as serviceBuildLimits,
  createBenchmarkSweeps,
  createBudgets,
  createBuildCapacity,
  createFailedRunsRepository,
  createFigures,
  createFileContents,
  createFileReaders,
  createFileStore,
  createLedger,
  createPreviews,
  createReviews,
  createRunParser,
  createRuns,
  createRunsOfAccounts,
  createRunsRepository,
  createRunViews,
  createSubmissions,
} from "../benchmarks/index.ts";
import { createBuilds, createBuildsRepository } from "../builds/index.ts";
import { createComparisons } from "../compare/index.ts";
import type { Config } from "../config.ts";
import {
  createFrames,
  createFrameSeriesRepository,
  createSeriesPublisher,
  createSeriesSweep,
} from "../frames/index.ts";
import { createIdempotency } from "../idempotency/idempotency.ts";
import { systemClock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { newRandomId } from "../infra/new-id.ts";
import { createServerSecret } from "../infra/server-secret.ts";
import { bothToldOf } from "../infra/store-calls.ts";
import { createSecurityEvents } from "../infra/security-events.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import { noTraces, type Traces } from "../infra/traces/traces.ts";
import { createMeasuredParts, createProductScores } from "../products/index.ts";
import { createJobQueue } from "../queues/job-queue.ts";
import { createMedians, createUpgrades } from "../standings/index.ts";
import { closeAll } from "./close-services.ts";
import { migrateStores, migrations } from "./migrations.ts";
import { pauseAt, type Overrides, type Ports } from "./ports.ts";
import { watchRuns } from "./measured.ts";
import { createProductServices } from "./product-services.ts";
import { createRankingServices } from "./ranking-services.ts";
import { createStandingServices } from "./standing-services.ts";
import { openStores, prepareMongo, type Stores } from "./stores.ts";
import { createUsageServices } from "./usage-services.ts";

/** The services of a process, one object for each noun of the domain. */
export type Services = ReturnType<typeof createServices>;

/**
 * Opens the stores, creates their collections and indexes, migrates stored documents, and creates every service.
 * @throws StoreUnavailableError, StoreRefusedError when MongoDB cannot be used within START_TIMEOUT_MS; UnreadableFormError where a
 * newer version has migrated its documents
 */
export async function openServices(config: Config, options: ServicesOptions): Promise<Services> {
  const { logger, storeTimeoutMs, metrics = createMetrics(), traces = noTraces } = options;
  const startTimeoutMs = await prepareMongo(config, { logger, migrations });
  const onCall = bothToldOf(metrics.stores.callEnded, traces.storeCallEnded);
  const stores = await openStores(config, { timeoutMs: storeTimeoutMs, startTimeoutMs, logger, onCall });
  await migrateStores(stores, logger);
  return createServices(config, stores, { ...options, metrics });
}

/**
 * The composition root: creates every service on open stores and hands each service what it needs.
 * @param options.overrides replacements of some ports, by name
 */
export function createServices(config: Config, stores: Stores, options: ServicesOptions) {
  const base = createPorts(config, stores, options);
  const accountServices = createAccountServices(base);
  const productServices = createProductServices(base);
  const standingServices = createStandingServices({ ...base, ...productServices });
  const benchmarkServices = createBenchmarkServices({
    ...base,
    ...accountServices,
    ...productServices,
    ...standingServices,
  });
  const choosingServices = createChoosingServices({
    ...base,
    ...accountServices,
    ...productServices,
    ...benchmarkServices,
    ...standingServices,
  });
  const privacyServices = createPrivacyServices({
    ...base,
    ...accountServices,
    ...productServices,
    ...standingServices,
    ...benchmarkServices,
  });
  const { clock, newId, queue, records, storedBuilds, securityEvents, serverSecret } = base;
  const { accountRecords, metrics, traces } = base;
  const close = () => closeAll({ ...base, ...benchmarkServices, stores });
  return {
    stores,
    metrics,
    clock,
    newId,
    queue,
    records,
    accountRecords,
    storedBuilds,
    securityEvents,
    serverSecret,
    traces,
    close,
    ...accountServices,
    ...productServices,
    ...benchmarkServices,
    ...standingServices,
    ...choosingServices,
    ...privacyServices,
    sweeps: [
      ...benchmarkServices.sweeps,
      ...standingServices.sweeps,
      choosingServices.productScores.sweep,
      base.usage.sweep,
      privacyServices.accountDeletion.sweep,
    ],
  };
}

/** What the services stand on: the ports, each replaced where `options.overrides` names it. */
function createPorts(config: Config, stores: Stores, options: ServicesOptions) {
  const { logger, storeTimeoutMs: timeoutMs, metrics = createMetrics(), traces = noTraces } = options;
  const { mongo, redis, finalRuns, searchEngine } = stores;
  const { db } = mongo;
  const overrides: Overrides = { ...pauseAt(config.TEST_CONSTANTS.PAUSE_AT), ...options.overrides };
  const port = <Name extends keyof Ports>(name: Name, real: Ports[Name]): Ports[Name] =>
    overrides[name]?.(real) ?? real;

  const clock = port("clock", systemClock);
  const newId = port("newId", newRandomId);
  const queue = port(
    "queue",
    createJobQueue({ redis, config, timeoutMs, logger, storeLog: stores.log, telemetry: traces.telemetry }),
  );
  const accountRecords = createAccountsRepository(db);
  const contents = createFileContents(stores);
  const files = port("files", createFileStore({ mongo, contents, clock, config }));
  const fileReaders = port("fileReaders", createFileReaders({ config }));
  const series = port("series", createFrameSeriesRepository(db));
  const ledger = port("ledger", createLedger(db, metrics.usage.refunded));
  const runRecords = watchRuns(port("runRecords", createRunsRepository(db)), metrics.jobs, finalRuns.send);
  const storedBuilds = createBuildsRepository(db);
  const buildLimits = port("buildLimits", serviceBuildLimits);
  const capacity = createBuildCapacity({ runs: runRecords, storedBuilds, buildLimits });
  const deletions = createDeletionsRepository(db);
  const serverSecret = createServerSecret(config);
  const failures = createFailedRunsRepository({ db, clock, serverSecret });
  const onLedger = { db, redis, ledger, accounts: accountRecords, deletions, serverSecret };
  const { tiers, charges, usage } = createUsageServices({
    ...onLedger,
    clock,
    config,
    metrics,
    reservationOldMs: options.reservationOldMs,
    replaced: (real) => port("usage", real),
  });
  const securityEvents = createSecurityEvents(logger);
  const records = { ledger, runs: runRecords, files, series, failures };
  const foundation = { config, logger, metrics, traces, db, redis, finalRuns, client: searchEngine.client };
  const ofAccounts = { accountRecords, deletions, serverSecret, charges, tiers, usage };
  return {
    ...foundation,
    clock,
    newId,
    queue,
    fileReaders,
    records,
    storedBuilds,
    buildLimits,
    capacity,
    ...ofAccounts,
    securityEvents,
  };
}

type Base = ReturnType<typeof createPorts>;

function createAccountServices(base: Base) {
  const { tiers, usage, accountRecords } = base;
  const sessions = createSessions({ ...base, accounts: accountRecords });
  const tokens = createTokens({ ...base, accounts: accountRecords });
  const accounts = createAccounts({ ...base, accounts: accountRecords, sessions });
  const signIn = createSignIn({
    ...base,
    starts: createLoginStarts(base),
    usedIdTokens: createUsedIdTokens(base.db),
  });
  const logIns = createLogIns({ ...base, accounts, sessions, signIn });
  const idempotency = createIdempotency(base);
  return { tiers, usage, sessions, tokens, accounts, signIn, logIns, idempotency };
}

type BenchmarkBase = Base &
  ReturnType<typeof createAccountServices> &
  ReturnType<typeof createProductServices> &
  ReturnType<typeof createStandingServices>;

function createBenchmarkServices(base: BenchmarkBase) {
  const { records, accountRecords, storedBuilds, buildLimits, config } = base;
  const budgets = createBudgets({ ...base, ...records, storedBytes: accountRecords });
  const figures = createFigures({ ...records, buildLimits });
  const common = { ...base, ...records, storedBytes: accountRecords, budgets, figures };
  const runs = createRuns(common);
  const builds = createBuilds({ ...base, records: storedBuilds, runs, figures });
  const runViews = createRunViews({ runs, builds, config });
  const runsOfAccounts = createRunsOfAccounts(common);
  const submissions = createSubmissions({ ...common, builds, runsOfAccounts });
  const frames = createFrames({ ...common, runService: runs });
  const comparisons = createComparisons({ ...common, runService: runs, frames, builds });
  const previews = createPreviews({ runs, runViews, builds, config });
  const seriesPublisher = createSeriesPublisher(common);
  const runParser = createRunParser({ ...common, seriesPublisher });
  const reviews = createReviews(common);
  const sweeps = [
    ...createBenchmarkSweeps({ ...base, storedBytes: accountRecords, submissions, runs, runParser }),
    createSeriesSweep(common),
    builds.sweep,
  ];
  const ofRuns = { runs, runViews, runsOfAccounts, frames, comparisons, previews, runParser, reviews };
  return { budgets, builds, figures, submissions, ...ofRuns, sweeps };
}

/** What tells people what results are worth, and which part to choose: it joins the catalogue with the ranks. */
function createChoosingServices(base: AllServices) {
  const benchmarks = benchmarkTypes;
  const medians = createMedians({ ...base, benchmarks });
  const productScores = createProductScores({ ...base, medians, benchmarks, variants: base.scoreVariants });
  const measuredParts = createMeasuredParts(base);
  const upgrades = createUpgrades({ ...base, measuredParts, benchmarks });
  return { productScores, upgrades, ...createRankingServices(base) };
}

type AllServices = BenchmarkBase & ReturnType<typeof createBenchmarkServices>;

/**
 * All that the service keeps on accounts, in the order in which DELETE /me removes it: first what lets somebody in, last the
 * counter, which everything before it may change.
 */
const accountDataOf = ({
  sessions,
  tokens,
  builds,
  runsOfAccounts,
  standings,
  usage,
}: AllServices): AccountData[] => [
  sessions.accountData,
  tokens.accountData,
  builds.accountData,
  runsOfAccounts,
  standings.accountData,
  usage.accountData,
];

function createPrivacyServices(base: AllServices) {
  const common = { ...base, accounts: base.accountRecords };
  const accountData = accountDataOf(base);
  const accountExport = createAccountExport({ ...common, accountData });
  const accountDeletion = createAccountDeletion({
    ...common,
    accountData: [...accountData, accountExport.accountData],
  });
  const ownAccount = createOwnAccount({ ...base, accountDeletion });
  return { accountDeletion, accountExport, ownAccount };
}

interface ServicesOptions {
  logger: Logger;
  /** How long a call waits for one answer of a store, in milliseconds. */
  storeTimeoutMs: number;
  /** By default nothing is traced. */
  traces?: Traces;
  overrides?: Overrides;
  /** Where the process counts; metrics of its own by default. */
  metrics?: Metrics;
  /** The age in ms at which a reserved unit that no stored submission has is free again. Tests make it short. */
  reservationOldMs?: number;
}
