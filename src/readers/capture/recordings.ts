import { counted, listed, message, ownWords, type Message } from "../message.ts";
import type { CaptureRequest } from "../read-result.ts";
import { ReaderError } from "../reader-error.ts";

/** The properties by which people distinguish the recordings of a file. */
export interface RecordingSummary {
  /** The start of the recording, as the file writes it; null if the file states no start. */
  begin: Message | null;
  durationS: number | null;
  /**
   * The average frame rate in frames per second; null for a recording without frame rates, such as a recording of the
   * desktop.
   */
  averageFps: number | null;
  /** The number of frames in the recording; absent for a log of samples. */
  frames?: number;
}

/** The error for a file with several recordings, of which the request selects none. */
export class SeveralRecordingsError extends ReaderError {
  readonly recordings: readonly RecordingSummary[];

  constructor(detail: Message, recordings: readonly RecordingSummary[]) {
    super("joined_captures", detail);
    this.recordings = recordings;
  }
}

/**
 * Returns which recording of a file is read, given at least one recording: the recording that the request selects, else
 * the only one with a frame rate, else the first. `number` is its position in the file, from 1.
 * @throws SeveralRecordingsError where several recordings have a frame rate and the request selects none; ReaderError
 * `no_such_recording`
 */
export function chooseRecording<Recording extends RecordingSummary>(
  recordings: readonly Recording[],
  { recording: asked }: CaptureRequest,
): { recording: Recording; number: number; warnings: Message[] } {
  const measured = recordings.filter(({ averageFps }) => averageFps !== null);
  if (asked === undefined && measured.length > 1) throw severalRecordings(recordings);
  const recording = asked === undefined ? (measured[0] ?? recordings[0]) : recordings[asked - 1];
  if (recording === undefined) throw noSuchRecording(asked ?? 1, recordings);
  const number = recordings.indexOf(recording) + 1;
  if (recordings.length === 1) return { recording, number, warnings: [] };
  const others = measured.length === 1 ? message`; no other recording has a frame rate` : message``;
  const warning = message`The figures are those of recording ${number} of ${recordings.length} in the file${others}.`;
  return { recording, number, warnings: [warning] };
}

/**
 * Checks a request for a file with only one recording.
 * @throws ReaderError `no_such_recording` where the request selects a recording other than 1
 */
export function rejectOtherRecording({ recording = 1 }: CaptureRequest): void {
  if (recording !== 1) throw noSuchRecording(recording, []);
}

function severalRecordings(recordings: readonly RecordingSummary[]): ReaderError {
  const detail = message`The file holds ${recordings.length} recordings, one after the other: ${listOf(recordings)}. Send the file again with the number of one recording, such as recording 1, or send each recording as a file of its own.`;
  return new SeveralRecordingsError(detail, recordings);
}

function noSuchRecording(asked: number, recordings: readonly RecordingSummary[]): ReaderError {
  const found = counted(Math.max(recordings.length, 1), "recording");
  const list = recordings.length === 0 ? message`` : message`: ${listOf(recordings)}`;
  const detail = message`The submission asks for recording ${asked}, but the file has ${found}${list}. Send the file again with the number of one of its recordings.`;
  return new ReaderError("no_such_recording", detail);
}

/**
 * The maximum number of recordings that a message lists. A log of one evening has fewer recordings, and people may want
 * to request any of these.
 */
const MAX_LISTED = 40;

function listOf(recordings: readonly RecordingSummary[]): Message {
  return listed(
    recordings.map((recording, index) => message`recording ${index + 1} (${describe(recording)})`),
    MAX_LISTED,
  );
}

function describe({ begin, durationS, averageFps }: RecordingSummary): Message {
  const began = begin === null ? message`` : message`begins ${begin}, `;
  const lasted = durationS === null ? message`` : message`lasts ${ownWords(lengthOf(durationS))}, `;
  const rate = averageFps === null ? "no frame rate" : `${averageFps.toFixed(1)} fps on average`;
  return message`${began}${lasted}${ownWords(rate)}`;
}

// Formats the duration of a recording: "2 s", "13 min 24 s".
function lengthOf(durationS: number): string {
  const seconds = Math.round(durationS);
  const minutes = Math.floor(seconds / 60);
  return `${minutes === 0 ? "" : `${minutes} min `}${seconds % 60} s`;
}
