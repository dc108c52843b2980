import test from "ava";
import { createSearchIndex } from "../../../src/products/indexing/search-index.ts";
import { pruneTasks } from "../../../src/products/sync/prune-tasks.ts";
import { startOwnMeilisearch } from "../../helpers/own-meilisearch.ts";
import { temporaryFolder } from "../../helpers/processes.ts";

const TIMEOUT_MS = 60_000;
const HOUR_MS = 60 * 60 * 1000;

const lineOf = (id: number) => ({ lines: [JSON.stringify({ id })], removed: [] });

test("pruning removes Meilisearch's records of tasks older than an hour, but only once there are many of these records", async (t) => {
  // This test starts its own Meilisearch. In a shared one it would also count tasks of other tests: tasks that delete
  // tasks belong to no index, so the test cannot tell whose they are.
  const { client } = await startOwnMeilisearch(t, temporaryFolder(t));
  const [index, other] = ["ours", "other"].map((uid) => createSearchIndex(client, uid, TIMEOUT_MS));
  if (!index || !other) throw new Error("there are two indexes");
  const put = async (id: number) => (await index.enqueue(lineOf(id)))();
  for (let id = 0; id < 12; id += 1) await put(id);
  await (
    await other.enqueue(lineOf(1))
  )();
  const countOf = async (uid: string) => (await client.tasks.getTasks({ indexUids: [uid], limit: 1 })).total;
  const withoutIndex = async () => (await client.tasks.getTasks({ types: ["taskDeletion"], limit: 1 })).total;
  const now = Date.now();
  await pruneTasks({ client, index }, { now: new Date(now), maxOlder: 0 });
  t.is(await countOf("ours"), 12, "tasks younger than an hour stay");
  const later = new Date(now + 2 * HOUR_MS);
  await pruneTasks({ client, index }, { now: later, maxOlder: 12 });
  t.is(await countOf("ours"), 12, "few older tasks stay");
  await pruneTasks({ client, index }, { now: later, maxOlder: 11 });
  t.is(await countOf("ours"), 0);
  t.is(await countOf("other"), 1, "the tasks of other indexes stay");
  t.is(await index.count(), 12, "the documents that the tasks added stay");
  for (let round = 0; round < 4; round += 1) {
    await put(round);
    await pruneTasks({ client, index }, { now: later, maxOlder: 0 });
  }
  t.true((await withoutIndex()) <= 1, "task deletions are tasks, too, and are pruned");
});
