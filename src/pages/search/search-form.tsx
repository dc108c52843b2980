import { MAX_QUERY_CHARACTERS, SuggestField } from "../layout/suggest-field.tsx";

/**
 * Large search field for everything. A script shows suggestions while the user types; without the script the user sends
 * the form.
 */
export function SearchForm({ query = "" }: { query?: string }) {
  return (
    <search>
      <form class="search-form" action="/search">
        <SuggestField
          id="query"
          label="Search hardware, games, builds and people"
          placeholder="ryzen 5800x, cyberpunk …"
          value={query.slice(0, MAX_QUERY_CHARACTERS)}
          isRequired
        />
        <button>Search</button>
      </form>
    </search>
  );
}
