import type { ShownBuild } from "../../builds/index.ts";
import { Day } from "../layout/figures.tsx";
import { Tick, TICK_BUILDS_HINT, TickButtons, TickForm, TickHint } from "../compare/tick.tsx";
import { partsText } from "../submit/choose-build.tsx";

interface BuildCardsProps {
  builds: readonly ShownBuild[];
  /**
   * Whether the person has only one build. Its card then has no check box, because the page of the build offers the
   * comparison with other builds.
   */
  isOnlyOne?: boolean;
}

/**
 * Lists builds as cards: the name of each build, its main parts and its day. The owner of a hidden build also sees why
 * the build is hidden. Builds that are not hidden have check boxes for the comparison. A page has at most one such
 * list, and also shows the tray with the stored builds.
 */
export function BuildCards({ builds, isOnlyOne = false }: BuildCardsProps) {
  const isComparable = !isOnlyOne && builds.some(({ hidden }) => !hidden);
  return (
    <>
      {isComparable && <TickHint hint={TICK_BUILDS_HINT} />}
      <ul class="grid">
        {builds.map((build) => (
          <li class="card">
            <div class="card-head">
              <a class="part-name" href={`/b/${build.build_id}`}>
                <bdi>{build.name}</bdi>
              </a>
              {isComparable && !build.hidden && (
                <Tick kind="builds" id={String(build.build_id)} name={build.name} />
              )}
            </div>
            <p class="note">{partsText(build)}</p>
            {build.hidden && (
              <p class="note">
                Hidden by the operator: <bdi>{build.hidden.reason}</bdi>
              </p>
            )}
            <p class="note">
              Since <Day at={build.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {isComparable && (
        <>
          <TickForm />
          <TickButtons />
        </>
      )}
    </>
  );
}
