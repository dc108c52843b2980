import { decodeHead, detectEncoding } from "../bytes/encoding.ts";
import { recogniseBinary } from "./binary-kinds.ts";
import type { Recognition } from "./file-kinds.ts";
import { recogniseLog } from "./log-kinds.ts";
import { recogniseXml } from "./xml-kinds.ts";

/** What a file is by its first 64 KiB (the whole of a shorter file), never by its name. Null where they do not tell. */
export function recognise(head: Uint8Array): Recognition | null {
  const binary = recogniseBinary(head, detectEncoding(head) !== "utf-8");
  if (binary !== null) return { kind: binary };
  const text = decodeHead(head).trimStart();
  if (text === "") return { kind: "empty" };
  if (text.startsWith("<")) return recogniseXml(text);
  if (text.startsWith("{") || text.startsWith("[")) {
    return { kind: /"(?:Runs|CaptureData)"/.test(text) ? "capframex-json" : "json" };
  }
  return recogniseLog(text);
}
