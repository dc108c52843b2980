import { parseArgs } from "node:util";
import { findKind, productKinds } from "../src/products/index.ts";
import { createProgressBar } from "./progress-bar.ts";
import { runScript } from "./run-script.ts";

// Rebuilds the search index of one kind, or of all kinds, from MongoDB. Searches and edits go on meanwhile.

const names = productKinds.map(({ name }) => name).join("|");

await runScript({
  name: "reindex",
  usage: `Usage: reindex [--kind <${names}>]
  without --kind: all of them, one after the other
Example: npm run reindex -- --kind cpu`,
  readArguments: (args) => {
    const { values } = parseArgs({ args, options: { kind: { type: "string" } } });
    if (values.kind === undefined) return productKinds;
    const kind = findKind(values.kind);
    if (!kind) throw new Error(`--kind: expected one of ${names}, found ${values.kind}`);
    return [kind];
  },
  run: async (kinds, { productSync }) => {
    for (const kind of kinds) {
      const bar = createProgressBar({ describe: () => kind.name });
      try {
        await productSync.rebuild(kind, { onProgress: bar.show });
      } finally {
        bar.end();
      }
      console.log(`${kind.name}: index built and in use`);
    }
    return true;
  },
});
