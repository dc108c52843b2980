interface PagesProps {
  /** The number of the page that is shown, from 1. */
  page: number;
  /** Number of entries on a page. */
  limit: number;
  total: number;
  /** Returns the address of a page of the list by its number. */
  hrefOf: (page: number) => string;
}

/** Links to the previous and the next page of a list; renders nothing if the list fits on one page. */
export function Pages({ page, limit, total, hrefOf }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / limit));
  if (last === 1) return null;
  return (
    <nav class="row" aria-label="Pages of the list">
      {page > 1 && (
        <a rel="prev" href={hrefOf(page - 1)}>
          Previous
        </a>
      )}
      <span class="soft">
        Page {page} of {last}
      </span>
      {page < last && (
        <a rel="next" href={hrefOf(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}
