import { allKindsInWords } from "../../kinds/words.ts";
import { SuggestField } from "../layout/suggest-field.tsx";

/** The large search over all kinds of products. A script shows hits while somebody types; without it the form is sent. */
export function SearchForm({ query = "" }: { query?: string }) {
  return (
    <search>
      <form class="search-form" action="/">
        <SuggestField
          id="query"
          label={`Search ${allKindsInWords()}`}
          placeholder="ryzen 7 5800x, rtx 4070, b550 …"
          value={query}
          isRequired
        />
        <button>Search</button>
      </form>
    </search>
  );
}
