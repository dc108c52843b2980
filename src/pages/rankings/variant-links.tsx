import { countText } from "../builds/words.ts";
import { addressOf, changed } from "../lists/addresses.ts";
import type { Addressed, Variants } from "./asked-ranking.ts";
import { TestLinks } from "./rankings-nav.tsx";
import type { RankingTabs } from "./tabs.ts";

/** The query parameters of a ranking that a link to another variant must not keep. */
export const OF_VARIANT = ["variant", "resolution", "preset"];

/**
 * Links to the rankings of all variants, and to the 3DMark tests that have results of other graphics tests alone.
 * Renders nothing if there is no other link than that to the shown variant.
 */
export function VariantLinks({
  variants: { chosen, listed },
  otherTests,
  path,
  pairs,
}: Addressed & Pick<RankingTabs, "otherTests"> & { variants: Variants }) {
  if (otherTests.length === 0 && listed.every(({ variant }) => variant === chosen?.variant)) return null;
  return (
    <nav aria-label="What was measured">
      <ul class="variants">
        {listed.map(({ variant, title, builds }) => (
          <li key={variant}>
            <a
              href={addressOf(
                path,
                changed(pairs, { without: OF_VARIANT, add: [["variant", variant ?? ""]] }),
              )}
              aria-current={variant === chosen?.variant ? "true" : undefined}
            >
              <bdi>{title}</bdi>
            </a>{" "}
            <span class="soft">{countText(builds, "build")}</span>
          </li>
        ))}
        <TestLinks tests={otherTests} />
      </ul>
    </nav>
  );
}
