import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { madeCapture, submitFiles } from "./captures.ts";

/** How many more queries find the run before the run counts as deleted; "always" until the test sets a number. */
let finds: number | "always" = "always";

const service = await startTestService(test, {
  overrides: {
    runsRepository: (runs) => ({
      ...runs,
      find: async (runId) => {
        if (finds === "always") return runs.find(runId);
        finds -= 1;
        return finds < 0 ? null : runs.find(runId);
      },
    }),
  },
});

test.serial("a comparison gets a 404 if one of its runs is deleted during the request", async (t) => {
  const client = await service.signIn("quick");
  const ids = await submitFiles(client, await client.makeBuild("a tower"), [
    madeCapture({ seed: 11, frames: 4000 }),
    madeCapture({ seed: 12, frames: 4000 }),
  ]);
  const compare = () => service.anonymous.get(`/compare?runs=${ids.join(",")}`);
  t.is((await compare()).status, 200);
  finds = 2;
  t.is((await compare()).status, 404);
});
