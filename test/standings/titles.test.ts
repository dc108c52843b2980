import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { textOf, visitsOf } from "../pages/page-visits.ts";
import { checkedScores } from "./outliers/checked-scores.ts";

// The service has no workers, so that only the test updates the ranks. Its pages cache no lists of top hardware and
// games, so that they show every change at once.
const service = await startTestService(test, { hasWorkers: false, constants: { TOP_LISTS_MAX_AGE_MS: 0 } });
const { runs, store, update } = checkedScores(service);

/** Ranks a result of a game whose capture names the game as given. Returns the id of the build. */
async function rank(variant: string, application: string, score: number): Promise<number> {
  const id = await store({ benchmark_id: 16, variant, score, parts: { cpu: 1, gpu: 1 } });
  const run = await runs.findOneAndUpdate({ _id: id }, { $set: { metrics: { application } } });
  await update();
  return run?.build_id ?? 0;
}

// The tests are serial, because an update of the ranks by one test would rank a result of the other test before the
// result names its game.
test.serial(
  "pages name a game that is not in the table of games as the latest ranked result has written its name",
  async (t) => {
    const builds: number[] = [];
    for (const score of [90, 91, 92, 93]) builds.push(await rank("harbour", "Harbour.EXE", score));
    const svg = "/products/gpu/gpu-1/histogram.svg?benchmark=16&variant=harbour";
    const paths = [
      "/rankings",
      "/rankings/16",
      "/rankings/16?variant=harbour",
      "/hardware/gpu/gpu-1",
      `/b/${builds[0]}`,
      `/compare?builds=${builds.slice(0, 2).join()}`,
      svg,
    ];
    const { open } = visitsOf(service, null);
    const requireTitle = async (title: string) => {
      for (const path of paths) {
        const text = textOf((await open(path)).html);
        t.true(text.includes(title), `${title} at ${path}: ${text}`);
      }
    };
    await requireTitle("Harbour.EXE");
    await rank("harbour", "HarBour.exe", 94);
    await requireTitle("HarBour.exe");
    // A category that was stored by an older version of the service has no name.
    await service.stores.db.collection("standing_categories").updateMany({}, { $unset: { title: "" } });
    await requireTitle("harbour");
    t.false((await open("/rankings")).html.includes("HarBour"));
  },
);

test.serial("pages name a game of the table by its title, however its results write its name", async (t) => {
  await rank("csgo", "CSGO.EXE", 300);
  const text = textOf((await visitsOf(service, null).open("/rankings/16?variant=csgo")).html);
  t.true(text.includes("Counter-Strike: Global Offensive"));
  t.false(text.includes("CSGO"));
});
