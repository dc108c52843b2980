import { randomUUID } from "node:crypto";
import { openObjectStore } from "../../../src/compose/stores.ts";
import type { Config } from "../../../src/config.ts";
import { ANSWER_TIMEOUT_MS, faults, unusable, type Finding } from "./finding.ts";

const CONTENT = Buffer.from("written by check-settings");

/** Writes, reads and deletes an object in the bucket of FILES_URL. Returns no finding if FILES_URL is not set. */
export async function checkObjectStore(config: Config): Promise<Finding[]> {
  const store = await openObjectStore(config, { timeoutMs: ANSWER_TIMEOUT_MS, onCall: () => undefined });
  if (store === null) return [];
  const key = `check-settings-${randomUUID()}`;
  try {
    await store.put(key, CONTENT);
    const read = await store.readRange(key, { start: 0, end: CONTENT.length });
    await store.remove(key);
    if (read === null || !CONTENT.equals(read.bytes))
      return faults(
        "S3 does not return an object right after its creation. The service needs strong consistency.",
      );
    if (await store.has(key)) return faults("S3 still has an object right after its deletion.");
    return [
      {
        level: "ok",
        text: `S3: writes, reads and deletes objects in the bucket ${config.FILES_URL?.bucket}`,
      },
    ];
  } catch (error) {
    return unusable("S3", "FILES_URL", error);
  } finally {
    store.close();
  }
}
