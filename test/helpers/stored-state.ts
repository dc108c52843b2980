import type { Client } from "./client.ts";
import type { TestService } from "./service.ts";

const collections = ["submissions", "runs", "uploads", "files.files", "files.chunks"];

/**
 * Counts what is stored of submissions and how many runs the client's account has used. A refused request must leave all these
 * counts unchanged.
 */
export async function storedState({ stores }: TestService, client: Client): Promise<Record<string, number>> {
  const counts = await Promise.all(
    collections.map(async (name) => [name, await stores.db.collection(name).countDocuments()] as const),
  );
  const { body } = await client.get("/me");
  return { ...Object.fromEntries(counts), used: body.usage.used as number };
}

/** The names of all stored documents and keys that contain a text. */
export async function placesOf({ stores }: TestService, text: string): Promise<string[]> {
  const places: string[] = [];
  for (const { name } of await stores.db.listCollections().toArray()) {
    for (const document of await stores.db.collection(name).find().toArray()) {
      const bytes = document["data"]?.buffer as Uint8Array | undefined;
      const found = bytes ? Buffer.from(bytes).includes(text) : JSON.stringify(document).includes(text);
      if (found) places.push(`${name} ${String(document._id)}`);
    }
  }
  return places;
}
