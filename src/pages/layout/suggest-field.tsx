/** A search field that suggests products while somebody types. */
interface SuggestFieldProps {
  /** Unique on the page. */
  id: string;
  label: string;
  value?: string | undefined;
  /** Where suggestions come from: GET /products, or GET /products/<kind> for one kind. */
  address?: string;
  placeholder?: string;
  /** Whether the form is sent with some text only. */
  isRequired?: boolean;
}

/** A search request has so many characters at most. */
const MAX_QUERY_CHARACTERS = 200;

/** The field `query` of a search form. The script `suggest` makes it suggest products; without it the form searches by itself. */
export function SuggestField({
  id,
  label,
  value,
  address = "/products",
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
