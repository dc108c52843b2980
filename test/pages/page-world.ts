import { Readable } from "node:stream";
import type { Page } from "puppeteer-core";
import { projectFile } from "../../embedded/index.ts";
import { readFileSync } from "node:fs";
import { importProducts, productKinds, readCsvRows } from "../../src/products/index.ts";
import { makeCapture, makeGameFrames, RANKED_FRAMES } from "../helpers/capture-generator.ts";
import { openWindow } from "../helpers/chromium.ts";
import type { TestService } from "../helpers/service.ts";
import { untilRanked } from "../helpers/until-ranked.ts";
import type { TestScope } from "../helpers/stores.ts";

/** A name that would become an element and run a script in a page that does not escape the name. */
const MARKUP = `<b data-hostile onclick="alert(1)">"x" & 'y'</b>`;

/** A capture of only the desktop, which is refused because it has no game. */
const DESKTOP = `Application,ProcessID,MsBetweenPresents\n${"dwm.exe,1,16\n".repeat(9)}`;

/** The resources that the tested pages show. The names of all these resources contain markup. */
export type PageWorld = Awaited<ReturnType<typeof makePageWorld>>;

/**
 * Loads the sample catalogue, and creates a person with a build, a typed-in score, two captures and a refused file.
 * The names of the person, the build, a product of each kind, the game and the files contain markup.
 */
export async function makePageWorld(service: TestService) {
  const { catalogue, productSync } = service.services;
  for (const kind of productKinds) {
    const file = projectFile(`data/${kind.collection}.csv`);
    const [header = "", first = "", ...others] = readFileSync(file, "utf8").split("\n");
    const text = [header, withMarkup(header, first), ...others].join("\n");
    const rows = () => readCsvRows(kind, Readable.from([text]));
    await importProducts({ kind, source: "test", rows, catalogue, onRejected: () => undefined });
    await productSync.rebuild(kind);
  }
  const person = await service.signIn(MARKUP);
  const products = await hostileProducts(service);
  const parts = Object.fromEntries(products.map(({ kind, id }) => [kind, id]));
  const { body } = await person.post("/builds", { name: MARKUP, description: MARKUP, parts });
  const buildId = body.build.build_id as number;
  await person.add({ build_id: buildId, benchmarks: { id: 15, runs: [15_310] } });
  const captures = [1, 2].map((seed) => ({ name: `${MARKUP} ${seed}.csv`, content: captureOf(seed) }));
  const added = await person.add({ build_id: buildId, benchmarks: { id: 16 }, files: captures });
  const runIds = (added.body.runs as { run_id: string }[]).map(({ run_id }) => run_id);
  for (const runId of runIds) {
    const run = await person.waitForRun(runId);
    if (run.body.status !== "complete") throw new Error(`the run is ${run.text}`);
  }
  const desktop = { name: `${MARKUP}.csv`, content: DESKTOP };
  const refused = await person.add({ build_id: buildId, benchmarks: { id: 16 }, files: [desktop] });
  const failedRunId = refused.body.runs[0].run_id as string;
  const failed = await person.waitForRun(failedRunId);
  if (failed.body.status !== "failed") throw new Error(`the run is ${failed.text}`);
  // The ranks of a build are updated shortly after its runs.
  const { ranks } = service.services;
  await untilRanked(service.stores);
  await ranks.refill();
  return {
    service,
    /** The HTTP client with the session of the person who owns the build. */
    person,
    buildId,
    accountId: body.build.owner.account_id as string,
    /** Ids of the runs of the person's two captures. */
    runIds,
    /** Id of the run whose file was refused. */
    failedRunId,
    /** Returns the `url_slug` of the product of a kind that is in the build and has markup in its name. */
    slugOf: (kind: string) => products.find((product) => product.kind === kind)?.url_slug ?? "",
    /** The slug of the chip of the graphics card in the build. */
    chipSlug: products.find((product) => product.kind === "gpu")?.compared_as ?? "",
  };
}

/** Puts markup into the model of a row of a CSV file. */
function withMarkup(header: string, row: string): string {
  const column = header.split(",").indexOf("model");
  const cell = `"${MARKUP.replaceAll('"', '""')}"`;
  return row
    .split(",")
    .map((value, index) => (index === column ? cell : value))
    .join(",");
}

const captureOf = (seed: number): string =>
  makeCapture(
    "presentmon-1.10",
    makeGameFrames(seed, RANKED_FRAMES).map((frame) =>
      Object.assign(frame, { application: "<b data-hostile>game.exe" }),
    ),
  );

interface HostileProduct {
  kind: string;
  id: number;
  url_slug: string;
  compared_as: string;
}

async function hostileProducts({ stores }: TestService) {
  const found = stores.db
    .collection<HostileProduct>("products")
    .find({ "fields.model": { $regex: "data-hostile" } });
  return found.toArray();
}

/** A page of the browser, and the console messages, errors and dialogs that have been collected from it so far. */
export type OpenPage = Awaited<ReturnType<typeof openPage>>;

/**
 * Opens an empty page in a new window, and collects its console messages, errors and dialogs.
 * @param options.isSignedIn whether the window has the person's session; without it nobody is signed in
 */
export async function openPage(
  scope: TestScope,
  { service, person }: Pick<PageWorld, "service" | "person">,
  { isSignedIn = false, hasScript = true } = {},
) {
  const window = await openWindow(scope);
  const page = await window.newPage();
  await page.setJavaScriptEnabled(hasScript);
  if (isSignedIn) {
    const [name = "", value = ""] = (person.cookie ?? "").split("=");
    await window.setCookie({ name, value, domain: new URL(service.url).hostname, path: "/" });
  }
  return { page, complaints: collectComplaints(page) };
}

/** Whether Chromium complains that a page used a preloaded resource late, as every page does on a busy machine. */
const isLatePreload = (text: string) =>
  /was preloaded using link preload but not used within a few seconds/.test(text);

/** Collects console messages, uncaught errors, dialogs and violations of the content security policy of a page. */
function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (!isLatePreload(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return complaints;
}
