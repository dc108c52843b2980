import { allKindsInWords } from "../../kinds/words.ts";
import { SuggestField } from "../layout/suggest-field.tsx";

/**
 * Large search field over all kinds of products. A script shows suggestions while the user types; without the script
 * the user sends the form.
 */
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
