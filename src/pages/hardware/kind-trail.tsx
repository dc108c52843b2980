import { headingOf } from "../../kinds/words.ts";
import type { ProductKind } from "../../products/index.ts";
import { pathOf } from "./paths.ts";

/** The breadcrumbs of a product or a chip: links to the overview of all hardware and to the list of its kind. */
export const KindTrail = ({ kind }: { kind: ProductKind }) => (
  <nav class="trail" aria-label="Where this is">
    <a href="/hardware">Hardware</a> <span aria-hidden="true">/</span>{" "}
    <a href={pathOf(kind)}>{headingOf(kind)}</a>
  </nav>
);
