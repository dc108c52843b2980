interface NewerOlderProps {
  /** The description of the list for screen readers. */
  label: string;
  /** The number of the page of the list that the visitor sees, from 1. */
  page: number;
  hasMore: boolean;
  /** Returns the address of a page of the list by its number. */
  hrefOf: (page: number) => string;
}

/** Links to the previous and the next page of a list of unknown length. Renders nothing if the list has one page. */
export function NewerOlder({ label, page, hasMore, hrefOf }: NewerOlderProps) {
  if (page === 1 && !hasMore) return null;
  return (
    <nav class="row" aria-label={label}>
      {page > 1 && (
        <a rel="prev" href={hrefOf(page - 1)}>
          Newer
        </a>
      )}
      {hasMore && (
        <a rel="next" href={hrefOf(page + 1)}>
          Older
        </a>
      )}
    </nav>
  );
}
