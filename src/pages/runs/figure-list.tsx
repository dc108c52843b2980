import type { ShownFigure } from "./figure-texts.ts";

/** Lists figures with their names, units and meanings. */
export function FigureList({ figures }: { figures: readonly ShownFigure[] }) {
  return (
    <dl class="explained">
      {figures.map(({ label, value, unit, meaning }) => (
        <div>
          <dt>{label}</dt>
          <dd class="figure">
            {value} {unit !== "" && <span class="unit">{unit}</span>}
          </dd>
          {meaning !== undefined && <dd class="note">{meaning}</dd>}
        </div>
      ))}
    </dl>
  );
}
