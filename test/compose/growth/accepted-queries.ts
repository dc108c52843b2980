const FEW_DELETING = "runs that are being deleted, which are removed shortly";
const PAGES_OF_SESSIONS = "MAX_SESSIONS";
const PAGES_OF_TOKENS = "MAX_TOKENS";
const OUTSIDE =
  "the runs of a build with unusual scores, and its runs that are marked, reviewed or being deleted";
const CARDS = "the cards with one chip, or the packages of one processor";
const BUILDS_WITH = "the builds with a product of which an import has made another chip or model";
const PIECES = "two pieces of one million frames, and an overview of each version of the renderer";
const AUDITED = "the events of an account, when it is exported or deleted";
const HIDDEN = "the runs of hidden builds among the newest results";
const REMOVED = "products that were removed, which stay as tombstones";
const CHANNELS = "one document for each reading of a run's file";

/**
 * Queries that may examine more documents than they return, each with the reason why the number of examined documents
 * is limited. The key is the query as `describeQuery` describes it.
 */
export const acceptedScans: Readonly<Record<string, string>> = {
  "runs: build_id & ranking.categories & ranking.value $gt & status & review $exists & outlier_mark $exists & ranking.categories $size; without a limit: status compared in documents, review $exists compared in documents, outlier_mark $exists compared in documents, ranking.categories $size compared in documents":
    OUTSIDE,
  "runs: build_id & ranking.categories & ranking.value $gt & status & review $exists & outlier_mark $exists; without a limit: status compared in documents, review $exists compared in documents, outlier_mark $exists compared in documents":
    OUTSIDE,
  "runs: build_id & ranking.categories & ranking.value $lt & status & review $exists & outlier_mark $exists & ranking.categories $size; without a limit: status compared in documents, review $exists compared in documents, outlier_mark $exists compared in documents, ranking.categories $size compared in documents":
    OUTSIDE,
  "runs: build_id & ranking.categories & ranking.value $exists & (outlier_mark $exists | review.decision); by -ranking.value: $or compared in documents":
    OUTSIDE,
  "access_tokens: account_id & expires_at $gt; by -created_at; without a limit: sorted in memory, account_id compared in documents":
    PAGES_OF_TOKENS,
  "access_tokens: account_id & expires_at $lte; without a limit: account_id compared in documents":
    PAGES_OF_TOKENS,
  "access_tokens: account_id & token_id: token_id compared in documents": PAGES_OF_TOKENS,
  "builds: deleted_at $lt & runs_due_at $exists & standing_due $exists: runs_due_at $exists compared in documents, standing_due $exists compared in documents":
    "builds that were deleted a month ago and are not removed yet",
  "builds: name_prefixes & listed & hidden $exists; by -_id: hidden $exists compared in documents":
    "hidden builds whose names have the searched words",
  "builds: owner_id & listed & hidden $exists; by -created_at, -_id: hidden $exists compared in documents":
    "builds of one person that the operator has hidden",
  "accounts: name_prefixes & _id $gt & deleting_since $exists; by _id: deleting_since $exists compared in documents":
    "accounts that are being deleted whose names have the searched words",
  "builds: owner_id & listed & hidden $exists: hidden $exists compared in documents":
    "the hidden builds of one account",
  "frame_overviews: run_id & fencing_token & renderer_version $lt; without a limit: renderer_version compared in documents":
    PIECES,
  "products: kind & compared_as $gt & removed; by compared_as; without a limit: removed compared in documents":
    REMOVED,
  "products: kind & id $gt & id $lte & removed; by id; without a limit: removed compared in documents":
    REMOVED,
  "products: kind & compared_as $in & scores_due $ne; without a limit: scores_due $ne compared in documents":
    CARDS,
  "products: kind & compared_as & removed; by id: removed compared in documents": CARDS,
  "products: kind & compared_as $gte & compared_as $lt & removed; by compared_as: removed compared in documents":
    CARDS,
  "products: kind & compared_as & scores $exists & scores $ne; by id: scores $exists compared in documents, scores $ne compared in documents":
    CARDS,
  "products: kind & scores.category & scores $exists & removed; by -id: removed compared in documents":
    "products that were measured and removed from the catalogue",
  "products: kind & source & source_id $in & removed; without a limit: removed compared in documents":
    "a batch of an import",
  "products: kind & url_slug & removed: removed compared in documents": "a slug is unique",
  "runs: account_id & status $ne; by -created_at, -submission_id, -sequence: status $ne compared in documents":
    FEW_DELETING,
  "runs: benchmark_id & reader_version & file.is_removed = null & status $in & _id $gt; by _id: status compared in documents":
    FEW_DELETING,
  "runs: benchmark_id & reader_version & file.is_removed = null & status $in: status compared in documents":
    FEW_DELETING,
  "runs: build_id & file.sha256 & benchmark_id & _id $ne & status $in & variant $in & recording $in: _id $ne compared in documents":
    "one run",
  "runs: build_id & status $in; by -created_at, -submission_id, -sequence: status compared in keys":
    FEW_DELETING,
  "runs: build_id & status $in: status compared in keys": FEW_DELETING,
  "runs: build_id & status $ne & benchmark_id; by -created_at, -submission_id, -sequence: status $ne compared in documents":
    FEW_DELETING,
  "runs: build_id & status $ne & review.decision $ne & benchmark_id; by -created_at, -submission_id, -sequence: status $ne compared in documents, review.decision $ne compared in documents":
    "a few runs that are hidden or being deleted",
  "runs: status & review.decision & build_id $nin; by -created_at, -submission_id, -sequence: build_id $nin compared in documents":
    HIDDEN,
  "runs: status & review.decision = null & unranked.code = null & outlier.detail = null & build_id $nin; by -created_at, -submission_id, -sequence: build_id $nin compared in documents":
    HIDDEN,
  "audit_events: who & whose & event $ne; without a limit: whose compared in documents, event $ne compared in documents":
    AUDITED,
  "runs: build_id & status $ne; by -created_at, -submission_id, -sequence: status $ne compared in documents":
    FEW_DELETING,
  "runs: status & file.is_removed = null & error.code $in; without a limit: error.code compared in documents":
    "the failed runs of FAILED_FILE_DAYS, streamed by a script",
  "sessions: account_id & expires_at $gt; by -created_at; without a limit: expires_at compared in documents":
    PAGES_OF_SESSIONS,
  "sessions: account_id & session_id: session_id compared in documents": PAGES_OF_SESSIONS,
  "standing_categories: benchmark_id $in & resolution = null & preset = null & words $elemMatch: resolution compared in documents, preset compared in documents":
    "categories with a resolution or a preset have no words",
};

