import { createClient } from "@pc-benchmarks/client";
import test from "ava";
import { runProgram } from "../helpers/processes.ts";
import { startServiceWithCpus } from "../products/catalogue-service.ts";
import { entriesIn } from "./run-command.ts";

const service = await startServiceWithCpus(test);

test("resolveProduct returns an id only if the service is certain which part a name means, and candidates otherwise", async (t) => {
  const client = createClient({ url: service.url });
  const certain = await client.resolveProduct({ name: "r7 5800x", kind: "cpu" });
  t.true(certain.id !== null && certain.product.model.endsWith("Ryzen 7 5800X"), JSON.stringify(certain));
  const uncertain = await client.resolveProduct({ name: "Ryzen 7 5850X", kind: "cpu" });
  t.is(uncertain.id, null);
  t.true("candidates" in uncertain);
  const found = await client.search({ query: "ryzen 7", kind: "cpu", limit: 3 });
  t.is(found.results.length, 3);
});

test("pc-benchmarks search shows products as text and as JSON", async (t) => {
  const search = async (...args: string[]) => {
    const env = { ...process.env, PC_BENCHMARKS_URL: service.url };
    const { ended, output } = runProgram(t, "packages/client/src/bin.ts", { args: ["search", ...args], env });
    t.is(await ended, 0, output.stderr);
    return output;
  };
  const { stdout } = await search("ryzen", "7", "5800x", "--kind", "cpu", "--json", "--limit", "2");
  const [first] = entriesIn(stdout);
  t.is(first?.["kind"], "cpu");
  t.is(first?.["approximate"], false);
  const text = await search("ryzen", "7", "5800x", "--kind", "cpu");
  t.regex(text.stdout, /^cpu \d+ · AMD Ryzen 7 5800X · .*cpu\/\S*5800x\S*$/m);
});
