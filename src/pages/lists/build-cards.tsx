import type { ShownBuild } from "../../builds/index.ts";
import { Day } from "../layout/figures.tsx";
import { partsText } from "../submit/choose-build.tsx";

/** Lists builds as cards: the name of each, its main parts, its day, and to its owner why it is hidden, if it is. */
export function BuildCards({ builds }: { builds: readonly ShownBuild[] }) {
  return (
    <ul class="grid">
      {builds.map((build) => (
        <li class="card">
          <a class="part-name cut" href={`/b/${build.build_id}`} title={build.name}>
            <bdi>{build.name}</bdi>
          </a>
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
  );
}
