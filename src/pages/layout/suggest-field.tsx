/** A search field that suggests what it finds while somebody types. */
interface SuggestFieldProps {
  /** The id of the field, which must be unique on the page. */
  id: string;
  label: string;
  value?: string | undefined;
  /** The address from which the suggestions are requested: of everything, or GET /products/<kind> for one kind. */
  address?: string;
  placeholder?: string;
  /** Whether the form requires a text. */
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
