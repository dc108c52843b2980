import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { createClient, formOf, type Answer, type Client, type SubmissionForm } from "../helpers/client.ts";
import { testStores } from "../helpers/stores.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { fileForm, scoreForm } from "./results.ts";
import { createSystem, eventually, isLong, signIn, type WebProcess } from "./system.ts";

const ROUNDS_A_STEP = isLong ? 40 : 2;
const RANDOM_ROUNDS = isLong ? 50 : 3;

const stores = await testStores(test);
const system = createSystem(test, stores.env);
let survivor: WebProcess;

test.before(async () => {
  [survivor] = await Promise.all([system.startWeb(), system.startWorker()]);
});

/** Sends a submission with an idempotency key, again and again while the response is a 503. */
const insist = (client: Client, form: SubmissionForm, key: string): Promise<Answer> =>
  eventually(
    () => client.addForm(formOf(form), { "Idempotency-Key": key }),
    ({ status }) => status !== 503,
  );

const submissionsOf = (build_id: number) => stores.db.collection("submissions").countDocuments({ build_id });

interface Case {
  form: SubmissionForm;
  build_id: number;
  key?: string;
}

/**
 * Makes submission forms with a score and with a file, each with and without an idempotency key, and each for a
 * different build.
 */
async function makeCases(client: Client, round: number): Promise<Case[]> {
  const made = [scoreForm, fileForm].map(async (formFor, kind) => {
    const [plain, keyed] = [await client.makeBuild(), await client.makeBuild()];
    return [
      { form: formFor(plain), build_id: plain },
      { form: formFor(keyed), build_id: keyed, key: `${round}-${kind}` },
    ];
  });
  return (await Promise.all(made)).flat();
}

for (const step of ["received", "reserved", "inserted", "finished"] as const) {
  test.serial(
    `no submission is lost, doubled or left unfinished if the web process is killed when a submission is ${step}`,
    async (t) => {
      t.timeout(isLong ? 1_200_000 : 900_000);
      const client = await signIn(survivor.url, `killed when ${step}`);
      const isStored = step === "inserted" || step === "finished";
      for (let round = 0; round < ROUNDS_A_STEP; round += 1) {
        const cases = await makeCases(client, round);
        const doomed = await system.startWeb({}, { PAUSE_AT: step });
        const doomedClient = createClient(doomed.url, client.cookie);
        const requests = cases.map(({ form, key }) =>
          doomedClient
            .addForm(formOf(form), key === undefined ? {} : { "Idempotency-Key": key })
            .catch(() => null),
        );
        await doomed.until(new RegExp(`^paused ${step}$`), cases.length);
        doomed.signal("SIGKILL");
        t.deepEqual(await Promise.all(requests), [null, null, null, null], "no request may have a response");
        for (const { form, key, build_id } of cases) {
          if (key === undefined) {
            t.is(await submissionsOf(build_id), isStored ? 1 : 0);
            continue;
          }
          const answer = await insist(client, form, key);
          t.is(answer.status, 200, answer.text);
          t.is((await insist(client, form, key)).text, answer.text);
          t.is(await submissionsOf(build_id), 1);
        }
      }
      t.deepEqual(await lastingFaults(stores.db), []);
      const used = ROUNDS_A_STEP * (isStored ? 4 : 2);
      t.deepEqual(await usageOf(stores, client), { ledger: used, counter: used, rebuilt: used });
    },
  );
}

test.serial(
  "each idempotency key ends with one submission if the web process is killed at any moment under load",
  async (t) => {
    t.timeout(isLong ? 1_200_000 : 900_000);
    const client = await signIn(survivor.url, "killed at random");
    const build_id = await client.makeBuild();
    let keys = 0;
    for (let round = 0; round < RANDOM_ROUNDS; round += 1) {
      const doomed = await system.startWeb();
      const doomedClient = createClient(doomed.url, client.cookie);
      const submitters = Array.from({ length: 6 }, async (_unused, index) => {
        for (;;) {
          const form = (index % 2 === 0 ? scoreForm : fileForm)(build_id);
          const key = `random-${(keys += 1)}`;
          const sent = await doomedClient.addForm(formOf(form), { "Idempotency-Key": key }).catch(() => null);
          if (sent) t.is(sent.status, 200, sent.text);
          const answer = await insist(client, form, key);
          t.is(answer.status, 200, answer.text);
          if (!sent) return;
          t.is(answer.text, sent.text);
        }
      });
      await sleep(50 + Math.random() * 700);
      doomed.signal("SIGKILL");
      await Promise.all(submitters);
    }
    t.deepEqual(await lastingFaults(stores.db), []);
    t.is(await submissionsOf(build_id), keys);
    t.deepEqual(await usageOf(stores, client), { ledger: keys, counter: keys, rebuilt: keys });
  },
);
