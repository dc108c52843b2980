import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import type { Services } from "../../../src/compose/services.ts";
import { openBenchServices } from "../bench-services.ts";
import { durationMs, median } from "../measures.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";

const FEW = { full: 1000, small: 10 };
const MANY = { full: 200_000, small: 20 };
const TURNS = { full: 20, small: 2 };
const AT_A_TIME = 1000;
const SUM_UP_MS = 60_000;

/** What the usage of an account costs that has submitted and kept very much. */
export const usage200k: BenchRow = {
  name: "usage-200k",
  path: "the usage of an account with 200,000 submissions in a month and as many files",
  yardstick: "the same of an account with 1,000 of each",
  isYardstickOurs: true,
  figures: {
    usage_ms: { judged: "ratio", goal: null },
    usage_after_loss_of_counter_ms: { judged: "ratio", goal: null },
    refund_ms: { judged: "ratio", goal: null },
    removal_of_file_ms: { judged: "ratio", goal: null },
  },
  open: openAccounts,
};

type Opened = Awaited<ReturnType<typeof openBenchServices>>;

async function openAccounts(setup: BenchSetup): Promise<Duel> {
  const { size, say } = setup;
  const opened = await openBenchServices(setup);
  say(`storing an account with ${MANY[size]} submissions and files`);
  const small = await storeAccount(opened.services, FEW[size]);
  const large = await storeAccount(opened.services, MANY[size]);
  return {
    ours: () => measure(opened, large, TURNS[size]),
    yardstick: () => measure(opened, small, TURNS[size]),
  };
}

/** An account, and what is left to be taken away from it. */
interface StoredAccount {
  account: { account_id: string; tier: string };
  period: string;
  submissionId: string;
  refunds: number;
  fileIds: string[];
}

async function storeAccount(services: Services, count: number): Promise<StoredAccount> {
  const { usage, records, clock } = services;
  const account = { account_id: randomUUID(), tier: "unlimited" };
  const { account_id } = account;
  const { period } = await usage.lastChargeOf(account_id);
  const newIds = (make: () => string) => Array.from({ length: count }, make);

  const submissionIds = newIds(() => randomUUID());
  const submission = { account_id, period, charged: 1, refunded: [], runs_created: true };
  await storeMany(services, "submissions", submissionIds, submission);
  while ((await records.ledger.sumUpAll(SUM_UP_MS)) > 0);

  const fileIds = newIds(() => new ObjectId().toHexString());
  const upload = { account_id, state: "referenced", bytes: 45_000, touched_at: clock() };
  await storeMany(services, "uploads", fileIds, upload);
  return { account, period, submissionId: submissionIds[0] ?? "", refunds: 0, fileIds };
}

async function storeMany(
  { stores }: Services,
  collection: string,
  ids: readonly string[],
  fields: object,
): Promise<void> {
  const documents = stores.mongo.db.collection<{ _id: string }>(collection);
  for (let from = 0; from < ids.length; from += AT_A_TIME)
    await documents.insertMany(
      ids.slice(from, from + AT_A_TIME).map((_id) => Object.assign({ _id }, fields)),
    );
}

async function measure({ config, services }: Opened, stored: StoredAccount, turns: number): Promise<Sample> {
  const { usage, records, stores } = services;
  const { account, period, submissionId, fileIds } = stored;
  const { account_id } = account;
  const medianOf = async (act: () => Promise<unknown>, prepare = async (): Promise<unknown> => undefined) => {
    const durations: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      await prepare();
      durations.push(await durationMs(act));
    }
    return median(durations);
  };
  const counter = `${config.REDIS_KEY_PREFIX}:usage:{${account_id}}:${period}`;
  return {
    usage_ms: await medianOf(() => usage.of(account)),
    usage_after_loss_of_counter_ms: await medianOf(
      () => usage.of(account),
      () => stores.redis.unlink(counter),
    ),
    refund_ms: await medianOf(async () => {
      stored.refunds += 1;
      await records.ledger.refund(submissionId, String(stored.refunds));
      await usage.rebuild(account_id, period, submissionId);
    }),
    removal_of_file_ms: await medianOf(() => records.files.remove([takeFrom(fileIds)])),
  };
}

function takeFrom(fileIds: string[]): string {
  const id = fileIds.pop();
  if (id === undefined) throw new Error("no file is left to be removed: measure fewer pairs");
  return id;
}
