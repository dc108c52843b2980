import test from "ava";
import { NotFoundError } from "../../../src/errors.ts";
import { createRunFinder } from "../../../src/benchmarks/runs/find-run.ts";

type Deps = Parameters<typeof createRunFinder>[0];

const BUILD = 7;

/**
 * Creates stores with a run and its build, each of which a test may remove. `askedSince` returns the queries since its
 * last call.
 */
function storesOfTest() {
  const stored = { run: true, build: true };
  let asked: string[] = [];
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const deps = {
    runsRepository: {
      find: async (runId: string) => {
        asked.push("run");
        await held;
        return stored.run ? { _id: runId, build_id: BUILD } : null;
      },
      findOfSubmission: async () => [],
    },
    ledger: { findPendingOfRun: async () => null },
    buildsRepository: {
      find: async (buildId: number) => {
        asked.push("build");
        return stored.build ? { _id: buildId, name: "Ada's", owner_id: "ada", parts: {} } : null;
      },
    },
  } as unknown as Deps;
  const askedSince = () => {
    const since = asked;
    asked = [];
    return since;
  };
  return { find: createRunFinder(deps), stored, askedSince, release };
}

test("the run finder returns a run with its build, and queries both in parallel from the second call for this run on", async (t) => {
  const { find, askedSince, release } = storesOfTest();
  const first = find("a");
  t.deepEqual(askedSince(), ["run"]);
  release();
  t.is((await first).build._id, BUILD);
  t.deepEqual(askedSince(), ["build"]);
  const second = find("a");
  t.deepEqual(askedSince(), ["run", "build"], "both queries start before either has ended");
  const { run, build } = await second;
  t.is(run._id, "a");
  t.is(build._id, BUILD);
});

test("the run finder finds no run that is removed or whose build is removed, even if it found the run before", async (t) => {
  const { find, stored, release } = storesOfTest();
  release();
  await find("a");
  stored.build = false;
  await t.throwsAsync(find("a"), { instanceOf: NotFoundError, message: "There is no run a." });
  await t.throwsAsync(
    find("b"),
    { instanceOf: NotFoundError },
    "the build of a run that was not looked up before is missing too",
  );
  stored.build = true;
  stored.run = false;
  await t.throwsAsync(find("a"), { instanceOf: NotFoundError });
});

test("a process remembers the builds of a limited number of runs, and queries other runs and their builds one after the other", async (t) => {
  const { find, askedSince, release } = storesOfTest();
  release();
  for (let id = 0; id < 10_001; id += 1) await find(`run ${id}`);
  askedSince();
  const youngest = find("run 10000");
  t.deepEqual(askedSince(), ["run", "build"]);
  await youngest;
  const oldest = find("run 0");
  t.deepEqual(askedSince(), ["run"]);
  await oldest;
});
