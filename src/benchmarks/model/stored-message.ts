import type { Message } from "../../readers/index.ts";

// The only file that knows the older form of messages. It goes with the release after the one that has brought the migration
// "every message of a run has a public form": from then on a stored message is a Message.

/** A message to the submitter and to the public. Older readers have stored only the text to the submitter. */
export type StoredMessage = Message | string;

/** An error of a reader as it is stored. Older readers have stored no public form. */
type StoredError = Pick<Message, "detail"> & Partial<Pick<Message, "public_detail">>;

const WARNING_OF_OLDER_READERS = "There is a warning about the file. Its submitter sees it.";
const ERROR_OF_OLDER_READERS = "The file could not be read. Its submitter sees why.";

/** Returns both forms of a stored warning. The text of an older one may quote the file, so its public form only says that there is one. */
export function messageOf(stored: StoredMessage): Message {
  return typeof stored === "string" ? { detail: stored, public_detail: WARNING_OF_OLDER_READERS } : stored;
}

/** Returns both forms of a stored error. */
export function messageOfError({ detail, public_detail = ERROR_OF_OLDER_READERS }: StoredError): Message {
  return { detail, public_detail };
}
