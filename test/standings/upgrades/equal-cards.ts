import type { Db } from "mongodb";
import type { Catalogue } from "../../../src/products/index.ts";

interface Service {
  catalogue: Pick<Catalogue, "save" | "identities">;
  db: Db;
}

/** Creates four cards with one chip, and a card with another chip; tests give both chips the same results. */
export function createEqualCards() {
  const facts = { chipset_make: "NVIDIA", vram_gb: 12 };
  const cardOf = (sourceId: string, chipset: string) => ({
    sourceId,
    fields: { ...facts, make: "Maker", model: `${chipset} ${sourceId}`, chipset },
  });
  const cards = {
    twins: [] as number[],
    rival: 0,
    /** Saves the five cards as products, and sets `twins` and `rival` to their ids. */
    save: async ({ catalogue }: Service) => {
      await catalogue.save("gpu", "cards", [
        ...["a", "b", "c", "d"].map((name) => cardOf(name, "GeForce RTX 9070")),
        cardOf("e", "GeForce RTX 9080"),
      ]);
      const found = await catalogue.identities("gpu", "cards");
      const ids = found.toSorted((a, b) => (a.source_id < b.source_id ? -1 : 1)).map(({ id }) => id);
      cards.twins = ids.slice(0, 4);
      cards.rival = ids[4]!;
    },
    setPrice: async ({ db }: Service, id: number, price_usd: number | null, price_date: string) => {
      const fields = { "fields.price_usd": price_usd, "fields.price_date": price_date };
      await db.collection("products").updateOne({ _id: `gpu:${id}` as never }, { $set: fields });
    },
  };
  return cards;
}
