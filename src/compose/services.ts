import type { AccountData } from "../account-data.ts";
import {
  createAccountDeletion,
  createAccountExport,
  createAccounts,
  createAccountsRepository,
  createCharges,
  createCustomersRepository,
  createDeletionsRepository,
  createLogIns,
  createLoginStarts,
  createModeration,
  createOwnAccount,
  createSessions,
  createSignIn,
  createSignUps,
  createTiers,
  createTokens,
  createUsage,
  createUsedIdTokens,
} from "../accounts/index.ts";
import {
  benchmarkTypeOf,
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
  createInspections,
  createLedger,
  createPreviews,
  createReviews,
  createRunParser,
  createRuns,
  createRunsOfAccounts,
  createRunsRepository,
  createRunViews,
  createSubmissions,
  headlineOf,
} from "../benchmarks/index.ts";
import { createBilling, createBillingLinks, STRIPE_ADDRESS } from "../billing/index.ts";
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
import { createAuditTrail } from "../infra/audit-trail.ts";
import { systemClock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { newRandomId } from "../infra/new-id.ts";
import { createSecurityEvents } from "../infra/security-events.ts";
import { createServerSecret } from "../infra/server-secret.ts";
import { callBoth } from "../infra/store-calls.ts";
import { createStoreStates } from "../infra/store-states.ts";
import { noTraces, type Traces } from "../infra/traces/traces.ts";
import { createMetrics, type Metrics } from "../metrics/metrics.ts";
import {
  createAllKindsSearch,
  createBuildParts,
  createCatalogue,
  createChips,
  createMeasuredParts,
  createProductRecords,
  createProductScores,
  createProductSearch,
  createProductSync,
  createScoredBy,
  createScoreChanges,
  createScoreVariants,
} from "../products/index.ts";
import { createJobQueue } from "../queues/job-queue.ts";
import {
  createCategoriesRepository,
  createEntriesRepository,
  createMedians,
  createOpenData,
  createRankings,
  createRanks,
  createStandings,
  createUpgrades,
} from "../standings/index.ts";
import { measureAllKindsSearch, measureSearch, measureUsage } from "./measured.ts";
import { knownForms, migrateStores } from "./migrations.ts";
import { createReplace, pauseAt, type Overrides } from "./overrides.ts";
import { openStores, prepareMongo, type Stores } from "./stores.ts";
import { listSweeps } from "./sweeps.ts";

/** The services of a process, such as the service of builds, by their names. */
export type Services = ReturnType<typeof createServices>;

/**
 * Opens the stores, creates their collections and indexes, migrates stored documents, and creates every service.
 * @throws StoreUnavailableError, StoreRefusedError when MongoDB cannot be used within START_TIMEOUT_MS;
 * UnreadableFormError where this version of the service does not know the form of the stored documents
 */
export async function openServices(config: Config, options: ServicesOptions): Promise<Services> {
  const { logger, storeTimeoutMs, metrics = createMetrics(), traces = noTraces } = options;
  const startTimeoutMs = await prepareMongo(config, { logger, knownForms });
  const onCall = callBoth(metrics.stores.callEnded, traces.storeCallEnded);
  const stores = await openStores(config, { timeoutMs: storeTimeoutMs, startTimeoutMs, logger, onCall });
  await migrateStores(stores, logger);
  return createServices(config, stores, { ...options, metrics });
}

/**
 * The composition root: creates every service on open stores, in the order in which they need each other, and passes to
 * each service the objects that it needs. Each object has the same name as in the code that uses the object.
 */
export function createServices(config: Config, stores: Stores, options: ServicesOptions) {
  const { logger, storeTimeoutMs: timeoutMs, reservationOldMs } = options;
  const { metrics = createMetrics(), traces = noTraces } = options;
  const { mongo, redis, finalRuns } = stores;
  const { db } = mongo;
  const { client } = stores.searchEngine;
  const findStoreStates = createStoreStates(stores, config.STORE_TIMEOUT_MS);
  const replaced = createReplace({ ...pauseAt(config.TEST_CONSTANTS.PAUSE_AT), ...options.overrides });

  // Create the objects that many services need, such as the clock, the ids and the queue, before all other objects.
  const clock = replaced("clock", systemClock);
  const newId = replaced("newId", newRandomId);
  const serverSecret = createServerSecret(config);
  const auditTrail = createAuditTrail({ db, clock, serverSecret, logger, config });
  const securityEvents = createSecurityEvents({ logger, auditTrail });
  const { telemetry } = traces;
  const queue = replaced(
    "queue",
    createJobQueue({ redis, config, timeoutMs, logger, storeLog: stores.log, telemetry }),
  );
  const idempotency = createIdempotency({ db, clock });

  // The repositories give the services access to the stored documents.
  const accountsRepository = createAccountsRepository(db);
  const customersRepository = createCustomersRepository(db);
  const deletions = createDeletionsRepository(db);
  const buildsRepository = createBuildsRepository(db);
  const ledger = replaced("ledger", createLedger(db, metrics.usage.refunded));
  const runsRepository = replaced("runsRepository", createRunsRepository(db));
  const contents = createFileContents(stores);
  const files = replaced("files", createFileStore({ mongo, contents, clock, config }));
  const series = replaced("series", createFrameSeriesRepository(db));
  const failures = createFailedRunsRepository({ db, clock, serverSecret });
  const scoreVariants = createScoreVariants(db);
  const entries = createEntriesRepository(db);
  const categories = createCategoriesRepository(db);

  // The services of accounts: tiers, sign-in, sessions and the limit of runs.
  const tiers = createTiers(config);
  const charges = createCharges({ ledger, accountsRepository, deletions, serverSecret });
  const { corrected: onCorrected } = metrics.usage;
  const billingLinks = createBillingLinks({ config, serverSecret });
  const usage = measureUsage(
    replaced(
      "usage",
      createUsage({
        db,
        redis,
        ledger,
        charges,
        tiers,
        billingLinks,
        reservationOldMs,
        onCorrected,
        clock,
        config,
      }),
    ),
    metrics.usage,
  );
  const sessions = createSessions({ db, accountsRepository, clock, newId, config });
  const tokens = createTokens({ db, accountsRepository, clock, newId, config });
  const moderation = createModeration({
    accountsRepository,
    deletions,
    serverSecret,
    securityEvents,
    clock,
    config,
  });
  const signUps = createSignUps({ redis, serverSecret, clock, logger, config });
  const accounts = createAccounts({
    accountsRepository,
    buildsRepository,
    moderation,
    sessions,
    signUps,
    tiers,
    serverSecret,
    clock,
    newId,
  });
  const loginStarts = createLoginStarts({ db, clock, config });
  const usedIdTokens = createUsedIdTokens(db);
  const signIn = createSignIn({ loginStarts, usedIdTokens, clock, config });
  const logIns = createLogIns({ accounts, sessions, signIn, securityEvents, config });
  const stripeAddress = replaced("stripeAddress", STRIPE_ADDRESS);
  const billing = createBilling({
    customersRepository,
    tiers,
    serverSecret,
    securityEvents,
    stripeAddress,
    clock,
    logger,
    config,
  });

  // The services of the catalogue of products and of its search.
  const catalogue = createCatalogue({ db, clock, logger, queue });
  const buildParts = createBuildParts({ catalogue, clock, config });
  const scoredBy = createScoredBy({ benchmarkTypes, scoreVariants });
  const scoreChanges = createScoreChanges({ catalogue, queue, logger });
  const productSync = createProductSync({ db, client, config, clock, newId, logger });
  const measuredParts = createMeasuredParts({ catalogue, scoredBy, clock, config });
  const search = measureSearch(
    createProductSearch({ client, catalogue, scoredBy, buildsRepository, queue, clock, config, logger }),
    metrics.search,
  );
  const productRecords = createProductRecords({ catalogue, scoredBy, search, clock, config });
  const chips = createChips({ catalogue, scoredBy, search, clock, config });
  const allKindsSearch = measureAllKindsSearch(createAllKindsSearch({ search }), metrics.search);

  // The services that rank results, and that compute scores of products from the results.
  const buildLimits = replaced("buildLimits", serviceBuildLimits);
  const capacity = createBuildCapacity({ runsRepository, buildsRepository, buildLimits });
  const ranks = createRanks({
    redis,
    db,
    clock,
    newId,
    entries,
    categories,
    benchmarkTypes,
    config,
    queue,
    logger,
  });
  const standings = createStandings({
    runsRepository,
    buildsRepository,
    catalogue,
    capacity,
    benchmarkTypeOf,
    entries,
    categories,
    ranks,
    scoreChanges,
    queue,
    clock,
    newId,
    config,
    logger,
  });
  const medians = createMedians({ ranks, categories, benchmarkTypes });
  const productScores = createProductScores({ catalogue, medians, benchmarkTypes, scoreVariants, newId });

  // The services of runs and builds.
  const budgets = createBudgets({ accounts, accountsRepository, runsRepository, failures, clock, config });
  const figures = createFigures({ runsRepository, buildLimits });
  const runs = createRuns({
    runsRepository,
    ledger,
    files,
    series,
    accountsRepository,
    buildsRepository,
    usage,
    figures,
    standings,
    queue,
    finalRuns,
    securityEvents,
    clock,
  });
  const builds = createBuilds({
    buildsRepository,
    runsRepository,
    catalogue,
    buildParts,
    accounts,
    runs,
    figures,
    capacity,
    standings,
    idempotency,
    securityEvents,
    clock,
    config,
  });
  const runViews = createRunViews({ runs, builds, config });
  const reviews = createReviews({
    runsRepository,
    ledger,
    buildsRepository,
    standings,
    securityEvents,
    clock,
  });
  const frames = createFrames({ runs, runsRepository, series, clock, config, logger });
  const rankings = createRankings({
    ranks,
    entries,
    categories,
    runsRepository,
    runs,
    builds,
    catalogue,
    chips,
    productRecords,
    benchmarkTypes,
    headlineOf,
  });
  const previews = createPreviews({ runs, runViews, builds, rankings, config });
  const comparisons = createComparisons({
    runs,
    runsRepository,
    figures,
    frames,
    builds,
    productRecords,
    chips,
    rankings,
  });
  const openData = createOpenData({
    runsRepository,
    buildsRepository,
    catalogue,
    benchmarkTypes,
    serverSecret,
    config,
  });
  const upgrades = createUpgrades({
    ranks,
    entries,
    builds,
    catalogue,
    measuredParts,
    benchmarkTypes,
  });

  // The services that turn a submission into results.
  const runsOfAccounts = createRunsOfAccounts({
    runsRepository,
    ledger,
    files,
    series,
    accountsRepository,
    buildsRepository,
    standings,
    idempotency,
  });
  const submissions = createSubmissions({
    runsRepository,
    ledger,
    files,
    series,
    accountsRepository,
    buildsRepository,
    accounts,
    builds,
    usage,
    budgets,
    standings,
    runsOfAccounts,
    idempotency,
    queue,
    securityEvents,
    clock,
    newId,
    config,
    logger,
  });
  const seriesPublisher = createSeriesPublisher({ series, logger });
  const fileReaders = replaced("fileReaders", createFileReaders({ config }));
  const inspections = createInspections({ fileReaders, budgets, securityEvents, config, logger });
  const runParser = createRunParser({
    finalRuns,
    metrics,
    runsRepository,
    ledger,
    files,
    fileReaders,
    seriesPublisher,
    failures,
    accountsRepository,
    buildsRepository,
    accounts,
    catalogue,
    usage,
    standings,
    clock,
    config,
    logger,
    traces,
  });
  const benchmarkSweeps = createBenchmarkSweeps({
    submissions,
    runs,
    runParser,
    ledger,
    runsRepository,
    files,
    accountsRepository,
    clock,
    config,
  });
  const seriesSweep = createSeriesSweep({ series, runsRepository, clock, config });

  // All data that the service stores about accounts, in the order in which DELETE /me removes it: first the sessions
  // and tokens, last the run counters, because the earlier removals may still change the counters.
  const accountData: AccountData[] = [
    sessions.accountData,
    tokens.accountData,
    builds.accountData,
    runsOfAccounts,
    standings.accountData,
    auditTrail.accountData,
    usage.accountData,
  ];
  const accountExport = createAccountExport({
    db,
    accountsRepository,
    accountData,
    securityEvents,
    clock,
    newId,
  });
  const deletedData = [...accountData, accountExport.accountData];
  const accountDeletion = createAccountDeletion({
    accountsRepository,
    deletions,
    charges,
    moderation,
    runs,
    accountData: deletedData,
    securityEvents,
    serverSecret,
    clock,
    newId,
    logger,
    config,
  });
  const ownAccount = createOwnAccount({
    accounts,
    sessions,
    tokens,
    usage,
    budgets,
    billingLinks,
    accountDeletion,
    securityEvents,
  });

  const sweeps = listSweeps({
    benchmarkSweeps,
    seriesSweep,
    builds,
    standings,
    ranks,
    productScores,
    usage,
    accountDeletion,
  });

  /**
   * Closes everything that the services have opened. The stores are closed last, because the other services may need
   * them while they are closed.
   */
  const close = async (): Promise<void> => {
    await submissions.close();
    await queue.close();
    fileReaders.close();
    await Promise.all([frames.close(), previews.close(), auditTrail.close()]);
    await stores.close();
  };

  return {
    stores,
    metrics,
    traces,
    clock,
    newId,
    serverSecret,
    auditTrail,
    securityEvents,
    queue,
    idempotency,
    accountsRepository,
    customersRepository,
    buildsRepository,
    ledger,
    runsRepository,
    files,
    series,
    failures,
    scoreVariants,
    entries,
    categories,
    tiers,
    usage,
    sessions,
    tokens,
    moderation,
    accounts,
    signIn,
    logIns,
    billing,
    catalogue,
    buildParts,
    scoredBy,
    scoreChanges,
    productRecords,
    chips,
    productSync,
    search,
    allKindsSearch,
    ranks,
    standings,
    productScores,
    budgets,
    figures,
    runs,
    builds,
    runViews,
    reviews,
    frames,
    comparisons,
    previews,
    rankings,
    openData,
    upgrades,
    runsOfAccounts,
    submissions,
    inspections,
    runParser,
    accountExport,
    accountDeletion,
    ownAccount,
    sweeps,
    findStoreStates,
    close,
  };
}

interface ServicesOptions {
  logger: Logger;
  /** How long a call waits for one answer of a store, in milliseconds. */
  storeTimeoutMs: number;
  /** The tracing of the process; by default nothing is traced. */
  traces?: Traces;
  /** The functions with which a test replaces objects of the services, by the names of the objects. */
  overrides?: Overrides;
  /** The metrics of the process; by default a new set of metrics. */
  metrics?: Metrics;
  /**
   * The age, in ms, at which runs are no longer counted against the limit of an account if their submission was not
   * stored. Only tests set this option.
   */
  reservationOldMs?: number;
}
