import { spawn } from "node:child_process";
import process from "node:process";
import type { Client, ListedRun, Run } from "../client.ts";
import type { Kind } from "../products.ts";
import { allBuilds, findBuild } from "./builds.ts";
import { UsageError } from "./errors.ts";
import { pageOf } from "./outcome.ts";
import { joined, scoreText, type Output } from "./output.ts";

/** The output of a command, and the signal that ends the command. */
interface Context {
  output: Output;
  signal: AbortSignal;
}

/** Shows the account that the token belongs to, and how many runs the account has left. */
export async function whoAmI({ api, ask, url }: Client, { output, signal }: Context): Promise<void> {
  const me = await ask(() => api.GET("/me", { signal }), signal);
  const { used, limit, resets_at } = me.usage;
  const runs =
    limit === null ? `${used} runs this month` : `${used} of ${limit} runs used until ${resets_at}`;
  output.show({ ...me, url }, joined([me.account.name, me.account.tier, runs, url]));
}

/** Shows the newest runs of a build, or of all builds of the caller. */
export async function listRuns(
  client: Client,
  { build, limit }: { build?: string; limit: number },
  { output, signal }: Context,
): Promise<void> {
  const { api, ask, url } = client;
  const builds =
    build === undefined ? await allBuilds(client, signal) : [await findBuild(client, build, signal)];
  const runs: ListedRun[] = [];
  for (const { build_id } of builds) {
    const params = { path: { build_id }, query: { page: 1, limit } };
    const { results } = await ask(() => api.GET("/builds/{build_id}/runs", { params, signal }), signal);
    runs.push(...results);
  }
  // Compare the creation times as texts: texts of times in UTC have the same order as the times.
  runs.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  for (const run of runs.slice(0, limit)) output.show(run, runLine(run, url));
}

function runLine(run: ListedRun, url: string): string {
  const result = run.score === null ? run.status : scoreText(run.score, run.unit);
  return joined([
    run.created_at.slice(0, 16).replace("T", " "),
    run.benchmark.name,
    run.title,
    run.label,
    result,
    pageOf(url, run.run_id),
  ]);
}

/** Shows a run with its rank and its metrics. @param options.open whether to open its page in the browser */
export async function showRun(
  { api, ask, url }: Client,
  { id, open = false }: { id: string; open?: boolean },
  { output, signal }: Context,
): Promise<void> {
  // A person may give the URL of a run's page instead of the run's id.
  const params = { path: { run_id: id.replace(/[?#].*$/, "").replace(/^.*\//, "") } };
  const run = await ask(() => api.GET("/benchmarks/runs/{run_id}", { params, signal }), signal);
  output.show(run, runText(run, url));
  if (open) openInBrowser(pageOf(url, run.run_id));
}

function runText(run: Run, url: string): string {
  const all = run.standing?.all;
  const figures = Object.entries(run.metrics ?? {}).flatMap(([name, value]) =>
    typeof value === "number" ? [`${name}: ${value}`] : [],
  );
  return [
    joined([run.benchmark.name, run.title, run.label, run.build.name]),
    run.score === null ? run.status : scoreText(run.score, run.unit),
    run.error?.detail,
    run.unranked && `not ranked: ${run.unranked.reason}`,
    all && `place ${all.rank} of ${all.builds}, better than ${all.better_than_percent} %`,
    ...figures,
    ...run.warnings.map((warning) => `note: ${warning}`),
    pageOf(url, run.run_id),
  ]
    .filter((line) => typeof line === "string" && line !== "")
    .join("\n");
}

/** Opens a page in the browser of the person. Does nothing if the operating system has no program for it. */
function openInBrowser(page: string): void {
  const programs: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
    darwin: ["open"],
    // explorer.exe gets the URL as one argument, without a shell that would interpret characters of the URL.
    win32: ["explorer.exe"],
  };
  const [program, ...args] = programs[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, page], { detached: true, stdio: "ignore" });
  child.on("error", () => console.error(`No browser could be opened. The page is ${page}`));
  child.unref();
}

/** Compares builds (whole numbers), products (names with a slash) or runs. */
export async function compareThings(
  { api, ask }: Client,
  ids: readonly string[],
  { output, signal }: Context,
): Promise<void> {
  if (ids.length < 2) throw new UsageError("expected the ids of at least two builds or runs");
  const names = ids.join(",");
  const areBuilds = ids.every((id) => /^\d{1,15}$/.test(id));
  const areProducts = ids.every((id) => id.includes("/"));
  const query = areBuilds ? { builds: names } : areProducts ? { products: names } : { runs: names };
  if (output.isJson) {
    const compared = await ask(() => api.GET("/compare", { params: { query }, signal }), signal);
    if (typeof compared === "object") output.show(compared, "");
    return;
  }
  const text = await ask(
    () =>
      api.GET("/compare", {
        params: { query: { ...query, format: "markdown" } },
        headers: { Accept: "text/markdown" },
        parseAs: "text",
        signal,
      }),
    signal,
  );
  output.show({}, text.trimEnd());
}

/** Shows the products that a text finds. */
export async function searchProducts(
  client: Client,
  { words, kind, limit }: { words: readonly string[]; kind?: Kind; limit: number },
  { output, signal }: Context,
): Promise<void> {
  const query = words.join(" ");
  const found = await client.search({ query, limit, signal, ...(kind && { kind }) });
  if (found.approximate === true && found.results.length > 0 && !output.isJson)
    output.say(`No product is certainly "${query}". The nearest ones are:`);
  if (found.results.length === 0) output.say(`No product is called "${query}".`);
  for (const product of found.results) {
    const price = product.price === null ? null : `${product.price} USD`;
    const entry = { ...product, approximate: found.approximate === true };
    const name = `${product.make} ${product.model}`;
    output.show(
      entry,
      joined([`${product.kind} ${product.id}`, name, price, `${product.kind}/${product.url_slug}`]),
    );
  }
}
