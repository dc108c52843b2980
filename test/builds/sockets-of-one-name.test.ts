import test from "ava";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";

const service = await openTestService({ hasWorkers: false, env: { RATE_LIMITS: "false" } });
onTeardown(test, service.close);

interface Misfit {
  code: string;
  detail: string;
}

test("processors and boards of the two generations of LGA1151 do not fit each other", async (t) => {
  const client = await service.signIn("generations");
  const { catalogue } = service.services;
  const socket = "LGA1151";
  const boards = { Z170: 1, B250: 1, C236: 1, Z390: 2, B365: 2, H310: 2, C246: 2, "": 0 };
  const processors = { Skylake: 1, "Kaby Lake": 1, "Coffee Lake": 2, "Coffee Lake Refresh": 2, "": 0 };
  const save = async (kind: string, name: string, values: object) => {
    const named = Object.keys(values).map((text) => ({
      sourceId: `1151 ${text}`.trim(),
      fields: { make: "Intel", model: `1151 ${text || "unknown"}`, socket, [name]: text || null },
    }));
    await catalogue.save(kind, "generations", named);
    const stored = await service.stores.db
      .collection("products")
      .find({ kind, source: "generations" })
      .toArray();
    return (text: string) => stored.find(({ source_id }) => source_id === `1151 ${text}`.trim())?.["id"];
  };
  const cpuOf = await save("cpu", "microarchitecture", processors);
  const boardOf = await save("motherboard", "chipset", boards);
  for (const [cpu, one] of Object.entries(processors))
    for (const [board, other] of Object.entries(boards)) {
      const parts = { cpu: cpuOf(cpu), motherboard: boardOf(board) };
      const made = await client.post("/builds", { name: "generations", parts });
      t.is(made.status, 201, made.text);
      const detail = `Intel 1151 ${cpu} has the socket LGA1151 (${cpu}), and Intel 1151 ${board} has the socket LGA1151 (${board}).`;
      t.deepEqual(
        made.body.build.compatibility.map((misfit: Misfit) => misfit.detail),
        one === 0 || other === 0 || one === other ? [] : [detail],
      );
    }
});

test("processors of the Ryzen 1000 series do not fit boards with B550, X570 or A520, and fit older boards of AM4", async (t) => {
  const client = await service.signIn("first generation");
  const { catalogue } = service.services;
  const cpuFields = {
    make: "AMD",
    model: "Ryzen 5 1600",
    socket: "AM4",
    microarchitecture: "Zen",
    core_family: "Summit Ridge",
  };
  const later = {
    ...cpuFields,
    model: "Ryzen 5 2600",
    microarchitecture: "Zen+",
    core_family: "Pinnacle Ridge",
  };
  await catalogue.save("cpu", "am4", [
    { sourceId: "first", fields: cpuFields },
    { sourceId: "later", fields: later },
  ]);
  const chipsets = { B350: true, X470: true, B450: true, B550: false, X570: false, A520: false };
  await catalogue.save(
    "motherboard",
    "am4",
    Object.keys(chipsets).map((chipset) => ({
      sourceId: chipset,
      fields: { make: "ASUS", model: `Prime ${chipset}`, socket: "AM4", chipset },
    })),
  );
  const stored = await service.stores.db.collection("products").find({ source: "am4" }).toArray();
  const idOf = (name: string) => stored.find(({ source_id }) => source_id === name)?.["id"];
  for (const [chipset, isSupported] of Object.entries(chipsets))
    for (const cpu of ["first", "later"]) {
      const parts = { cpu: idOf(cpu), motherboard: idOf(chipset) };
      const made = await client.post("/builds", { name: "am4", parts });
      t.is(made.status, 201, made.text);
      const detail = `AMD Ryzen 5 1600 has the socket AM4 (Zen), and ASUS Prime ${chipset} has the socket AM4 (${chipset}).`;
      t.deepEqual(
        made.body.build.compatibility.map(({ code, detail: text }: Misfit) => [code, text]),
        cpu === "first" && !isSupported ? [["socket", detail]] : [],
      );
    }
});
