import test from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import type { SeriesKey } from "../../src/frames/model/frame-series.ts";
import { startTestService } from "../helpers/service.ts";
import { capture } from "./observed-service.ts";

/** A function that the service awaits after storing the channels of a run and before storing the run's result. */
let afterStoring = async (_key: SeriesKey): Promise<unknown> => undefined;

const service = await startTestService(test, {
  hasWorkers: false,
  overrides: {
    series: (real) => ({
      ...real,
      storeChannels: async (key, ...rest) => {
        const reference = await real.storeChannels(key, ...rest);
        await afterStoring(key);
        return reference;
      },
    }),
  },
});
const { db } = service.stores;

for (const what of ["deleted", "claimed by another worker"])
  test.serial(
    `a run that is ${what} after its sensor channels were stored, and before its figures, keeps no channels`,
    async (t) => {
      const client = await service.signIn(what);
      const form = { build_id: await client.makeBuild(), benchmarks: { id: 16 }, files: [capture] };
      const { run_id } = (await client.add(form)).body.runs[0];
      afterStoring = async () => {
        t.is(await db.collection("channel_series").countDocuments(), 1);
        if (what === "deleted") return client.send("DELETE", `/benchmarks/runs/${run_id}`);
        return db.collection<Run>("runs").updateOne({ _id: run_id }, { $inc: { fencing_token: 1 } });
      };
      t.plan(4);
      await service.services.runParser.parse(run_id);
      for (const name of ["channel_series", "frame_series", "frame_overviews"])
        t.is(await db.collection(name).countDocuments(), 0, name);
    },
  );
