import test from "ava";
import * as fc from "fast-check";
import { storedState } from "../helpers/stored-state.ts";
import { startTestService } from "../helpers/service.ts";
import { describeRequest, exchange, type RawRequest } from "./generated-requests/exchange.ts";
import { faultsOfAnswer } from "./generated-requests/faults-of-answer.ts";
import { formBodies, type Body } from "./generated-requests/form-bodies.ts";
import { budget } from "./generated-requests/budget.ts";

// The service has no workers, so that only the submitted forms change stored documents and counts.
const service = await startTestService(test, { hasWorkers: false });
function requestOf({ contentType, content }: Body, cookie: string): RawRequest {
  return {
    method: "POST",
    target: "/benchmarks/add",
    headers: [
      ["Host", "bench.test"],
      ["Connection", "close"],
      ["Cookie", cookie],
      ["Content-Length", String(content.length)],
      ...(contentType === null ? [] : [["Content-Type", contentType] as const]),
    ],
    body: content,
    isBroken: false,
  };
}

test("an accepted generated submission form stores and counts exactly its runs; a refused form stores and counts nothing", async (t) => {
  const client = await service.signIn("ada", "unlimited");
  const stranger = await service.signIn("bob", "unlimited");
  const ownBuild = String(await client.makeBuild());
  const othersBuild = String(await stranger.makeBuild());
  let before = await storedState(service, client);
  let accepted = 0;
  const buildIds = fc.constantFrom(ownBuild, ownBuild, ownBuild, othersBuild, "999999");
  const property = fc.asyncProperty(formBodies(buildIds), async (body) => {
    const request = requestOf(body, client.cookie ?? "");
    const answer = await exchange(service.url, request);
    const faults = answer === null ? ["there is no answer"] : faultsOfAnswer(service, request, answer);
    const runs = answer?.status === 200 ? (JSON.parse(answer.text).runs as { status: string }[]) : [];
    accepted += runs.length > 0 ? 1 : 0;
    const after = await storedState(service, client);
    const files = runs.filter(({ status }) => status === "queued").length;
    const more = {
      submissions: runs.length > 0 ? 1 : 0,
      runs: runs.length,
      // The files of the generated forms are so small that they are stored within the submission document.
      uploads: 0,
      "files.files": 0,
      "small files": files,
      used: runs.length,
    };
    for (const [name, count] of Object.entries(more)) {
      const found = (after[name] ?? 0) - (before[name] ?? 0);
      if (found !== count) faults.push(`${name} grew by ${found} instead of ${count}`);
    }
    if (files === 0 && after["files.chunks"] !== before["files.chunks"])
      faults.push("chunks were left behind");
    before = after;
    if (faults.length === 0) return;
    throw new Error(
      `${faults.join("; ")}\n${describeRequest(request)}\n--- answer\n${answer?.status} ${answer?.text}`,
    );
  });
  await fc.assert(property, budget(110, "forms"));
  t.true(accepted > 0, "no generated form was accepted");
});
