import { isolated } from "../../charts/isolated.ts";
import { formatNumber } from "../../charts/scales.ts";
import { cohortKinds, type CohortKind, type MeasuredSettings } from "../../standings/index.ts";
import { countText } from "../builds/words.ts";
import { titleOfKind } from "../layout/kinds.ts";
import { MAX_QUERY_CHARACTERS } from "../layout/suggest-field.tsx";
import { addressOf, changed, type Pair } from "../lists/addresses.ts";
import type { Opening } from "../lists/opening.ts";
import type { TypedPart } from "./part-names.ts";

/** A variant that was measured, with its name for people; null for a benchmark without variants. */
export interface TitledVariant {
  variant: string | null;
  title: string | null;
  builds: number;
}

/** A variant that was measured, and with what its ranking opens. */
export type OpenedVariant = TitledVariant & { opening: Opening | null };

/** The variants of a benchmark that match the words of `query`, the most measured first. */
export interface Variants {
  query: string | undefined;
  listed: readonly TitledVariant[];
  total: number;
  /** The variant whose ranking is shown; undefined if nothing was measured. */
  chosen: TitledVariant | undefined;
}

/** The request for a ranking that the address of its page contains. */
export interface AskedRanking extends Readonly<Partial<Record<CohortKind, string | undefined>>> {
  page: number;
  limit: number;
  variant?: string | undefined;
  resolution?: string | undefined;
  preset?: string | undefined;
}

/** The address of the page of a ranking: its path, and its query as pairs. */
export interface Addressed {
  path: string;
  pairs: readonly Pair[];
}

interface VariantPickerProps extends Addressed {
  variants: Variants;
  isOfGames: boolean;
}

/** The parameters of a ranking that belong to one variant. */
const OF_VARIANT = ["variant", "resolution", "preset"];
/** The highest number of 3DMark tests that stand beside each other as links. */
const MOST_LINKS = 6;

/**
 * Shows a choice of variants: links to a few 3DMark tests, else a list, and a search field if there are more variants
 * than the list shows.
 */
export function VariantPicker({ variants, isOfGames, path, pairs }: VariantPickerProps) {
  const { chosen, listed, total, query } = variants;
  if (!isOfGames && query === undefined && total <= MOST_LINKS)
    return <VariantLinks variants={variants} path={path} pairs={pairs} />;
  const isUnlisted = chosen !== undefined && !listed.some(({ variant }) => variant === chosen.variant);
  const hidden = hiddenFields(pairs, OF_VARIANT);
  return (
    <div class="pickers">
      <form action={path} class="picker">
        <label>
          {isOfGames ? "Game" : "3DMark test"}
          <select name="variant">
            {[...(isUnlisted ? [chosen] : []), ...listed].map(({ variant, title, builds }) => (
              <option value={variant ?? ""} selected={variant === chosen?.variant}>
                {isolated(title ?? "")}
                {/* The number of builds of a variant outside of the list is not known. */}
                {builds > 0 && ` (${formatNumber(builds, 0)})`}
              </option>
            ))}
          </select>
        </label>
        {hidden}
        <button class="button-quiet">{isOfGames ? "Show this game" : "Show this test"}</button>
      </form>
      {total > listed.length || query !== undefined ? (
        <form action={path} class="picker">
          <label>
            Find another one
            <input type="search" name="query" value={query} maxLength={200} />
          </label>
          {hidden}
          <button>Find</button>
          {query === undefined ? null : (
            <p class="note">
              {total === 0
                ? `Nothing that was measured has the words “${query}”.`
                : `${formatNumber(total, 0)} with the words “${query}” stand in the list.`}
            </p>
          )}
        </form>
      ) : null}
    </div>
  );
}

