import { createReadStream, readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { Pool } from "undici";
import { projectFile } from "../../embedded/index.ts";
import {
  findKind,
  importProducts,
  productKinds,
  productSearchQuery,
  readCsvRows,
} from "../../src/products/index.ts";
import { openBenchServices } from "./bench-services.ts";
import { durationMs, percentile, printTable } from "./measures.ts";

// Measures the product search over the sample catalogue by the judged queries of its tests. Each search is followed by the very
// requests that it sent to Meilisearch, sent once more without our code over a connection to the same server.
// Run with: npm run bench:search

const ROUNDS = 2;
/** So many queries of each list, spread evenly over it. */
const QUERIES = 200;
const target = "at most 2";

/** The judged queries, by what they are. */
const lists = {
  "a model number in many spellings": "test/products/search/judgements.csv",
  "as people type": "test/products/search/typed-judgements.csv",
} as const;

/** The file of each kind in the sample catalogue. */
const files: Readonly<Record<string, string>> = {
  cpu: "data/cpus.csv",
  gpu: "data/gpus.csv",
  ram: "data/ram.csv",
  motherboard: "data/motherboards.csv",
};

interface Query {
  kind: string;
  query: string;
}

const { config, services, close } = await openBenchServices("search");
const pool = new Pool(new URL(config.MEILI_URL).origin, { connections: 1 });
/** The bodies of the requests that the last search sent. */
let sent: string[] = [];
try {
  await loadCatalogue();
  recordRequests();
  const rows: string[][] = [];
  for (const [name, file] of Object.entries(lists))
    for (const facets of [false, true]) rows.push(await measure(name, queriesOf(file), facets));
  printTable(["queries", "p50", "p95", "requests", "raw p50", "raw p95", "ratio p50", "target"], rows);
} finally {
  await pool.close();
  await close();
}

async function loadCatalogue(): Promise<void> {
  const { catalogue, productSync } = services;
  for (const kind of productKinds) {
    const file = files[kind.name];
    if (file === undefined) continue;
    await importProducts({
      kind,
      source: "sample",
      rows: () => readCsvRows(kind, createReadStream(projectFile(file))),
      catalogue,
      onRejected: ({ line }) => {
        throw new Error(`the sample data is damaged in line ${line}`);
      },
    });
    await productSync.sync(kind);
  }
}

/** Keeps what the search sends. */
function recordRequests(): void {
  const { client } = services.stores.searchEngine;
  const send = client.multiSearch.bind(client);
  client.multiSearch = ((body: object) => {
    sent.push(JSON.stringify(body));
    return send(body as Parameters<typeof send>[0]);
  }) as typeof client.multiSearch;
}

function queriesOf(file: string): Query[] {
  const all = parse<Query>(readFileSync(projectFile(file)), { columns: true });
  const step = Math.max(1, Math.floor(all.length / QUERIES));
  return all.filter((_query, index) => index % step === 0).slice(0, QUERIES);
}

async function measure(name: string, queries: readonly Query[], facets: boolean): Promise<string[]> {
  const searched: number[] = [];
  const raw: number[] = [];
  let requests = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { kind: kindName, query } of queries) {
      const kind = findKind(kindName);
      if (!kind) throw new Error(`a judgement names the unknown kind ${kindName}`);
      const request = productSearchQuery.parse({ query, facets: String(facets) });
      sent = [];
      searched.push(await durationMs(() => services.search.find(kind, request)));
      requests += sent.length;
      raw.push(await durationMs(sendAgain));
    }
  }
  const ratio = percentile(searched, 0.5) / percentile(raw, 0.5);
  const ms = (values: readonly number[], at: number) => `${percentile(values, at).toFixed(2)} ms`;
  const count = (requests / searched.length).toFixed(2);
  return [
    `${name}${facets ? ", with facets" : ""}`,
    ms(searched, 0.5),
    ms(searched, 0.95),
    count,
    ms(raw, 0.5),
    ms(raw, 0.95),
    ratio.toFixed(2),
    target,
  ];
}

async function sendAgain(): Promise<void> {
  const authorization = config.MEILI_KEY === undefined ? {} : { Authorization: `Bearer ${config.MEILI_KEY}` };
  for (const body of sent) {
    const { statusCode, body: answer } = await pool.request({
      path: "/multi-search",
      method: "POST",
      headers: { "Content-Type": "application/json", ...authorization },
      body,
    });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`Meilisearch answered ${statusCode}: ${text}`);
  }
}
