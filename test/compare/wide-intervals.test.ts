import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { submitScores } from "./captures.ts";

const service = await startTestService(test);

test('a confidence interval that reaches −100 % is not shown, whatever the number of runs, and its verdict is "too few runs"', async (t) => {
  const client = await service.signIn("wide intervals");
  const [even, wide] = [await client.makeBuild("even"), await client.makeBuild("wide")];
  await submitScores(client, even, [20_000, 20_100, 20_050]);
  await submitScores(client, wide, [13_000, 13_500, 44_000]);
  const { difference } = (await service.anonymous.get(`/compare?builds=${even},${wide}`)).body.results[0]
    .score.values[1];
  t.like(difference, { interval: null, verdict: "too few runs to tell" });
  t.true(difference.percent > 0);
});
