import test from "ava";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

test("the response for a run whose file is not read yet forbids caching of the response", async (t) => {
  const ada = await service.signIn("ada");
  const file = { name: "capture.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };
  const added = await ada.add({ build_id: await ada.makeBuild(), benchmarks: { id: 16 }, files: [file] });
  const { status, headers, body } = await service.anonymous.get(
    `/benchmarks/runs/${added.body.runs[0].run_id}`,
  );
  t.is(status, 200);
  t.is(body.status, "queued");
  t.is(headers.get("cache-control"), "no-store");
  t.is(headers.get("etag"), null);
});
