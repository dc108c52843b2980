import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { projectFile } from "../../embedded/index.ts";
import { importProducts, productKinds, readCsvRows } from "../../src/products/index.ts";
import { makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import type { Client } from "../helpers/client.ts";
import type { startGithub } from "../helpers/github-provider.ts";
import type { TestService } from "../helpers/service.ts";
import type { Resources } from "./access-requests.ts";

const capture = { name: "my game.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };

/** The arguments of `resourcesOf`: the service, its provider github, and the client of the owner. */
interface ResourcesOptions {
  service: TestService;
  github: Pick<Awaited<ReturnType<typeof startGithub>>, "grant">;
  owner: Client;
}

/** Returns functions that create resources of the owner's account. */
export function resourcesOf({ service, github, owner }: ResourcesOptions): Resources {
  const build = () => owner.makeBuild();
  const run = async () => {
    const form = { build_id: await build(), benchmarks: { id: 16 }, files: [capture] };
    return (await owner.add(form)).body.runs[0].run_id as string;
  };
  const findProduct = (kind: string) =>
    service.services.stores.mongo.db.collection("products").findOne({ kind });
  return {
    build,
    buildWithCpu: async () => {
      const cpu = (await findProduct("cpu"))?.["id"] as number;
      const { body } = await owner.post("/builds", { name: "with a CPU", parts: { cpu } });
      return body.build.build_id as number;
    },
    unownedBuild: async () => {
      const build_id = await owner.makeBuild();
      const builds = service.services.stores.mongo.db.collection<{ _id: number }>("builds");
      await builds.updateOne({ _id: build_id }, { $set: { owner_id: null } });
      return build_id;
    },
    run,
    runWithFrames: async () => {
      const runId = await run();
      await service.services.runParser.parse(runId);
      // Wait for the run to end, because in a service with workers a worker may read its file instead of the parser
      // here.
      await owner.waitForRun(runId);
      return runId;
    },
    code: async (challenge, redirectUri) => {
      const code = `code-${randomUUID()}`;
      github.grant(code, { user: { id: 583_231, login: "octocat" }, challenge, redirectUri });
      return code;
    },
    product: async (kind) =>
      (kind === "chip"
        ? (await findProduct("gpu"))?.["compared_as"]
        : (await findProduct(kind))?.["url_slug"]) as string,
    session: async () => {
      const { body } = await owner.get("/me/sessions");
      return body.results.find(({ is_current }: { is_current: boolean }) => is_current).session_id as string;
    },
    token: async () =>
      (await owner.post("/me/tokens", { name: "x", scopes: ["read"] })).body.access_token.token_id as string,
  };
}

/** Imports the sample products of each kind, builds their search indexes, and computes the ranks of the builds. */
export async function loadProducts({ services }: TestService): Promise<void> {
  const { catalogue, productSync, ranks } = services;
  for (const kind of productKinds) {
    const file = projectFile(`data/${kind.collection}.csv`);
    const rows = () => readCsvRows(kind, createReadStream(file));
    await importProducts({ kind, source: "test", rows, catalogue, onRejected: () => undefined });
    await productSync.rebuild(kind);
  }
  await ranks.refill();
}
