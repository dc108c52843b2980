import type { ShownFigure } from "./figure-texts.ts";

/** Related metrics with a common heading. */
export interface FigureGroup {
  title: string;
  /** A remark that distinguishes these metrics from metrics with similar names. */
  note?: string | undefined;
  figures: readonly ShownFigure[];
}

interface FigureTableProps {
  /** The caption of the table, for people who cannot see the heading above the table. */
  caption: string;
  /** The metrics in groups. The title of a group shows only if the table has several groups. */
  groups: readonly FigureGroup[];
}

/** Table of metrics with their units, in groups. A click on the name of a metric unfolds its meaning. */
export function FigureTable({ caption, groups }: FigureTableProps) {
  return (
    <table class="figure-table">
      <caption class="visually-hidden">{caption}</caption>
      {groups.map(({ title, note, figures }) => (
        <tbody>
          {groups.length > 1 && (
            <tr class="figure-group">
              <th colSpan={2} scope="rowgroup">
                {title}
                {note !== undefined && <p class="note">{note}</p>}
              </th>
            </tr>
          )}
          {figures.map((figure) => (
            <FigureRow {...figure} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function FigureRow({ label, value, unit, meaning }: ShownFigure) {
  return (
    <tr>
      <th scope="row">
        {meaning === undefined ? (
          label
        ) : (
          <details>
            <summary>{label}</summary>
            <p class="note">{meaning}</p>
          </details>
        )}
      </th>
      <td class="number">
        <span class="figure">{value}</span> {unit !== "" && <span class="unit">{unit}</span>}
      </td>
    </tr>
  );
}
