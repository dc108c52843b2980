/** A search field that suggests pages while somebody types. */
interface SuggestFieldProps {
  /** The id of the field, which must be unique on the page. */
  id: string;
  label: string;
  value?: string | undefined;
  /**
   * The address from which the script requests suggestions, such as GET /products/<kind> for one kind of product; by
   * default the search of everything.
   */
  address?: string;
  placeholder?: string;
  /** Whether the form cannot be sent without a text in this field. */
  isRequired?: boolean;
}

/** The path from which search fields request suggestions of everything. */
export const SUGGESTIONS_PATH = "/search/suggestions";

/** Maximum length of the text of a search request, in characters. */
export const MAX_QUERY_CHARACTERS = 200;

/**
 * The field `query` of a search form. The script `suggest` adds suggestions; without the script the field is a plain
 * search field.
 */
export function SuggestField({
  id,
  label,
  value,
  address = SUGGESTIONS_PATH,
  placeholder,
  isRequired = false,
}: SuggestFieldProps) {
  return (
    <span class="suggest">
      <label class="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        type="search"
        id={id}
        name="query"
        value={value}
        maxLength={MAX_QUERY_CHARACTERS}
        placeholder={placeholder ?? label}
        required={isRequired}
        data-suggest={address}
      />
    </span>
  );
}
