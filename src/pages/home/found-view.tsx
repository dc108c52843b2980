import type { AllKindsSearch, Compared, ProductRecord } from "../../products/index.ts";
import { chipsOfUnderstood, withoutUnderstood, WordNotes } from "../hardware/understood-words.tsx";
import { ChipLink } from "../layout/chip-link.tsx";
import { hrefOfProduct, mainFactsOf, titleOfKind } from "../layout/kinds.ts";
import { Pages } from "../layout/pages.tsx";
import type { View } from "../layout/site.ts";
import { addressOf, atPage, type Pair } from "../lists/addresses.ts";
import { ChipList } from "../lists/chip-list.tsx";
import { Price } from "../lists/price.tsx";
import { SearchForm } from "./search-form.tsx";

interface FoundViewProps {
  query: string;
  page: number;
  limit: number;
  /** True if every word of the text was searched, and none was read as a filter. */
  literal: boolean;
  found: Awaited<ReturnType<AllKindsSearch["find"]>>;
  /** The chip that all found graphics cards have in common. */
  chip: Compared | null;
}

/** Returns the page with the results of the search over all kinds. */
export function foundView({ query, page, limit, literal, found, chip }: FoundViewProps): View {
  const { results, total, approximate } = found;
  const pairs: Pair[] = [["query", query], ...(literal ? [["literal", "true"] as const] : [])];
  return {
    title: `Search: ${query}`,
    isUnlisted: true,
    body: (
      <div class="stack">
        <h1 class="visually-hidden">Search: {query}</h1>
        <SearchForm query={query} />
        <p class="soft">{messageOf({ query, total, approximate: approximate ?? false })}</p>
        <WordNotes {...found} pairs={pairs} path="/" />
        <ChipList
          chips={chipsOfUnderstood(found, pairs, "/")}
          withoutAll={addressOf("/", withoutUnderstood(found, pairs))}
        />
        {chip && <ChipLink chip={chip.slug} title={chip.title} />}
        {results.length > 0 && (
          <ul class="found">
            {results.map((product) => (
              <Hit product={product} />
            ))}
          </ul>
        )}
        <Pages page={page} limit={limit} total={total} hrefOf={(to) => addressOf("/", atPage(pairs, to))} />
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
