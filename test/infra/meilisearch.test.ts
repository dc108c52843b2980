import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import test from "ava";
import { isSearchEngineUnavailable, openSearchEngine } from "../../src/infra/meilisearch.ts";

/**
 * The number of answered requests: enough for V8 to optimise the sending code. Optimised code keeps no unused object
 * alive, so the garbage collection of the test can remove such an object.
 */
const ANSWERED = 5000;
const UNANSWERED = 20;
/** The time limit of a request in ms: longer than this process ever computes, so that an answered request is in time. */
const LIMIT_MS = 5000;

test("a request to a silent Meilisearch ends at its time limit, even after a garbage collection", async (t) => {
  let isSilent = false;
  const server = createServer((_request, response) => {
    if (!isSilent) response.end('{"results":[],"total":0,"offset":0,"limit":20}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const engine = openSearchEngine({
    url,
    apiKey: undefined,
    connections: UNANSWERED,
    timeoutMs: LIMIT_MS,
    silenceTimeoutMs: LIMIT_MS,
  });
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    await engine.close();
  });
  for (let count = 0; count < ANSWERED; count += 1) await engine.client.getRawIndexes();

  isSilent = true;
  const outcomes = Array.from({ length: UNANSWERED }, () =>
    engine.client.getRawIndexes().then(
      () => "an answer",
      (error: unknown) => isSearchEngineUnavailable(error),
    ),
  );
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round += 1) {
    await sleep(50);
    collectGarbage();
  }
  const late = sleep(20_000, "none", { ref: false });
  const ends = await Promise.all(outcomes.map((outcome) => Promise.race([outcome, late])));
  t.deepEqual([...new Set(ends)], [true]);
});
