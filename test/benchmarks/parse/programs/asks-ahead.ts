import { serveReadings } from "../../../../src/benchmarks/parse/serve-readings.ts";

// A process that unpacks archives: it asks for the second piece of an archive before it needs that piece, and its
// result is only the first piece.

serveReadings({
  read: () => Promise.reject(new Error("this process only unpacks archives")),
  inspect: () => Promise.reject(new Error("this process only unpacks archives")),
  extract: async (content) => {
    const pieces = content[Symbol.asyncIterator]();
    const first = await pieces.next();
    void pieces.next();
    const all = (async function* () {
      yield first.value ?? new Uint8Array();
    })();
    return { name: null, head: new Uint8Array(), all, close: async () => undefined };
  },
});
