import { formatNumber } from "../../charts/scales.ts";
import { headingOf } from "../../kinds/words.ts";
import type { ProductKind } from "../../products/index.ts";
import { SuggestField } from "../layout/suggest-field.tsx";
import { pathOf } from "./paths.ts";

interface KindsViewProps {
  counted: readonly { kind: ProductKind; products: number }[];
}

/** Overview of all kinds of products: a search over all kinds, and a link to each kind. */
export function KindsView({ counted }: KindsViewProps) {
  return (
    <div class="stack">
      <h1>Hardware</h1>
      <form action="/search" class="hardware-query">
        <input type="hidden" name="in" value="hardware" />
        <SuggestField id="all-query" address="/products" label="Search all hardware" />
        <button>Search</button>
      </form>
      <ul class="grid kind-cards">
        {counted.map(({ kind, products }) => (
          <li key={kind.name} class="card">
            <h2>
              <a href={pathOf(kind)}>{headingOf(kind)}</a>
            </h2>
            <p class="soft">{formatNumber(products, 0)} products</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