/** Links to the rankings of all variants; nothing if there is one alone. */
function VariantLinks({ variants: { chosen, listed }, path, pairs }: Addressed & { variants: Variants }) {
  if (listed.every(({ variant }) => variant === chosen?.variant)) return null;
  return (
    <nav aria-label="What was measured">
      <ul class="variants">
        {listed.map(({ variant, title, builds }) => (
          <li key={variant}>
            <a
              href={addressOf(
                path,
                changed(pairs, { without: OF_VARIANT, add: [["variant", variant ?? ""]] }),
              )}
              aria-current={variant === chosen?.variant ? "true" : undefined}
            >
              <bdi>{title}</bdi>
            </a>{" "}
            <span class="soft">{countText(builds, "build")}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface FilterPickerProps extends Addressed {
  asked: AskedRanking;
  /** The settings of the shown game, from which visitors choose; null for other benchmarks. */
  choices: MeasuredSettings | null;
  /** The typed names that name no part, or several. */
  typed: readonly TypedPart[];
}

/**
 * Shows the fields that limit a ranking to a processor, a graphics chip, and the settings of a game. A part that is
 * chosen already has no field, because the list of the filters that are set has a link that removes it.
 */
export function FilterPicker({ asked, choices, typed, path, pairs }: FilterPickerProps) {
  const { resolutions, presets } = choices ?? { resolutions: [], presets: [] };
  const { resolution, preset } = asked;
  const openKinds = cohortKinds.filter((kind) => asked[kind] === undefined);
  const hasSettings =
    resolutions.length + presets.length > 0 || resolution !== undefined || preset !== undefined;
  if (openKinds.length === 0 && !hasSettings && typed.length === 0) return null;
  // Redis counts the builds of each setting among all builds of a game, not among those of another filter.
  const hasPart = openKinds.length < cohortKinds.length;
  const set =
    cohortKinds.length - openKinds.length + [resolution, preset].filter((one) => one !== undefined).length;
  return (
    <>
      <details class="filters" open={typed.some(({ fault }) => fault !== undefined)}>
        <summary>Filters{set > 0 ? ` (${set} set)` : ""}</summary>
        <form action={path} class="picker" aria-label="Filters of the ranking">
          {openKinds.map((kind) => (
            <PartField
              key={kind}
              kind={kind}
              typed={typed.find((one) => one.kind === kind && one.fault !== undefined)}
            />
          ))}
          <SettingPicker
            name="resolution"
            value={resolution}
            settings={resolutions.map((one) => ({ text: one.resolution, builds: one.builds }))}
            hasCounts={!hasPart && preset === undefined}
          />
          <SettingPicker
            name="preset"
            value={preset}
            settings={presets.map((one) => ({ text: one.preset, builds: one.builds }))}
            hasCounts={!hasPart && resolution === undefined}
          />
          {hiddenFields(pairs, hasSettings ? ["resolution", "preset"] : [])}
          <button>Show results</button>
        </form>
      </details>
      {typed.map((one) => (
        <OtherParts key={one.kind} typed={one} path={path} pairs={pairs} />
      ))}
    </>
  );
}

/** Says which part was taken for a typed name, and offers the other parts that the name may mean. */
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

/**
 * A field for the name of a part. The script `suggest` puts the id of a suggested part into the hidden field; without
 * script, the page looks the name up.
 */
function PartField({ kind, typed }: { kind: CohortKind; typed: TypedPart | undefined }) {
  const id = `${kind}-name`;
  const faultId = typed && `${id}-fault`;
  return (
    <div class="picker-part">
      <label htmlFor={id}>{titleOfKind(kind)}</label>
      <span class="suggest">
        <input
          type="search"
          id={id}
          name={`${kind}_name`}
          value={typed?.text}
          maxLength={MAX_QUERY_CHARACTERS}
          placeholder="any"
          aria-describedby={faultId}
          aria-invalid={typed ? true : undefined}
          data-suggest={`/products/${kind}`}
          data-suggest-sets={kind}
        />
        <input type="hidden" name={kind} />
      </span>
      {typed && (
        <p class="fault" id={faultId}>
          {typed.fault}
        </p>
      )}
    </div>
  );
}

/** Returns a hidden field for each pair of a query, without the given names. */
function hiddenFields(pairs: readonly Pair[], without: readonly string[]) {
  return changed(pairs, { without }).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ));
}

interface SettingPickerProps {
  name: "resolution" | "preset";
  value: string | undefined;
  settings: readonly { text: string; builds: number }[];
  /** Whether the counts hold for the shown ranking, which another filter may limit further. */
  hasCounts: boolean;
}

function SettingPicker({ name, value, settings, hasCounts }: SettingPickerProps) {
  const isUnlisted = value !== undefined && !settings.some(({ text }) => text === value);
  if (settings.length === 0 && !isUnlisted) return null;
  return (
    <label>
      {name === "resolution" ? "Resolution" : "Preset"}
      <select name={name}>
        <option value="">any</option>
        {isUnlisted ? (
          <option value={value} selected>
            {value}
          </option>
        ) : null}
        {settings.map(({ text, builds }) => (
          <option value={text} selected={text === value}>
            {isolated(text)}
            {hasCounts && ` (${formatNumber(builds, 0)})`}
          </option>
        ))}
      </select>
    </label>
  );
}
