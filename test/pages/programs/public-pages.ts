/** The addresses of the seven public pages on a running service, by the name of the page. */
export type PublicPages = Readonly<Record<string, string>>;

const GAME_BENCHMARK = 16;
const CINEBENCH = 15;

/**
 * Returns the addresses of the public pages of a running service: pages about the newest capture, the build of that
 * capture, and the catalogue.
 * @throws Error if the service does not answer, or has no capture
 */
export async function findPublicPages(origin: string): Promise<PublicPages> {
  const capture = await findCapture(origin);
  const others = await read(`${origin}/builds/${capture.build_id}/runs?benchmark_id=${GAME_BENCHMARK}`);
  const runs = (others.results as Run[]).filter(({ status }) => status === "complete").slice(0, 2);
  const compared =
    runs.length > 1 ? `runs=${runs.map(({ run_id }) => run_id).join(",")}` : await someBuilds(origin);
  const { results: cpus } = await read(`${origin}/products/cpu?query=ryzen%207%205800x&limit=1`);
  return {
    "first page": "/",
    build: `/b/${capture.build_id}`,
    run: `/r/${capture.run_id}`,
    comparison: `/compare?${compared}`,
    search: "/hardware/gpu",
    product: `/hardware/cpu/${String(cpus[0]?.url_slug)}`,
    ranking: `/rankings/${CINEBENCH}`,
  };
}

interface Run {
  run_id: string;
  build_id: number;
  status: string;
  benchmark_id: number;
}

/** Returns the newest run with frame times that the first page links to. */
async function findCapture(origin: string): Promise<Run> {
  const response = await fetch(`${origin}/`, { headers: { Accept: "text/html" } });
  const ids = [...(await response.text()).matchAll(/href="\/r\/([^"]+)"/g)].map(([, id = ""]) => id);
  for (const id of ids) {
    const frames = await fetch(`${origin}/benchmarks/runs/${id}/frames`);
    if (frames.ok) return read(`${origin}/benchmarks/runs/${id}`);
  }
  throw new Error(
    `Expected a capture among the newest results of ${origin}, found none. npm run quickstart -- --with-population makes one.`,
  );
}

/** Returns the query string of a comparison of two ranked builds. */
async function someBuilds(origin: string): Promise<string> {
  const { results } = await read(`${origin}/benchmarks/${CINEBENCH}/ranking?limit=2`);
  return `builds=${(results as { build: { build_id: number } }[]).map(({ build }) => build.build_id).join(",")}`;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the API's own tests check the shapes
async function read(url: string): Promise<any> {
  const response = await fetch(url, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
