import { formatNumber } from "../../charts/scales.ts";
import type { CohortKind, MeasuredVariant } from "../../standings/index.ts";
import { changed, type Pair } from "../lists/addresses.ts";

/** A variant that was measured, with its name for people; null for a benchmark without variants. */
export type TitledVariant = MeasuredVariant & { title: string | null };

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
  asked: AskedRanking;
  variants: Variants;
}

/**
 * Shows a choice of variants, the settings of the chosen variant, and a search field if there are more variants than
 * the list shows.
 */
export function VariantPicker(props: VariantPickerProps) {
  const { variants, path, pairs } = props;
  const { chosen, listed, total, query } = variants;
  const isUnlisted = chosen !== undefined && !listed.some(({ variant }) => variant === chosen.variant);
  const hidden = hiddenFields(pairs, ["variant", "resolution", "preset"]);
  return (
    <div class="pickers">
      <form action={path} class="picker">
        <label>
          What was measured
          <select name="variant">
            {[...(isUnlisted ? [chosen] : []), ...listed].map(({ variant, title, builds }) => (
              <option value={variant ?? ""} selected={variant === chosen?.variant}>
                {title} ({formatNumber(builds, 0)})
              </option>
            ))}
          </select>
        </label>
        {hidden}
        <button>Show</button>
      </form>
      <SettingsPicker {...props} />
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

/** Shows a choice of the settings of a game. A form of its own, because another game has other settings. */
function SettingsPicker({ asked, variants: { chosen }, path, pairs }: VariantPickerProps) {
  const { resolutions = [], presets = [] } = chosen ?? {};
  const listed = [...resolutions, ...presets];
  if (listed.length === 0 && asked.resolution === undefined && asked.preset === undefined) return null;
  return (
    <form action={path} class="picker">
      <SettingPicker
        name="resolution"
        value={asked.resolution}
        settings={resolutions.map(({ resolution, builds }) => ({ text: resolution, builds }))}
      />
      <SettingPicker
        name="preset"
        value={asked.preset}
        settings={presets.map(({ preset, builds }) => ({ text: preset, builds }))}
      />
      {hiddenFields(pairs, ["resolution", "preset"])}
      <button>Show these settings</button>
    </form>
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
}

function SettingPicker({ name, value, settings }: SettingPickerProps) {
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
            {text} ({formatNumber(builds, 0)})
          </option>
        ))}
      </select>
    </label>
  );
}
