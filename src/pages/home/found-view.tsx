import type { Compared, ProductRecord } from "../../products/index.ts";
import { ChipLink } from "../layout/chip-link.tsx";
import { hrefOfProduct, mainFactsOf, titleOfKind } from "../layout/kinds.ts";
import { Pages } from "../layout/pages.tsx";
import type { View } from "../layout/site.ts";
import { Price } from "../lists/price.tsx";
import { SearchForm } from "./search-form.tsx";

interface FoundViewProps {
  query: string;
  page: number;
  limit: number;
  results: readonly ProductRecord[];
  total: number;
  /** True if no product matches the typed text, so that the results are the products with the most similar names. */
  approximate?: true;
  /** The chip that all found graphics cards have in common. */
  chip: Compared | null;
}

/** Returns the page with the results of the search over all kinds. */
export function foundView({ query, page, limit, results, total, approximate, chip }: FoundViewProps): View {
  return {
    title: `Search: ${query}`,
    isUnlisted: true,
    body: (
      <div class="stack">
        <h1 class="visually-hidden">Search: {query}</h1>
        <SearchForm query={query} />
        <p class="soft">{messageOf({ query, total, approximate: approximate ?? false })}</p>
        {chip && <ChipLink chip={chip.slug} title={chip.title} />}
        {results.length > 0 && (
          <ul class="found">
            {results.map((product) => (
              <Hit product={product} />
            ))}
          </ul>
        )}
        <Pages
          page={page}
          limit={limit}
          total={total}
          hrefOf={(to) => `/?${String(new URLSearchParams({ query, page: String(to) }))}`}
        />
      </div>
    ),
  };
}

function messageOf({
  query,
  total,
  approximate,
}: {
  query: string;
  total: number;
  approximate: boolean;
}): string {
  if (total === 0)
    return `Nothing in the catalogue is like “${query}”. Try fewer words, or the number of the model alone.`;
  if (approximate) return `Nothing is called “${query}”. These have the nearest names.`;
  return total === 1 ? "1 product" : `${total.toLocaleString("en-US")} products`;
}

function Hit({ product }: { product: ProductRecord }) {
  const { kind, make, model, url_slug } = product;
  return (
    <li>
      <span class="badge">{titleOfKind(kind)}</span>
      <div class="found-name">
        <a href={hrefOfProduct({ kind, url_slug })}>
          {make} {model}
        </a>
        <div class="note">{mainFactsOf(product).join(" · ")}</div>
      </div>
      <div class="found-price">
        {product.price === null ? <span class="soft">no price</span> : <Price product={product} />}
      </div>
    </li>
  );
}
