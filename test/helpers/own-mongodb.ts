import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import { openTestService, type TestServiceOptions } from "./service.ts";
import { onTeardown, type TestScope } from "./stores.ts";

/**
 * Starts the service on a separate MongoDB and without workers, so that MongoDB counts only the queries of the test,
 * and no queries of other tests or of sweeps. The service ends with the scope.
 */
export async function startServiceOnOwnMongodb(
  scope: TestScope,
  { overrides = {} }: Pick<TestServiceOptions, "overrides"> = {},
) {
  const dir = await mkdtemp(join(tmpdir(), "own-mongodb-"));
  const server = await startServer({ port: 0, dir });
  const service = await openTestService({ hasWorkers: false, env: { MONGODB_URL: server.url }, overrides });
  onTeardown(scope, async () => {
    await service.close();
    await server.close();
    await rm(dir, { recursive: true, force: true });
  });
  return service;
}
