import test from "ava";
import type { Holding } from "../../../src/benchmarks/budgets/account-uploads.ts";
import { createUpload } from "../../../src/benchmarks/budgets/upload.ts";

test("a renewal that is sent while an upload begins to hold its files takes nothing of them back", async (t) => {
  // The timer of renewals alone does not keep a process alive.
  const alive = setInterval(() => undefined, 1000);
  t.teardown(() => clearInterval(alive));
  const sent: Holding[] = [];
  let noteRenewal = (): void => undefined;
  const isRenewed = new Promise<void>((resolve) => (noteRenewal = resolve));
  const state = { isTaken: true, state: { uploads: 0, held: { fileIds: [], bytes: 0 } } };
  const room = { usedBytes: 0, limitBytes: 100 };
  const upload = createUpload({
    uploads: {
      hold: async (_key, holding) => {
        sent.push(holding);
        if (sent.some(({ bytes }, index) => bytes > 0 && index < sent.length - 1)) noteRenewal();
        // The answer to the holding comes only after a renewal was sent.
        else if (holding.bytes > 0) await isRenewed;
        return state;
      },
      read: async () => state.state,
      end: async () => undefined,
      removeAllOf: async () => undefined,
    },
    requireRoom: async () => room,
    roomToRepeat: async () => room,
    config: { UPLOAD_LEASE_MS: 3, MAX_UPLOADS_AT_ONCE: 1 },
    accountId: "account",
    newId: () => "upload",
  });
  await upload.begin(null);
  await upload.hold([{ file_id: "file", bytes: 5 }], "person");
  await upload.end();
  t.deepEqual(sent.at(-1), { fileIds: ["file"], bytes: 5 });
  const held = sent.findIndex(({ bytes }) => bytes > 0);
  t.true(sent.slice(held).every(({ bytes }) => bytes === 5));
});
