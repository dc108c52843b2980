import type { ShownFigure } from "./figure-texts.ts";

interface FigureTableProps {
  /** What the figures are, for people who cannot see the heading above the table. */
  caption: string;
  figures: readonly ShownFigure[];
}

/** The figure whose meaning is shown unfolded, because its name alone can mean many things. */
const DEFINED = "stutter_percent";

/** Table of figures with their units: the name of a figure unfolds what the figure means. */
export function FigureTable({ caption, figures }: FigureTableProps) {
  return (
    <table class="figure-table">
      <caption class="visually-hidden">{caption}</caption>
      <tbody>
        {figures.map(({ name, label, value, unit, meaning }) => (
          <tr>
            <th scope="row">
              {meaning === undefined ? (
                label
              ) : (
                <details open={name === DEFINED}>
                  <summary>{label}</summary>
                  <p class="note">{meaning}</p>
                </details>
              )}
            </th>
            <td class="number">
              <span class="figure">{value}</span> {unit !== "" && <span class="unit">{unit}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
