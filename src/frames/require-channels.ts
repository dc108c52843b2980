import { InvalidInputError, type Fault } from "../errors.ts";
import { channelNames, type ChannelName } from "../readers/index.ts";
import { show } from "../validation/faults.ts";
import type { FramesOfRun } from "./frame-views.ts";

/**
 * Returns the requested names of channels (recorded values such as temperatures) without duplicates.
 * @throws InvalidInputError that names the channels of the run, if the run lacks one of the requested channels
 */
export function requireChannels(
  { runId, channels }: FramesOfRun,
  requested: readonly string[],
): ChannelName[] {
  const known = (channels ?? []).map(({ name }) => name);
  const detailOf = (name: string) => {
    if (channels === null)
      return `An older version of the service read the file of run ${runId}; channels appear when the file is read again.`;
    if (known.length === 0) return `Run ${runId} has no channels; leave out \`channels\`.`;
    return `Expected a channel of run ${runId} (${known.join(", ")}), found ${show(name)}.`;
  };
  const faults = requested.flatMap((name, index): Fault[] =>
    (known as string[]).includes(name) ? [] : [{ pointer: `/channels/${index}`, detail: detailOf(name) }],
  );
  if (faults.length > 0) throw new InvalidInputError(faults);
  const asked = new Set(requested);
  return channelNames.filter((name) => asked.has(name));
}
