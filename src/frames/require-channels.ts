import { InvalidInputError, type Fault } from "../errors.ts";
import { channelNames, type ChannelName } from "../readers/index.ts";
import { show } from "../validation/faults.ts";
import type { FramesOfRun } from "./frame-views.ts";

/**
 * Returns the requested names of channels, each once.
 * @throws InvalidInputError that names the channels of the run, if the run lacks one of the requested channels
 */
export function requireChannels(
  { runId, channels }: FramesOfRun,
  requested: readonly string[],
): ChannelName[] {
  const known = channels.map(({ name }) => name);
  const expected =
    known.length === 0
      ? `no name of a channel, because the file of run ${runId} recorded no channels`
      : `a channel of run ${runId} (${known.join(", ")})`;
  const faults = requested.flatMap((name, index): Fault[] =>
    (known as string[]).includes(name)
      ? []
      : [{ pointer: `/channels/${index}`, detail: `Expected ${expected}, found ${show(name)}.` }],
  );
  if (faults.length > 0) throw new InvalidInputError(faults);
  const asked = new Set(requested);
  return channelNames.filter((name) => asked.has(name));
}
