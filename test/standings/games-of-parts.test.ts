import test from "ava";
import { startRankedService } from "./ranked-service.ts";

const { anonymous, rank, amd, gpu } = await startRankedService(test);

test("a game is a result of the graphics card of builds, and not of their processor, because the card decides most of a frame rate", async (t) => {
  const parts = { cpu: amd.id, gpu: gpu.id };
  for (let index = 0; index < 5; index += 1)
    await rank({ owner: `game ${index}`, score: 60 + index, parts, benchmark_id: 16, variant: "ferry" });
  await rank({ owner: "cinebench", score: 1000, parts });
  const resultsOf = async (path: string) => {
    const { body } = await anonymous.get(`/products/${path}/results`);
    return [body.total, body.results.map(({ benchmark_id }: { benchmark_id: number }) => benchmark_id)];
  };
  t.deepEqual(await resultsOf(`gpu/${gpu.slug}`), [1, [16]]);
  t.deepEqual(await resultsOf(`cpu/${amd.slug}`), [1, [15]]);
  const histogram = await anonymous.get(`/products/cpu/${amd.slug}/histogram.svg?benchmark=16&variant=ferry`);
  t.is(histogram.status, 422);
  t.is(histogram.body.errors[0].pointer, "/benchmark");
  const page = await anonymous.get(`/hardware/cpu/${amd.slug}`, { Accept: "text/html" });
  t.is(page.status, 200);
  t.notRegex(page.text, /Game benchmark|ferry/);
  t.is((await anonymous.get("/hardware/cpu?benchmark_id=16", { Accept: "text/html" })).status, 422);
});
