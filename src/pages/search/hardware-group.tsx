import type { ProductRecord } from "../../products/index.ts";
import { countText } from "../builds/words.ts";
import { Tick } from "../compare/tick.tsx";
import { chipsOfUnderstood, withoutUnderstood, WordNotes } from "../hardware/understood-words.tsx";
import { ChipLink } from "../layout/chip-link.tsx";
import { hrefOfProduct, mainFactsOf, titleOfKind } from "../layout/kinds.ts";
import { Pages } from "../layout/pages.tsx";
import { addressOf, atPage, type Pair } from "../lists/addresses.ts";
import { ChipList } from "../lists/chip-list.tsx";
import { Price } from "../lists/price.tsx";
import type { SiteSearch } from "./find-everything.ts";
import { Group, SEARCH_PATH } from "./group.tsx";

/** The highest number of a page of the found products. */
export const MAX_PRODUCT_PAGE = 1000;

interface HardwareGroupProps {
  query: string;
  /** True if every word of the text was searched, and none was read as a filter. */
  literal: boolean;
  hardware: Awaited<ReturnType<SiteSearch["hardware"]>>;
  /** The page of the list that is shown; undefined where the group shows only its first products. */
  paging: { page: number; limit: number } | undefined;
}

/** The found products of all kinds: the first ones with a link to all, or a page of all. */
export function HardwareGroup({ query, literal, hardware, paging }: HardwareGroupProps) {
  const { found, chip } = hardware;
  const { results, total, approximate = false } = found;
  const typed: Pair[] = [["query", query], ...(literal ? [["literal", "true"] as const] : [])];
  const ofHardware: Pair[] = [...typed, ["in", "hardware"]];
  // The links of the filters stay on the page of all groups or on the page of the hardware alone.
  const pairs = paging ? ofHardware : typed;
  const showsAll = paging !== undefined || (results.length === total && !approximate);
  return (
    <Group name="Hardware" all={showsAll ? undefined : { href: addressOf(SEARCH_PATH, ofHardware), total }}>
      <p class="soft">{messageOf({ query, total, approximate })}</p>
      <WordNotes {...found} pairs={pairs} path={SEARCH_PATH} />
      <ChipList
        chips={chipsOfUnderstood(found, pairs, SEARCH_PATH)}
        withoutAll={addressOf(SEARCH_PATH, withoutUnderstood(found, pairs))}
      />
      {chip && <ChipLink chip={chip.slug} title={chip.title} />}
      {results.length > 0 && (
        <ul class="found">
          {results.map((product) => (
            <FoundProduct product={product} />
          ))}
        </ul>
      )}
      {paging && (
        <Pages
          {...paging}
          total={total}
          maxPage={MAX_PRODUCT_PAGE}
          hrefOf={(to) => addressOf(SEARCH_PATH, atPage(pairs, to))}
        />
      )}
    </Group>
  );
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
    return `Nothing is similar to “${query}”. Try fewer words, or the number of the model alone.`;
  if (approximate) return `Nothing is called “${query}”. These have the nearest names.`;
  return countText(total, "product");
}

function FoundProduct({ product }: { product: ProductRecord }) {
  const { kind, make, model, url_slug } = product;
  return (
    <li class="found-product">
      <Tick kind="products" id={`${kind}/${url_slug}`} name={`${make} ${model}`} />
      <span class="badge">{titleOfKind(kind)}</span>
      <div class="found-name">
        <a href={hrefOfProduct({ kind, url_slug })}>
          {make} {model}
        </a>
        <div class="note">{mainFactsOf(product).join(" · ")}</div>
      </div>
      <div class="found-price">
        {product.price === null ? <span class="soft">no current price</span> : <Price product={product} />}
      </div>
    </li>
  );
}
