import { labelOfChannel } from "../../compare/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { Scroll } from "../layout/scroll.tsx";
import type { ShownRun } from "./shown-run.ts";

/** Table of what the file of a run recorded over time besides frame times: a row for each channel. */
export function RunChannels({ run: { channels } }: { run: ShownRun }) {
  if (channels.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="channels">
      <h2 id="channels">What else was recorded</h2>
      <Scroll label="What else was recorded over time">
        <table>
          <thead>
            <tr>
              <th scope="col">Channel</th>
              {["Mean", "5 % to 95 %", "Minimum", "Maximum"].map((name) => (
                <th scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {channels.map(({ name, unit, mean, p5, p95, min, max }) => (
              <tr>
                <th scope="row">
                  {labelOfChannel(name)} <span class="unit">{unit}</span>
                </th>
                <td class="number">{formatFigure(mean, unit)}</td>
                <td class="number">
                  {formatFigure(p5, unit)} – {formatFigure(p95, unit)}
                </td>
                <td class="number">{formatFigure(min, unit)}</td>
                <td class="number">{formatFigure(max, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}
