import test from "ava";
import { createAtEnd } from "../../../scripts/bench/at-end.ts";

test("when a script ends, all tasks that were added for its end run, the last added task first, even if some tasks fail", async (t) => {
  const done: string[] = [];
  const atEnd = createAtEnd();
  atEnd.add(async () => void done.push("first"));
  atEnd.add(() => {
    throw new Error("second");
  });
  atEnd.add(() => done.push("third"));
  const faults = await atEnd.run();
  t.deepEqual(done, ["third", "first"]);
  t.deepEqual(
    faults.map((fault) => (fault as Error).message),
    ["second"],
  );
  t.deepEqual(await atEnd.run(), []);
});

test("a task that is added after the end of a script has begun runs at once", async (t) => {
  const atEnd = createAtEnd();
  await atEnd.run();
  await t.notThrowsAsync(new Promise<void>((resolve) => atEnd.add(resolve)));
});