/**
 * Queries that may have no limit, each with the reason why the number of matching documents is limited. The key is the
 * query as `describeQuery` describes it.
 */
export const acceptedReads: Readonly<Record<string, string>> = {
  "runs: build_id & ranking.categories & ranking.value $gt & status & review $exists & outlier_mark $exists & ranking.categories $size; without a limit":
    OUTSIDE,
  "runs: build_id & ranking.categories & ranking.value $gt & status & review $exists & outlier_mark $exists; without a limit":
    OUTSIDE,
  "runs: build_id & ranking.categories & ranking.value $lt & status & review $exists & outlier_mark $exists & ranking.categories $size; without a limit":
    OUTSIDE,
  "runs: build_id; without a limit":
    "the runs of a build that is hidden or shown again: maxRuns of build-limits.ts",
  "runs: benchmark_id & variant = null & ranked_at $gte & ranked_at $lt; by ranked_at, _id; without a limit":
    "all results of a benchmark as data, streamed as fast as the client takes them",
  "audit_events: at $gte; by at; without a limit": "the events of a time, streamed by a command",
  "audit_events: who & whose & event $ne; without a limit": AUDITED,
  "audit_events: who; without a limit": AUDITED,
  "audit_events: whose; without a limit": AUDITED,
  "runs: outlier.detail $exists & status & review.decision = null; without a limit":
    "the outliers, streamed once an hour",
  "standings: everything; by category, run_id; without a limit": "every entry, streamed once an hour",
  "access_tokens: account_id & expires_at $gt; by -created_at; without a limit": PAGES_OF_TOKENS,
  "access_tokens: account_id & expires_at $lte; without a limit": PAGES_OF_TOKENS,
  "access_tokens: account_id; without a limit": PAGES_OF_TOKENS,
  "channel_series: run_id $in; without a limit": CHANNELS,
  "channel_series: run_id & fencing_token $lt; without a limit": CHANNELS,
  "channel_series: run_id & fencing_token; without a limit": CHANNELS,
  "submissions: account_id & period; without a limit":
    "summed up by an index that covers it: at most 100,000 of a limited tier",
  "submissions: created_at $gte; without a limit": "accounts that submitted since the last round, streamed",
  "failed_runs: person_id & expires_at $gt; without a limit": "MAX_FAILED_RUNS_A_DAY",
  "files.chunks: files_id $eq; without a limit": "the driver removes a file, of MAX_FILE_BYTES",
  "frame_overviews: run_id $in; without a limit": PIECES,
  "frame_overviews: run_id & fencing_token $lt; without a limit": PIECES,
  "frame_overviews: run_id & fencing_token & renderer_version $lt; without a limit": PIECES,
  "frame_overviews: run_id & fencing_token; without a limit": PIECES,
  "frame_series: run_id $in; without a limit": PIECES,
  "frame_series: run_id & fencing_token $lt; without a limit": PIECES,
  "frame_series: run_id & fencing_token; by piece; without a limit": PIECES,
  "frame_series: run_id & fencing_token; without a limit": PIECES,
  "idempotency_keys: resource_id $in; without a limit": "a page of submissions or builds, one key each",
  "migrations: everything; without a limit": "one document for each form of the documents",
  "product_score_variants: everything; without a limit":
    "at most 100 variants for each benchmark, and variants that are about to be removed",
  "builds: parts.cpu; without a limit": BUILDS_WITH,
  "builds: parts.gpu; without a limit": BUILDS_WITH,
  "products: kind & fields.price_date $gte & fields.price_date $lt; without a limit":
    "the ids of the products whose prices have become old since the last check, streamed once a day",
  "products: kind & compared_as $gt & removed; by compared_as; without a limit":
    "the chips of the catalogue, streamed for the sitemap",
  "products: kind & id $gt & id $lte & removed; by id; without a limit":
    "the products of a part of the sitemap, streamed",
  "products: kind & compared_as $in & scores_due $ne; without a limit": CARDS,
  "products: kind & removed; without a limit": "counts the keys of a kind's products",
  "products: kind & source; without a limit":
    "the ids of a source's products, for an import that compares them",
  "runs: account_id & is_waiting; without a limit": "MAX_WAITING_RUNS",
  "runs: status & file.is_removed = null & error.code $in; without a limit":
    "the failed runs of FAILED_FILE_DAYS, streamed by a script",
  "runs: is_waiting & status & created_at $lt; by created_at, submission_id, sequence; without a limit":
    "the files that wait, streamed by a script",
  "runs: account_id & stored_bytes $gt; without a limit": "the keys of an account's runs, once a day",
  "runs: submission_id; without a limit": "MAX_RUNS and MAX_FILES",
  "sessions: account_id & expires_at $gt; by -created_at; without a limit": PAGES_OF_SESSIONS,
  "sessions: account_id; by -created_at; without a limit": PAGES_OF_SESSIONS,
  "sessions: account_id; without a limit": PAGES_OF_SESSIONS,
  "standings: everything; by account_id, category, _id; without a limit":
    "every entry, streamed after a loss of Redis",
};

/**
 * Queries that need no index or limit of their own, each with the reason. The service sends these queries only in some
 * of the runs of `walkThrough`.
 */
export const rareQueries: Readonly<Record<string, string>> = {
  "submissions: account_id & period & _id $nin; without a limit":
    "at most 100,000 submissions of a limited tier, summed up for a lost counter while others are under way",
  "submissions: account_id & period & _id $nin; without a limit: _id $nin compared in documents":
    "the query leaves out only the few submissions that are under way",
};

/** Queries that only tests send. */
export const queriesOfTests: ReadonlySet<string> = new Set([
  "builds: deleted_at $exists; without a limit",
  "builds: owner_id",
  "products: kind",
  "products: kind; by _id",
  "submissions: _id $gt",
  "products: removed",
  "runs: status; without a limit",
  "search_indexes: everything; without a limit",
  "submissions: everything; without a limit",
]);

/** Indexes that no query of the service needs, but that MongoDB's driver creates for GridFS. */
export const indexesOfDriver: ReadonlySet<string> = new Set(["files.files: filename_1_uploadDate_1"]);
