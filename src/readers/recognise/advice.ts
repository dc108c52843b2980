import type { FileFormat } from "../read-result.ts";

/** What to do instead of sending a 3DMark result of another kind. */
export const SEND_XML =
  "Export the run as XML in 3DMark and send that file, or send its .3dmark-result file (of which only Result.xml is kept).";

/** What to do instead of sending a capture of another kind. */
export const SEND_CAPTURE =
  "Capture the game with PresentMon, CapFrameX, OCAT or FrameView (on Linux with MangoHud) and send the CSV of the capture.";

/** The advice for a file of another kind, by the expected format. */
export const usualAdvice: Record<FileFormat, string> = { "3dmark-xml": SEND_XML, "frame-csv": SEND_CAPTURE };

/** The advice for a capture that was sent as a 3DMark result. */
export const sendAsGame = `Send it as a game benchmark instead. For a 3DMark result: ${lowerFirst(SEND_XML)}`;

/** The advice for an archive, by the expected format. */
export const unpackArchive: Record<FileFormat, string> = {
  "frame-csv": "Unpack it and send the CSV file in it.",
  "3dmark-xml": "Unpack it and send the XML file in it.",
};

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
