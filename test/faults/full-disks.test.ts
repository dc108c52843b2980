import test from "ava";
import { openS3Server } from "../helpers/s3-server.ts";
import { testStores } from "../helpers/stores.ts";
import { cpu } from "../products/catalogue-service.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { startOwnStores } from "./own-stores.ts";
import { checkLog, isRefusal, passRefusal, startOnOwnStores } from "./refusing-stores.ts";
import { fileForm, makeLongCapture, scoreForm } from "./results.ts";
import { canMount, mountSmallDisk } from "./small-disk.ts";
import { createSystem, eventually, signIn } from "./system.ts";

// Each test has a store whose disk is a small file system in memory, which not every machine permits to mount. On every
// machine, refusals.test.ts and object-store.test.ts test stores that respond as if their disk were full.
const diskTest = canMount ? test : test.skip;

/** A file that is too large to be stored in its submission, so that its bytes are streamed into the store of files. */
const largeFile = { name: "large.csv", content: makeLongCapture(8000).content };

for (const [store, name, mib] of [
  ["redis", "Redis", 16],
  ["mongodb", "MongoDB", 64],
] as const)
  diskTest(
    `while the disk of ${name} is full, submissions get a 503 and no run counts as used; once the disk has space again, submissions succeed`,
    async (t) => {
      t.timeout(900_000);
      const disk = mountSmallDisk(t, mib);
      const own = await startOwnStores(t, { [store]: disk.dir });
      const { stores, client, build_id, lines } = await startOnOwnStores(t, {
        given: own.env,
        // A sweep removes the remains of an interrupted upload after this time in ms.
        env: { UPLOAD_AGE_MS: "20000" },
      });
      let accepted = 0;
      for (let round = 0; round < 2; round += 1)
        accepted += await passRefusal(t, {
          client,
          build_id,
          name: `the full disk of ${name}`,
          begin: async () => disk.fill(),
          end: async () => {
            // Fill the space that the store has freed, so that the store has no space for a large file either.
            disk.fill();
            isRefusal(t, await client.add(fileForm(build_id, largeFile)), "a large file");
            const shown = await eventually(
              () => client.get(`/builds/${build_id}`),
              ({ status }) => status === 200,
              10_000,
            );
            // A MongoDB that cannot write its journal ends, and an operator starts it again.
            if (store === "mongodb" && shown.status !== 200) isRefusal(t, shown, "a build");
            else t.is(shown.status, 200, `a build is still served: ${shown.text}`);
            disk.free();
            if (store !== "mongodb") return;
            await own.stores.mongodb.kill();
            own.stores.mongodb.start();
          },
        });
      const large = await eventually(
        () => client.add(fileForm(build_id, largeFile)),
        ({ status }) => status === 200,
      );
      t.is(
        (await client.waitForRun(large.body.runs[0].run_id as string)).body.status,
        "complete",
        large.text,
      );
      accepted += 1;
      t.deepEqual(await usageOf(stores, client), { ledger: accepted, counter: accepted, rebuilt: accepted });
      t.deepEqual(await lastingFaults(stores.db), []);
      await checkLog(t, lines, name);
    },
  );

diskTest(
  "while the disk of Meilisearch is full, searches find what is indexed; once the disk has space again, searches find later changes",
  async (t) => {
    t.timeout(900_000);
    const disk = mountSmallDisk(t, 64);
    const { env } = await startOwnStores(t, { meilisearch: disk.dir });
    const { service, client, build_id, lines } = await startOnOwnStores(t, {
      given: env,
      constants: { SYNC_INTERVAL_MS: 300 },
    });
    const { catalogue, productSync } = service.services;
    const found = async (query: string) => {
      const { status, body } = await client.get(`/products/cpu?query=${encodeURIComponent(query)}`);
      return status === 200 && body.approximate !== true ? (body.total as number) : status;
    };
    const save = (model: string) => catalogue.save("cpu", "test", [cpu(model)]);
    await save("Ryzen 7 5800X");
    t.is(
      await eventually(
        () => found("5800x"),
        (total) => total === 1,
      ),
      1,
    );
    disk.fill();
    await save("Ryzen 9 5950X");
    await eventually(
      async () => lines.filter(({ msg }) => msg === "Meilisearch is unavailable").length,
      (count) => count > 0,
    );
    t.is(await found("5800x"), 1, "what is indexed is found");
    t.is((await client.add(scoreForm(build_id))).status, 200, "submissions need no search");
    disk.free();
    t.is(
      await eventually(
        () => found("5950x"),
        (total) => total === 1,
      ),
      1,
    );
    const waiting = async () => (await productSync.backlogOf("cpu")).count;
    t.is(await eventually(waiting, (count) => count === 0), 0);
    await checkLog(t, lines, "Meilisearch");
  },
);

diskTest(
  "while the disk of the object store is full, large files get a 503 and leave nothing behind; once the disk has space again, large files are stored",
  async (t) => {
    t.timeout(900_000);
    const disk = mountSmallDisk(t, 32);
    const s3 = await openS3Server(disk.dir);
    t.teardown(s3.close);
    const { client, build_id, lines } = await startOnOwnStores(t, {
      env: { ...s3.env(), UPLOAD_AGE_MS: "20000" },
    });
    const submit = () => client.add(fileForm(build_id, largeFile));
    t.is((await eventually(submit, ({ status }) => status === 200)).status, 200);
    disk.fill();
    isRefusal(t, await submit(), "the full disk of the object store");
    t.is((await client.add(scoreForm(build_id))).status, 200, "scores need no object store");
    disk.free();
    const answer = await eventually(submit, ({ status }) => status === 200);
    t.is((await client.waitForRun(answer.body.runs[0].run_id as string)).body.status, "complete");
    t.is((await client.get("/me")).body.usage.used, 3, "the refused file does not count");
    const left = async () => ({ files: s3.files().length, unfinished: s3.unfinished() });
    const wanted = { files: 2, unfinished: 0 };
    t.deepEqual(await eventually(left, (now) => JSON.stringify(now) === JSON.stringify(wanted)), wanted);
    await checkLog(t, lines, "S3");
  },
);

diskTest("a full temporary folder hinders neither uploads nor the reading of files", async (t) => {
  t.timeout(900_000);
  const disk = mountSmallDisk(t, 1);
  const stores = await testStores(t);
  const system = createSystem(t, { ...stores.env, TMPDIR: disk.dir });
  disk.fill();
  const [web] = await Promise.all([system.startWeb(), system.startWorker()]);
  const client = await signIn(web.url, "without space");
  const build_id = await client.makeBuild();
  const answer = await client.add(fileForm(build_id, largeFile));
  t.is(answer.status, 200, answer.text);
  t.is((await client.waitForRun(answer.body.runs[0].run_id as string)).body.status, "complete");
});
