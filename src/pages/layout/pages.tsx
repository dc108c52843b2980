import { formatFigure } from "./figures.tsx";

interface PagesProps {
  /** The number of the page of the list that the visitor sees, from 1. */
  page: number;
  /** The maximum number of entries on one page of the list that the visitor sees. */
  limit: number;
  total: number;
  /** The highest number of a page that the list's address may have; by default the list has no such limit. */
  maxPage?: number;
  /** Returns the address of a page of the list by its number. */
  hrefOf: (page: number) => string;
}

/**
 * Links to other pages of a list: the previous and the next page, and with their numbers the first page, the last page,
 * and the pages around the shown page. Renders nothing if the list fits on one page.
 */
export function Pages({ page, limit, total, maxPage = Infinity, hrefOf }: PagesProps) {
  const last = Math.min(Math.max(1, Math.ceil(total / limit)), maxPage);
  if (last === 1) return null;
  return (
    <nav class="row pages" aria-label="Pages of the list">
      {page > 1 && (
        <a rel="prev" href={hrefOf(Math.min(page - 1, last))}>
          Previous
        </a>
      )}
      <ol>
        {numbersAround(page, last).map((number, index, numbers) => (
          <li key={number}>
            {index > 0 && number > (numbers[index - 1] ?? 0) + 1 && <span class="soft">… </span>}
            <a href={hrefOf(number)} aria-current={number === page ? "page" : undefined}>
              <span class="visually-hidden">Page </span>
              {formatFigure(number)}
            </a>
          </li>
        ))}
      </ol>
      {page < last && (
        <a rel="next" href={hrefOf(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}

/**
 * Returns the numbers of the pages to link: the first, the last, and those around a given page, each once, ascending.
 */
function numbersAround(page: number, last: number): number[] {
  const around = [page - 1, page, page + 1].filter((number) => number > 1 && number < last);
  return [1, ...around, last];
}
