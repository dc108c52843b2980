import { addressOf, changed, type Pair } from "../lists/addresses.ts";

/** The numbers of products per page from which visitors choose: the default number, and larger ones. */
const SIZES = [20, 50, 100];

interface PageSizesProps {
  /** The number of products on the shown page. */
  limit: number;
  /** The number of found products. */
  total: number;
  pairs: readonly Pair[];
  path: string;
}

/** Links to the list with more or fewer products on a page. Renders nothing if all products fit on a page of 20. */
export function PageSizes({ limit, total, pairs, path }: PageSizesProps) {
  const [usual = limit] = SIZES;
  if (total <= usual) return null;
  const hrefOf = (size: number) =>
    addressOf(
      path,
      changed(pairs, { without: ["limit"], add: size === usual ? [] : [["limit", String(size)]] }),
    );
  // The query of the page may ask for a number of products that is not in SIZES; show this number, too.
  const sizes = SIZES.includes(limit) ? SIZES : [...SIZES, limit].toSorted((a, b) => a - b);
  return (
    <nav class="row note pages" aria-label="Number of products on a page">
      Products on a page:{" "}
      {sizes.map((size) => (
        <a key={size} href={hrefOf(size)} aria-current={size === limit ? "true" : undefined}>
          <span class="visually-hidden">Show </span>
          {size}
        </a>
      ))}
    </nav>
  );
}
