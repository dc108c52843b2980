import { isolated } from "../../charts/isolated.ts";
import { formatNumber } from "../../charts/scales.ts";
import { addressOf, changed, type Pair } from "../lists/addresses.ts";
import type { Addressed, Variants } from "./asked-ranking.ts";
import { canSet, FilterFields, openKinds, type FilterProps } from "./filter-fields.tsx";
import type { TypedPart } from "./part-names.ts";
import type { RankingTabs } from "./tabs.ts";
import { OF_VARIANT, VariantLinks } from "./variant-links.tsx";

/** The maximum number of 3DMark tests for which the page shows links instead of a list to select from. */
const MOST_LINKS = 6;

interface PickerProps extends Addressed, FilterProps, Pick<RankingTabs, "otherTests"> {
  /** The variants to choose from; null for a benchmark without variants, or without measured ones. */
  variants: Variants | null;
  isOfGames: boolean;
  /** Whether the page shows the filters: the ranking has results, or set filters may exclude all of them. */
  hasFilters: boolean;
}

/** Returns whether a page offers its variants in a list to select from: there are many, or they are games. */
export const isList = (variants: Variants | null, isOfGames: boolean): boolean =>
  variants !== null && (isOfGames || variants.query !== undefined || variants.total > MOST_LINKS);

/**
 * Shows the choice of a variant, and the fields that limit a ranking. Few 3DMark tests are shown as links, in one row
 * with the 3DMark tests of which only another graphics test was measured. Otherwise one form has the list of variants
 * before the filters. The chosen resolution and preset apply only to the shown game: the ranking of another chosen game
 * opens with that game's default settings.
 */
export function RankingPicker(props: PickerProps) {
  const { variants, isOfGames, otherTests, typed, path, pairs } = props;
  const listed = isList(variants, isOfGames) ? variants : null;
  return (
    <>
      {variants && !listed && (
        <VariantLinks variants={variants} otherTests={otherTests} path={path} pairs={pairs} />
      )}
      <PickerForm {...props} listed={listed} />
      {listed && <FindVariant variants={listed} path={path} pairs={pairs} />}
      {typed.map((one) => (
        <OtherParts key={one.kind} typed={one} path={path} pairs={pairs} />
      ))}
    </>
  );
}

/** The form with the list of variants, if a list is given, and the filters. Renders nothing if there is no field. */
function PickerForm({ listed, ...props }: PickerProps & { listed: Variants | null }) {
  const { asked, isOfGames, hasFilters, path, pairs } = props;
  const hasSettings = hasFilters && canSet(props);
  const isOpen = hasFilters && (hasSettings || openKinds(asked).length > 0);
  if (!listed && !isOpen) return null;
  const ownFields = [...(listed ? ["variant"] : []), ...(hasSettings ? ["resolution", "preset"] : [])];
  return (
    <form
      action={path}
      class="picker"
      aria-label="Filters of the ranking"
      autoComplete="off"
      data-applies-at-once
    >
      {listed && <VariantSelect variants={listed} isOfGames={isOfGames} />}
      {/* Without a list of variants, the button belongs to the filters, which are folded on a phone. */}
      {isOpen && <FilterFields {...props}>{!listed && <button>Show results</button>}</FilterFields>}
      {hiddenFields(pairs, ownFields)}
      {listed && <button>Show results</button>}
    </form>
  );
}

/** The list of variants. The hidden field names the variant to which the fields of the settings belong. */
function VariantSelect({ variants: { chosen, listed }, isOfGames }: Pick<PickerProps, "isOfGames"> & Listed) {
  const isUnlisted = chosen !== undefined && !listed.some(({ variant }) => variant === chosen.variant);
  return (
    <>
      <label class="picker-variant">
        {isOfGames ? "Game" : "3DMark test"}
        <select name="variant">
          {[...(isUnlisted ? [chosen] : []), ...listed].map(({ variant, title, builds }) => (
            <option value={variant ?? ""} selected={variant === chosen?.variant}>
              {isolated(title ?? "")}
              {/* The number of builds is unknown (0) for a chosen variant that is not in the list. */}
              {builds > 0 && ` (${formatNumber(builds, 0)})`}
            </option>
          ))}
        </select>
      </label>
      {isOfGames && (
        <>
          <p class="note">Another game opens with its own most measured settings.</p>
          <input type="hidden" name="settings_of" value={chosen?.variant ?? ""} />
        </>
      )}
    </>
  );
}

interface Listed {
  variants: Variants;
}

/** A search for a variant, if there are more variants than the list shows. */
function FindVariant({ variants: { listed, total, query }, path, pairs }: Addressed & Listed) {
  if (total <= listed.length && query === undefined) return null;
  return (
    <form action={path} class="picker">
      <label>
        Find another one
        <input type="search" name="query" value={query} maxLength={200} />
      </label>
      {hiddenFields(pairs, OF_VARIANT)}
      <button>Find</button>
      {query === undefined ? null : (
        <p class="note">
          {total === 0
            ? `Nothing that was measured has the words “${query}”.`
            : `${formatNumber(total, 0)} with the words “${query}” stand in the list.`}
        </p>
      )}
    </form>
  );
}

/** Says to which part a typed name limits the ranking, and offers the other parts that the name may mean. */
function OtherParts({ typed: { kind, taken, others }, path, pairs }: { typed: TypedPart } & Addressed) {
  if (others.length === 0) return null;
  return (
    <p class="note">
      {taken !== undefined && (
        <>
          Showing builds with <b>{taken}</b>.{" "}
        </>
      )}
      Did you mean{" "}
      {others.map(({ id, name }, index) => (
        <>
          {index > 0 && (index === others.length - 1 ? " or " : ", ")}
          <a href={addressOf(path, changed(pairs, { without: [kind], add: [[kind, id]] }))}>{name}</a>
        </>
      ))}
      ?
    </p>
  );
}

/** Returns a hidden field for each parameter of a query, except the parameters with the given names. */
function hiddenFields(pairs: readonly Pair[], without: readonly string[]) {
  return changed(pairs, { without }).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ));
}
