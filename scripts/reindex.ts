import { productKinds } from "../src/products/index.ts";
import { withProgressBar, type ProgressBar } from "./progress-bar.ts";
import { runScript } from "./run-script.ts";
import { option } from "./script-arguments.ts";
import { kindNamed, kindNames } from "./kind-option.ts";

// This file is the program `npm run reindex`, which rebuilds the search index of one kind of product, or of all kinds,
// from MongoDB.

await runScript({
  name: "reindex",
  call: "npm run reindex --",
  about: "Rebuilds search indexes from MongoDB. Searches and edits keep working meanwhile.",
  options: {
    kind: option(`<${kindNames}>`, "only this kind; default: all kinds, one after the other", {
      read: kindNamed,
    }),
  },
  example: "--kind cpu",
  run: async ({ kind: wanted }, { productSync }) => {
    for (const kind of wanted ? [wanted] : productKinds) {
      const rebuild = ({ show: onProgress }: ProgressBar) => productSync.rebuild(kind, { onProgress });
      await withProgressBar(() => kind.name, rebuild);
      console.log(`${kind.name}: index built and in use`);
    }
  },
});
