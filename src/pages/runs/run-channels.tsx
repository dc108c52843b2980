import { labelOfChannel } from "../../compare/index.ts";
import { divisorOf } from "../../frames/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { Scroll } from "../layout/scroll.tsx";
import { SENSORS } from "./chart-views.tsx";
import type { ShownRun } from "./shown-run.ts";

/** Table of what the file of a run recorded over time besides frame times: a row for each channel. */
export function RunChannels({ run: { channels } }: { run: ShownRun }) {
  if (channels.length === 0) return null;
  return (
    <section class="stack">
      <h2 id="channels">{SENSORS}</h2>
      <Scroll label={`Table of ${SENSORS.toLowerCase()}`}>
        <table class="channels">
          <thead>
            <tr>
              <th scope="col">Sensor</th>
              {["Mean", "Nine of ten values", "Lowest to highest"].map((name) => (
                <th scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {channels.map((channel) => (
              <ChannelRow channel={channel} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

/** The mean, the percentiles and the extremes of a channel. Memory is shown in GB, as in the chart. */
function ChannelRow({ channel }: { channel: ShownRun["channels"][number] }) {
  const { name, mean, p5, p95, min, max } = channel;
  const divisor = divisorOf(name);
  const unit = divisor === 1 ? channel.unit : "GB";
  const shown = (value: number) => formatFigure(value / divisor, unit);
  return (
    <tr>
      <th scope="row">
        {labelOfChannel(name)} <span class="unit">{unit}</span>
      </th>
      <td class="number">{shown(mean)}</td>
      <td class="number">
        {shown(p5)} – {shown(p95)}
      </td>
      <td class="number">
        {shown(min)} – {shown(max)}
      </td>
    </tr>
  );
}
