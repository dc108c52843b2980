import test from "ava";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { startTestService } from "../helpers/service.ts";
import { checkedScores, usual } from "../standings/outliers/checked-scores.ts";

// The service has no workers, so that only the test runs the sweeps.
const service = await startTestService(test, { hasWorkers: false });
const { store, update, reasonOf } = checkedScores(service);

const admin = adminCommandsOf(service, { LOG_LEVEL: "info" });
const checkOutliers = async (...args: string[]) => admin("check-outliers", ...args);

test.serial(
  "the command check-outliers checks all results in one call, and says how many results it has checked, marked and cleared",
  async (t) => {
    const parts = { cpu: 1 };
    for (let index = 0; index < 21; index += 1) await store({ score: usual(index), parts });
    const low = await store({ score: 200, parts });
    const high = await store({ score: 1300, parts });
    await update();
    const first = await checkOutliers();
    t.is(first.code, 0, first.stderr);
    t.regex(first.stdout, /^23 results checked, 2 marked as outliers, 0 marks cleared$/m);
    await update();
    t.regex((await reasonOf(low)) ?? "", /far below/);
    t.is((await service.anonymous.get(`/benchmarks/runs/${high}`)).body.unranked.code, "outlier");

    // Store many results around 1150, so that the high result is no outlier any more.
    for (let index = 0; index < 40; index += 1) await store({ score: usual(index, 1150), parts });
    await update();
    const second = await checkOutliers();
    t.regex(second.stdout, /^63 results checked, 0 marked as outliers, 1 marks cleared$/m);
    await update();
    t.is(await reasonOf(high), null);
  },
);

test.serial(
  "the command check-outliers counts a result of a game once, however many settings the result states",
  async (t) => {
    const before = Number.parseInt((await checkOutliers()).stdout, 10);
    const settings = { resolution: "4K", preset: "ultra" };
    for (let index = 0; index < 3; index += 1)
      await store({ benchmark_id: 16, variant: "doom", score: usual(index), parts: { cpu: 2 }, settings });
    await update();
    t.regex((await checkOutliers()).stdout, new RegExp(`^${before + 3} results checked, 0 marked`, "m"));
  },
);

test("the command check-outliers prints its usage with --help, and refuses any other argument", async (t) => {
  t.regex((await checkOutliers("--help")).stdout, /^Usage: npm run admin -- check-outliers\n/);
  t.is((await checkOutliers("--all")).code, 2);
});
