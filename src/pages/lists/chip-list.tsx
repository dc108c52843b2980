/** A filter that is set in a list, and the address of the list without this filter. */
export interface Chip {
  name: string;
  value: string;
  href: string;
}

interface ChipListProps {
  chips: readonly Chip[];
  /** The address of the list without any filter. */
  withoutAll: string;
}

/** Shows the filters that are set in a list. Each filter is a link that removes the filter. */
export function ChipList({ chips, withoutAll }: ChipListProps) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters that are set">
      {chips.map(({ name, value, href }) => (
        <li key={`${name} ${value}`}>
          <a class="chip" href={href}>
            <span class="visually-hidden">Remove the filter </span>
            <span class="chip-name">{name}</span> <bdi>{value}</bdi>
            <span class="chip-remove" aria-hidden="true">
              ×
            </span>
          </a>
        </li>
      ))}
      {chips.length === 1 ? null : (
        <li>
          <a class="chips-clear" href={withoutAll}>
            Remove all
          </a>
        </li>
      )}
    </ul>
  );
}
