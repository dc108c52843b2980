import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { atEachStep, type Overrides, type SubmissionStep } from "../../src/compose/overrides.ts";
import { billingPeriodOf } from "../../src/accounts/index.ts";
import { createServices, openServices } from "../../src/compose/services.ts";
import { parseConfig, type Config } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import type { Actor } from "../../src/authorization.ts";
import type { UploadedForm } from "../../src/http/bodies/multipart.ts";
import type { SubmissionForm } from "../helpers/client.ts";
import { sessionOf } from "../helpers/session-of.ts";
import { onTeardown, testConstants, testStores, type TestScope } from "../helpers/stores.ts";
import { brokenCapture } from "./results.ts";

/** A submission of typed-in scores, or of captures without a frame, whose runs will fail. */
export interface Request {
  kind: "score" | "file";
  units: number;
  /** The step at which the process of the submission dies. */
  dies?: SubmissionStep | undefined;
}

/** An account, and the build to which the account submits. */
export interface TestAccount extends Actor {
  tier: string;
  build_id: number;
}

/** How a test interrupts a submission: the step at which its process dies, and the requested id of the submission. */
interface Interruption {
  dies: SubmissionStep | undefined;
  onDeath: () => void;
  /**
   * The requested id of the submission; undefined if the service chooses the id, or once the service has used this id.
   */
  submissionId: string | undefined;
}

const commonOptions = {
  logger: createLogger({ level: "silent", process: "test", secrets: [] }),
  storeTimeoutMs: 10_000,
};

/**
 * Opens the services on test stores, without web and workers. Each submission can stop for ever at one of its steps, as
 * if its process had died there.
 * @param settings values that may be outside the ranges for production, so that a test can be fast
 */
export async function openInterruptibleServices(
  scope: TestScope,
  settings: Partial<Config>,
  times: { reservationOldMs?: number } = {},
) {
  const options = { ...commonOptions, ...times };
  const stores = await testStores(scope);
  // The limits on uploads are high, because the upload of a "dead" submission never ends in this test: the process that
  // counts the uploads lives on.
  const ample = { MAX_UPLOADS_AT_ONCE: 1000, MAX_WAITING_RUNS: 1000, MAX_FAILED_RUNS_A_DAY: 1000 };
  const config: Config = { ...parseConfig(stores.env), ...testConstants, ...ample, ...settings };
  const underWay = new AsyncLocalStorage<Interruption>();
  const overrides = interruptAt(underWay);
  const services = await openServices(config, { ...options, overrides });
  onTeardown(scope, services.close);

  const counterOf = async ({ account_id }: TestAccount) =>
    `${stores.keyPrefix}:usage:{${account_id}}:${billingPeriodOf(new Date())}`;

  return {
    stores,
    services,
    /** Creates the services again on the same stores, with some objects replaced. */
    servicesWith: (others: Overrides) =>
      createServices(config, services.stores, { ...options, overrides: { ...overrides, ...others } }),

    createAccount: async (tier: string): Promise<TestAccount> => {
      const subject = randomUUID();
      const { account } = await services.accounts.signIn({
        provider: "dev",
        subject,
        name: subject,
        tier,
        address: "127.0.0.1",
        device: null,
      });
      const account_id = account._id;
      const { json } = await services.builds.create(account_id, { name: "a build" }, null);
      const { build } = JSON.parse(json) as { build: { build_id: number } };
      return { ...sessionOf(account_id), tier, build_id: build.build_id };
    },

    /**
     * Sends a submission. Resolves when the service has accepted it, or when it is stopped as if its process had died.
     */
    submit: (
      account: TestAccount,
      { kind, units, dies }: Request,
      submissionId?: string,
    ): Promise<"accepted" | "died"> => {
      const form = uploadedFormOf(kind === "score" ? scores(account, units) : brokenFiles(account, units));
      return new Promise((resolve, reject) => {
        const interruption = { dies, submissionId, onDeath: () => resolve("died") };
        const sent = { form, key: null, address: "127.0.0.1", requestId: "a-request" };
        const received = underWay.run(interruption, () => services.submissions.receive(account, sent));
        received.then(() => resolve("accepted"), reject);
      });
    },

    /** Returns a copy of the usage counter of an account; null if Redis has no counter of the account. */
    copyCounter: async (account: TestAccount): Promise<Buffer | null> =>
      stores.redis.dumpBuffer(await counterOf(account)),

    /** Replaces the usage counter of an account by a copy, as restoring a dump of Redis does. */
    putCounterBack: async (account: TestAccount, copy: Buffer | null): Promise<void> => {
      const key = await counterOf(account);
      await (copy ? stores.redis.restore(key, 0, copy, "REPLACE") : stores.redis.unlink(key));
    },

    /** Removes the usage counter of an account, as a loss of Redis does. */
    loseCounter: async ({ account_id }: TestAccount): Promise<void> => {
      const keys = await stores.redis.keys(`${stores.keyPrefix}:usage:{${account_id}}*`);
      if (keys.length > 0) await stores.redis.unlink(keys);
    },
  };
}

/** Services whose submissions a test can stop at any step. */
export type InterruptibleServices = Awaited<ReturnType<typeof openInterruptibleServices>>;

/**
 * Returns replacements of functions of the services. They stop a submission at the step at which its process must die,
 * and give it the requested id. Sweeps and readers never stop.
 */
function interruptAt(underWay: AsyncLocalStorage<Interruption>): Overrides {
  const reached = async (step: SubmissionStep) => {
    const submission = underWay.getStore();
    if (submission?.dies !== step) return;
    submission.onDeath();
    await new Promise(() => undefined);
  };
  return {
    // The first new id in a submission is that of the submission itself. The ids of its runs follow.
    newId: (newId) => () => {
      const submission = underWay.getStore();
      const id = submission?.submissionId ?? newId();
      if (submission) submission.submissionId = undefined;
      return id;
    },
    // No job is queued, because there is no worker: a test reads the files by calling `runParser`.
    queue: (queue) => ({ ...queue, parseRun: async () => undefined }),
    ...atEachStep(reached),
  };
}

const scores = ({ build_id }: TestAccount, units: number): SubmissionForm => ({
  build_id,
  benchmarks: { id: 15, runs: Array.from({ length: units }, () => 5) },
});

const brokenFiles = ({ build_id }: TestAccount, units: number): SubmissionForm => ({
  build_id,
  benchmarks: { id: 16 },
  files: Array.from({ length: units }, () => brokenCapture),
});

/** Returns a submission form as the HTTP layer passes it on: its files are stored while the form is received. */
function uploadedFormOf({ build_id, benchmarks, files = [] }: SubmissionForm): UploadedForm {
  const fields = [
    ["build_id", String(build_id)],
    ["benchmarks", JSON.stringify(benchmarks)],
  ] as const;
  return {
    bytes: null,
    receive: async ({ target }) => {
      const stored = files.map(({ name, content }) =>
        target.put(Readable.from([Buffer.from(content)]), name),
      );
      return { fields, files: await Promise.all(stored), faults: [] };
    },
  };
}
