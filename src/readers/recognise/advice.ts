import type { FileFormat } from "../read-result.ts";

/** Advice for the sender of a 3DMark result that is no XML export. */
export const SEND_XML =
  "Send the run's .3dmark-result file, which 3DMark saves in the folder 3DMark of your documents (only the Result.xml in it is kept). The Professional Edition can also export the run as XML: send that file.";

/** Advice for the sender of a file that is not one of the captures that the service can read. */
export const SEND_CAPTURE =
  "Capture the game with PresentMon, CapFrameX, OCAT or FrameView (on Linux with MangoHud) and send the file of the capture: its CSV, or the JSON record of CapFrameX.";

/** The advice for a file that is not of the expected format, by the expected format. */
export const usualAdvice: Record<FileFormat, string> = { "3dmark-xml": SEND_XML, "frame-csv": SEND_CAPTURE };

/** The advice for a capture that was sent as a 3DMark result. */
export const sendAsGame = `Send it as a game benchmark instead. For a 3DMark result: ${lowerFirst(SEND_XML)}`;

/** The advice for a 3DMark result that was sent as a capture. */
export const SEND_AS_3DMARK = "Send it as the result of a 3DMark graphics test instead.";

/** The advice for a person who has sent an archive, by the format of the file that was expected. */
export const unpackArchive: Record<FileFormat, string> = {
  "frame-csv": "Unpack it and send the capture in it, or pack the capture alone as ZIP or gzip.",
  "3dmark-xml": "Unpack it and send the .3dmark-result file or the XML export in it.",
};

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
