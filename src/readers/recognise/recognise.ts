import { decodeHead, detectEncoding } from "../bytes/encoding.ts";
import { recogniseBinary } from "./binary-kinds.ts";
import type { Recognition } from "./file-kinds.ts";
import { recogniseLog } from "./log-kinds.ts";
import { recogniseXml } from "./xml-kinds.ts";

/** What a file is by its first 64 KiB (the whole of a shorter file), never by its name. Null where they do not tell. */
export function recognise(head: Uint8Array): Recognition | null {
  const binary = recogniseBinary(head, detectEncoding(head) !== "utf-8");
  if (binary !== null) return { kind: binary };
  const xml = recogniseXmlOpening(head);
  if (xml !== null) return xml;
  const text = decodeHead(head).trimStart();
  if (text === "") return { kind: "empty" };
  if (text.startsWith("<")) return recogniseXml(text);
  if (text.startsWith("{") || text.startsWith("[")) {
    return { kind: /"(?:Runs|CaptureData)"/.test(text) ? "capframex-json" : "json" };
  }
  return recogniseLog(text);
}

/** Enough for the prolog and the root of an export. */
const OPENING_BYTES = 4096;

/** Most XML is told by its first lines, which saves decoding the rest. Only whole tags are looked at: a name may be cut. */
function recogniseXmlOpening(head: Uint8Array): Recognition | null {
  const opening = decodeHead(head.subarray(0, OPENING_BYTES)).trimStart();
  if (!opening.startsWith("<")) return null;
  return recogniseXml(opening.slice(0, opening.lastIndexOf(">") + 1));
}
