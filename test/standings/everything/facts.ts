import type { Db } from "mongodb";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import type { Build } from "../../../src/builds/model/build.ts";
import type { ProductDocument } from "../../../src/products/catalogue/products-repository.ts";

/** The id of the benchmark of games. */
export const GAME = 16;

/** A complete run of a build that has an owner. */
export interface FactRun {
  id: string;
  build: FactBuild;
  benchmark: number;
  variant: string | null;
  resolution: string | null;
  preset: string | null;
  score: number;
  review: "accepted" | "rejected" | null;
  run: Run;
}

/** A build that has an owner. */
export interface FactBuild {
  id: number;
  account: string;
  ids: Build["parts"];
  /**
   * The names under which the service compares the CPU model and the card's chip; null if the build does not name the
   * part.
   */
  cpu: string | null;
  gpu: string | null;
}

/**
 * The stored builds, runs and products, without the outlier marks and ranks that the service has computed from them.
 */
export interface Facts {
  builds: FactBuild[];
  runs: FactRun[];
  products: ProductDocument[];
}

/**
 * Returns the name under which a product is compared: of a card the chip and memory size, of a processor the model
 * without the words for its package (Tray, Box).
 */
export function comparedNameOf({ kind, fields }: Pick<ProductDocument, "kind" | "fields">): string {
  return kind === "gpu"
    ? `${String(fields["chipset"])} ${String(fields["vram_gb"])}`
    : fields["model"].replace(/ (?:Tray|Box)$/, "");
}

/** Spellings of a resolution that the tests use, with the resolution as the service compares it. */
const resolutions: Record<string, string> = { "4K": "3840x2160", "3840 × 2160": "3840x2160" };

/** Reads the builds that have an owner, their complete runs, and all products from the database. */
export async function readFacts(db: Db): Promise<Facts> {
  const products = await db.collection<ProductDocument>("products").find().toArray();
  const nameOf = (kind: "cpu" | "gpu", id: number | undefined) => {
    const product = products.find((one) => one.kind === kind && one.id === id);
    return product ? comparedNameOf(product) : null;
  };
  const stored = await db.collection<Build>("builds").find().toArray();
  const builds = stored.flatMap(({ _id: id, owner_id: account, deleted_at, parts: ids }): FactBuild[] =>
    account === null || deleted_at
      ? []
      : [{ id, account, ids, cpu: nameOf("cpu", ids.cpu), gpu: nameOf("gpu", ids.gpu) }],
  );
  const buildOf = new Map(builds.map((build) => [build.id, build]));
  const runs = (await db.collection<Run>("runs").find({ status: "complete" }).toArray()).flatMap(
    (run): FactRun[] => {
      const build = buildOf.get(run.build_id);
      if (!build) return [];
      const { _id: id, benchmark_id: benchmark, variant, score, settings, review } = run;
      const resolution = settings?.resolution ?? null;
      return [
        {
          id,
          build,
          benchmark,
          variant,
          resolution: resolution && (resolutions[resolution] ?? resolution),
          preset: settings?.preset?.toLowerCase() ?? null,
          score: score ?? 0,
          review: decisionOf(review),
          run,
        },
      ];
    },
  );
  return { builds, runs, products };
}

/** Returns a reviewer's decision about a run; a hidden run counts as rejected. */
function decisionOf(review: Run["review"]): "accepted" | "rejected" | null {
  return review?.decision === "hidden" ? "rejected" : (review?.decision ?? null);
}
