import test from "ava";
import { createUpload } from "../../../src/benchmarks/budgets/upload.ts";

test("a renewal that is sent while an upload begins to hold its files takes nothing of them back", async (t) => {
  // The timer of renewals alone does not keep a process alive.
  const alive = setInterval(() => undefined, 1000);
  t.teardown(() => clearInterval(alive));
  const sent: number[] = [];
  let noteRenewal = (): void => undefined;
  const isRenewed = new Promise<void>((resolve) => (noteRenewal = resolve));
  const state = { isTaken: true, state: { uploads: 0, files: 0 } };
  const room = { usedBytes: 0, limitBytes: 100 };
  const upload = createUpload({
    uploads: {
      hold: async (_key, files) => {
        sent.push(files);
        if (sent.some((held, index) => held > 0 && index < sent.length - 1)) noteRenewal();
        // The answer to the holding comes only after a renewal was sent.
        else if (files > 0) await isRenewed;
        return state;
      },
      read: async () => state.state,
      end: async () => undefined,
      removeAllOf: async () => undefined,
    },
    requireRoom: async () => room,
    roomToRepeat: async () => room,
    countBytes: async () => undefined,
    config: { UPLOAD_LEASE_MS: 3, MAX_UPLOADS_AT_ONCE: 1 },
    accountId: "account",
    newId: () => "upload",
  });
  await upload.begin(null);
  await upload.hold([{ file_id: "file", bytes: 5 }]);
  await upload.end();
  t.is(sent.at(-1), 1);
  const held = sent.findIndex((files) => files > 0);
  t.true(sent.slice(held).every((files) => files === 1));
});
