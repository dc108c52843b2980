/** The large search over all kinds of products. A script shows hits while somebody types; without it the form is sent. */
export function SearchForm({ query = "" }: { query?: string }) {
  return (
    <search>
      <form class="search-form" action="/">
        <label class="visually-hidden" htmlFor="query">
          Search processors, graphics cards, memory and motherboards
        </label>
        <input
          type="search"
          id="query"
          name="query"
          value={query}
          maxLength={200}
          placeholder="ryzen 7 5800x, rtx 4070, b550 …"
          autoComplete="off"
          data-search="all"
          required
        />
        <button>Search</button>
      </form>
    </search>
  );
}
