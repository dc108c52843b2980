import { standingInWords } from "../../charts/standing-in-words.ts";
import { benchmarkTypeOf } from "../../benchmarks/index.ts";
import type { BuildAnswer } from "../../builds/index.ts";
import { partKinds, type PartKind } from "../../kinds/kinds.ts";
import type { CheckedParts, CurrentPrice } from "../../products/index.ts";
import { StandingLegend, StandingNumbers, StandingPicture } from "./standing-picture.tsx";
import { Day, formatFigure, formatPrice } from "../layout/figures.tsx";
import { hrefOfProduct, titleOfKind } from "../layout/kinds.ts";
import { hasSpread } from "../lists/has-spread.ts";
import { headlineOf } from "../lists/headline.ts";
import type { TitledResult } from "./results.tsx";

type Parts = BuildAnswer["build"]["parts"];

interface PartsProps extends Pick<BuildAnswer, "build"> {
  /** The current prices of the parts, by their kinds. */
  prices: CheckedParts["prices"];
  results: readonly TitledResult[];
  /** Whether the visitor may change the build, and so name its parts. */
  mayChange: boolean;
}

/**
 * Lists the parts of a build. For a processor and a graphics card, a picture shows how the build's score compares with
 * the scores of all builds with the same part.
 */
export function Parts({ build: { build_id, parts }, prices, results, mayChange }: PartsProps) {
  const known = partKinds.filter((kind) => parts[kind]);
  return (
    <section class="stack" aria-labelledby="parts-heading">
      <h2 id="parts-heading">Parts</h2>
      {known.length === 0 ? (
        <NoParts buildId={build_id} mayChange={mayChange} />
      ) : (
        <>
          {hasPictures(parts, results) && <StandingLegend what="build" />}
          <ul class="grid parts">
            {known.map((kind) => (
              <PartCard kind={kind} parts={parts} price={prices.get(kind)} results={results} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Whether a part has a picture that compares the build with other builds, so that a legend stands above the parts. */
export const hasPictures = (parts: Parts, results: readonly TitledResult[]): boolean =>
  partKinds.some((kind) => parts[kind] && hasSpread(standingOfPart(kind, results)?.cohort));

function NoParts({ buildId, mayChange }: { buildId: number; mayChange: boolean }) {
  if (!mayChange) return <p class="soft">The parts of this build are not named yet.</p>;
  return (
    <>
      <p class="soft">
        Name the parts of your build, so that its results are ranked among builds with the same hardware.
      </p>
      <p>
        <a class="button" href={`/b/${buildId}/change`}>
          Name the parts
        </a>
      </p>
    </>
  );
}

function PartCard({
  kind,
  parts,
  price,
  results,
}: {
  kind: PartKind;
  parts: Parts;
  price: CurrentPrice | undefined;
  results: readonly TitledResult[];
}) {
  const part = parts[kind];
  if (!part) return null;
  const standing = standingOfPart(kind, results);
  return (
    <li class="card part">
      <p class="note">{titleOfKind(kind)}</p>
      <a class="part-name" href={hrefOfProduct(part)}>
        {part.make} {part.model}
      </a>
      <p class="note">
        {price ? (
          <>
            {formatPrice(price.price)}, price of <Day at={price.price_date} />
          </>
        ) : (
          "no current price"
        )}
      </p>
      {standing && (
        <>
          <p class="note">
            Among builds with this {standing.comparedAs}, by <bdi>{standing.name}</bdi>,{" "}
            {formatFigure(standing.score, standing.unit)} {standing.unit}:
          </p>
          <p>{standingInWords(standing.cohort)}</p>
          <StandingPicture {...standing} />
          <StandingNumbers {...standing} />
        </>
      )}
    </li>
  );
}

/**
 * Returns the standing (rank and percentiles) of a build among the builds with the same part; null if it has none. Of
 * the benchmarks that measure this kind of part, the function takes the benchmark with the most builds with the part.
 */
function standingOfPart(kind: PartKind, results: readonly TitledResult[]) {
  if (kind !== "cpu" && kind !== "gpu") return null;
  const found = results.flatMap(({ standing, unit, name, title, benchmark_id }) => {
    if (!benchmarkTypeOf(benchmark_id).measures.includes(kind)) return [];
    const cohort = kind === "cpu" ? standing?.same_cpu : standing?.same_gpu;
    if (!standing || !cohort) return [];
    const comparedAs = kind === "cpu" ? "processor model" : "graphics chip";
    return [
      {
        cohort,
        comparedAs,
        score: standing.score,
        unit,
        name: headlineOf({ benchmark_id, name, title }),
      },
    ];
  });
  return found.toSorted((a, b) => b.cohort.builds - a.cohort.builds)[0] ?? null;
}
