import type { Db } from "mongodb";
import type { Build } from "../../src/builds/model/build.ts";
import type { CohortParts } from "../../src/standings/model/cohort.ts";

/** The ids of those parts of a build by which the service compares builds. */
export type ComparedIds = Pick<Build["parts"], "cpu" | "gpu">;

/** Returns, for each kind of part, the name by which the service compares a part that `storeParts` has stored. */
export function comparedAs(parts: ComparedIds): CohortParts {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([kind, id]) => (id === undefined ? [] : [[kind, `${kind}-${id}`]])),
  );
}

/** Stores a product for each part that the builds name. Each product is compared under the name `<kind>-<id>`. */
export async function storeParts(db: Db, builds: readonly ComparedIds[]): Promise<void> {
  const ids = builds.flatMap((parts) =>
    Object.entries(parts).flatMap(([kind, id]) => (id === undefined ? [] : [{ kind, id }])),
  );
  for (const { kind, id } of ids) {
    const name = `${kind}-${id}`;
    const fields = { make: "Maker", model: name };
    const keys = { source: "test", source_id: name, url_slug: name, compared_as: name };
    await db
      .collection<{ _id: string }>("products")
      .updateOne(
        { _id: `${kind}:${id}` },
        { $set: { kind, id, ...keys, fields, removed: false, dirty: false, revision: 1 } },
        { upsert: true },
      );
  }
}
