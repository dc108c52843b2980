import test, { type ExecutionContext } from "ava";
import { LateError } from "../../src/infra/bounded.ts";
import { createTaskThread } from "../../src/infra/task-thread.ts";
import { programUrl, projectUrl } from "../helpers/project-files.ts";

const file = programUrl("test/infra/programs/task-thread.ts");
const GENEROUS_MS = 60_000;

function threadFor(t: ExecutionContext, timeoutMs = GENEROUS_MS, program = file) {
  const thread = createTaskThread<{ task: unknown; result: number }>(program, timeoutMs);
  t.teardown(() => thread.close());
  return thread;
}

/** Waits for a failing task of a task thread. Returns the message of the error that ended the thread. */
async function causeOf(t: ExecutionContext, task: Promise<unknown>): Promise<string> {
  const error = await t.throwsAsync(task, { message: "the thread failed" });
  return (error.cause as Error).message;
}

test("one task thread runs all tasks, and the memory of a task is transferred to the thread", async (t) => {
  const thread = threadFor(t);
  const first = await thread.run("who");
  t.is(await thread.run("who"), first);
  const bytes = Uint8Array.of(1, 2, 3);
  t.is(await thread.run(bytes, [bytes.buffer]), 6);
  t.is(bytes.length, 0, "the memory is transferred");
});

test("a task that fails or ends its thread does not affect the next task, which gets a new thread", async (t) => {
  const thread = threadFor(t);
  const first = await thread.run("who");
  t.is(await causeOf(t, thread.run("throw")), "a fault of the task");
  const second = await thread.run("who");
  t.not(second, first);
  t.is(await causeOf(t, thread.run("exit")), "the thread ended with code 3");
  t.not(await thread.run("who"), second);
  await t.throwsAsync(
    thread.run(() => undefined),
    { any: true, name: "DataCloneError" },
  );
  t.true((await thread.run("who")) > 0);
});

test("a task that never ends is aborted together with its thread", async (t) => {
  const thread = threadFor(t, 50);
  await t.throwsAsync(thread.run("wait"), { instanceOf: LateError });
});

test("closing a task thread ends the thread and fails the task under way", async (t) => {
  const thread = threadFor(t);
  await thread.run("who");
  const waiting = thread.run("wait");
  await thread.close();
  t.is(await causeOf(t, waiting), "the thread ended with code 1");
});

test("a task thread can also run from TypeScript sources", async (t) => {
  const thread = threadFor(t, GENEROUS_MS, projectUrl("test/infra/programs/task-thread.ts"));
  const bytes = Uint8Array.of(1, 2, 3);
  t.is(await thread.run(bytes, [bytes.buffer]), 6);
});
