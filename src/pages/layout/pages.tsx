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
  /** Whether the links stand inside a form. The view must then render `PageForm` outside of that form. */
  isInForm?: boolean;
}

/** The smallest number of pages at which a list has the field into which visitors type the number of a page. */
const MANY_PAGES = 8;
const FORM_ID = "to-page";

/**
 * Links to other pages of a list: the previous and the next page, and with their numbers the first page, the last page,
 * and the pages around the shown page. A list of many pages also has a field for the number of a page. Renders nothing
 * if the list fits on one page.
 */
export function Pages({ page, limit, total, maxPage = Infinity, hrefOf, isInForm = false }: PagesProps) {
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
      {last >= MANY_PAGES && <PageField last={last} first={hrefOf(1)} />}
      {last >= MANY_PAGES && !isInForm && <PageForm first={hrefOf(1)} />}
    </nav>
  );
}

/**
 * The form to which the field for the number of a page belongs.
 * @param props.first the address of the list's first page
 */
export function PageForm({ first }: { first: string }) {
  const { pathname, hash } = urlOf(first);
  return <form id={FORM_ID} action={`${pathname}${hash}`} />;
}

const urlOf = (path: string) => new URL(path, "http://localhost");

/**
 * A field that leads to the page with the typed number.
 * @param props.first the address of the list's first page, whose query the form sends with the number
 */
function PageField({ last, first }: { last: number; first: string }) {
  const others = [...urlOf(first).searchParams].filter(([name]) => name !== "page");
  return (
    <span class="page-field">
      {others.map(([name, value]) => (
        <input type="hidden" form={FORM_ID} name={name} value={value} />
      ))}
      <label>
        Page{" "}
        <input
          type="number"
          form={FORM_ID}
          name="page"
          min="1"
          max={last}
          required
          placeholder={`1–${last}`}
        />
      </label>
      <button class="button-quiet" form={FORM_ID}>
        Go
      </button>
    </span>
  );
}

/**
 * Returns the numbers of the pages to link: the first, the last, and those around a given page, each once, ascending.
 */
function numbersAround(page: number, last: number): number[] {
  const around = [page - 1, page, page + 1].filter((number) => number > 1 && number < last);
  return [1, ...around, last];
}
