interface NewerOlderProps {
  /** What the list has, for people who cannot see it. */
  label: string;
  /** The number of the page that is shown, from 1. */
  page: number;
  hasMore: boolean;
  /** Returns the address of a page of the list by its number. */
  hrefOf: (page: number) => string;
}

/** Links to the neighbouring pages of a list that nobody has counted; renders nothing if the list has one page. */
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
