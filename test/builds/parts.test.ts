import test from "ava";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";

const service = await openTestService({ hasWorkers: false });
await service.services.catalogue.save("cpu", "test", [
  { sourceId: "a", fields: { make: "AMD", model: "Ryzen 7 5800X" } },
  { sourceId: "b", fields: { make: "Intel", model: "Core i5-12400" } },
]);
await service.services.catalogue.save("gpu", "test", [
  { sourceId: "a", fields: { make: "MSI", model: "RTX 4070" } },
  { sourceId: "b", fields: { make: "MSI", model: "RTX 4080" } },
]);
await service.services.catalogue.save("ram", "test", [
  { sourceId: "a", fields: { make: "Corsair", model: "Vengeance LPX" } },
  { sourceId: "b", fields: { make: "Corsair", model: "Dominator" } },
]);
await service.services.catalogue.save("motherboard", "test", [
  { sourceId: "a", fields: { make: "ASUS", model: "PRIME B550" } },
  { sourceId: "b", fields: { make: "ASUS", model: "PRIME Z690" } },
]);
onTeardown(test, service.close);

interface Part {
  id: number;
  kind: string;
}

/** Makes a build with a CPU and a GPU. Returns the build, and functions that change and read its parts. */
async function makeBuild(name: string) {
  const client = await service.signIn(name);
  const made = await client.post("/builds", { name, parts: { cpu: 1, gpu: 1 } });
  const path = `/builds/${made.body.build.build_id}`;
  const change = (parts: unknown) => client.send("PATCH", path, { parts });
  const idsOf = async () => {
    const { body } = await client.get(path);
    return Object.fromEntries(
      Object.entries(body.build.parts as Record<string, Part>).map(([kind, { id }]) => [kind, id]),
    );
  };
  return { made, change, idsOf };
}

test("a build shows each part with its kind, id, make, model and slug", async (t) => {
  const { made } = await makeBuild("named parts");
  t.deepEqual(made.body.build.parts, {
    cpu: { kind: "cpu", id: 1, make: "AMD", model: "Ryzen 7 5800X", url_slug: "amd-ryzen-7-5800x" },
    gpu: { kind: "gpu", id: 1, make: "MSI", model: "RTX 4070", url_slug: "msi-rtx-4070" },
  });
});

test("changing one part of a build leaves the other parts unchanged, and null removes a part", async (t) => {
  const { change, idsOf } = await makeBuild("changed parts");
  const changed = await change({ cpu: 2 });
  t.is(changed.status, 200, changed.text);
  t.deepEqual(await idsOf(), { cpu: 2, gpu: 1 });
  t.is((await change({ cpu: null })).status, 200);
  t.deepEqual(await idsOf(), { gpu: 1 });
  t.is((await change({ cpu: null, ram: null })).status, 200, "removing a missing part is no error");
  t.deepEqual(await idsOf(), { gpu: 1 });
  t.is((await change({})).status, 200);
  t.deepEqual(await idsOf(), { gpu: 1 });
  t.is((await change({ cpu: 1, gpu: null })).status, 200);
  t.deepEqual(await idsOf(), { cpu: 1 });
});

test("simultaneous changes of different parts of a build are all stored", async (t) => {
  const { change, idsOf } = await makeBuild("at the same time");
  // The test repeats the two requests in several rounds, because the requests of a round may happen to run one after
  // the other.
  for (const id of [2, 1, 2, 1, 2, 1]) {
    await Promise.all([
      change({ cpu: id }),
      change({ gpu: id }),
      change({ ram: id }),
      change({ motherboard: id }),
    ]);
    t.deepEqual(await idsOf(), { cpu: id, gpu: id, ram: id, motherboard: id });
  }
  await Promise.all([change({ cpu: null }), change({ gpu: 2 }), change({ ram: null })]);
  t.deepEqual(await idsOf(), { gpu: 2, motherboard: 1 });
});

test("a change of a build with an unknown part is refused as a whole, also if the change removes another part", async (t) => {
  const { change, idsOf } = await makeBuild("unknown parts");
  const refused = await change({ cpu: null, gpu: 99 });
  t.is(refused.status, 422);
  t.deepEqual(
    refused.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/parts/gpu"],
  );
  t.deepEqual(await idsOf(), { cpu: 1, gpu: 1 });
});

test("null for a part is accepted in a change of a build, but not in a new build", async (t) => {
  const client = await service.signIn("null for a new build");
  const { status, body } = await client.post("/builds", { name: "x", parts: { cpu: null } });
  t.is(status, 422);
  t.is(body.errors[0].pointer, "/parts/cpu");
});
