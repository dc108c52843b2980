import type { ComponentChildren } from "preact";
import { isolated } from "../../charts/isolated.ts";
import { formatNumber } from "../../charts/scales.ts";
import { cohortKinds, type CohortKind, type MeasuredSettings } from "../../standings/index.ts";
import { titleOfKind } from "../layout/kinds.ts";
import { MAX_QUERY_CHARACTERS } from "../layout/suggest-field.tsx";
import type { TypedPart } from "./part-names.ts";
import type { AskedRanking } from "./asked-ranking.ts";

/** The data of the filter fields: the request, the settings to choose from, and the names of parts that were typed. */
export interface FilterProps {
  asked: AskedRanking;
  /** The settings of the shown game, from which visitors choose; null for other benchmarks. */
  choices: MeasuredSettings | null;
  /** The typed names that match no part, or several parts. */
  typed: readonly TypedPart[];
}

interface Children {
  /** The content after the fields, such as the button of the form. */
  children?: ComponentChildren;
}

/** Returns the kinds of part by which the ranking is not filtered yet. */
export const openKinds = (asked: AskedRanking) => cohortKinds.filter((kind) => asked[kind] === undefined);

/** Returns whether the form has fields for settings: some were measured, or one is chosen. */
export function canSet({ choices, asked: { resolution, preset } }: Omit<FilterProps, "typed">): boolean {
  const measured = choices ? choices.resolutions.length + choices.presets.length : 0;
  return measured > 0 || resolution !== undefined || preset !== undefined;
}

/**
 * Shows the fields that limit a ranking to a processor, a graphics chip, and the settings of a game. A part that is
 * chosen already has no field, because the list of the filters that are set has a link that removes it.
 */
export function FilterFields({ asked, choices, typed, children }: FilterProps & Children) {
  const { resolutions, presets } = choices ?? { resolutions: [], presets: [] };
  const { resolution, preset } = asked;
  const kinds = openKinds(asked);
  // Show no numbers of builds if a part is chosen: Redis counts the builds of each setting among all builds of a game.
  const hasPart = kinds.length < cohortKinds.length;
  const set =
    cohortKinds.length - kinds.length + [resolution, preset].filter((one) => one !== undefined).length;
  return (
    <details class="filters" open={typed.some(({ fault }) => fault !== undefined)}>
      <summary>Filters{set > 0 ? ` (${set} set)` : ""}</summary>
      <div class="picker">
        {kinds.map((kind) => (
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
        {children}
      </div>
    </details>
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

interface SettingPickerProps {
  name: "resolution" | "preset";
  value: string | undefined;
  settings: readonly { text: string; builds: number }[];
  /** Whether to show the numbers of builds. They are wrong if another filter limits the ranking further. */
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
