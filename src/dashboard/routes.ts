import { readFile } from "node:fs/promises";
import type { Queue } from "bullmq";
import { z } from "zod";
import { createPolicy } from "../authorization.ts";
import type { Config } from "../config.ts";
import { InvalidInputError, NotFoundError, StoreUnavailableError } from "../errors.ts";
import { cachedHeaders, REVALIDATED } from "../http/cacheable-reply.ts";
import { defineRoute, type Answer, type Reply, type Route } from "../http/route.ts";
import { bounded, LateError } from "../infra/bounded.ts";
import { boardHeaders, boardPage } from "./board-page.ts";
import { createBoardFiles, fileTypes, type BoardFiles } from "./board-files.ts";
import { createQueueBoard, type BoardCall, type BoardDeps, type QueueBoard } from "./queue-board.ts";

/** The path of the dashboard. */
const DASHBOARD_PATH = "/admin/queues";

/**
 * Creates the routes of the dashboard: its page, the files that the page loads, and the calls with which the page reads
 * the queues. The routes are for admins only. The contract does not include these routes, because page and calls belong
 * to one version of bull-board.
 */
export function createDashboardRoutes(deps: DashboardDeps): Route[] {
  const board = createQueueBoard(deps);
  const files = createBoardFiles(board.filesFolder);
  const page = createPage(board);
  return [
    ...[DASHBOARD_PATH, ...board.views.map(below)].map((path) => pageRoute(path, page)),
    ...[":file", ":folder/:file", ":folder/:subfolder/:file"].map((path) => fileRoute(path, files)),
    ...board.calls.map((call) => callRoute(call, deps)),
  ];
}

interface DashboardDeps extends BoardDeps {
  config: Pick<Config, "STORE_TIMEOUT_MS">;
}

const below = (path: string) => `${DASHBOARD_PATH}${path}`;

const policy = createPolicy(() => null, {
  "look at the queues": () =>
    "Only an admin may look at the queues. npm run admin -- set-role makes an account one; docs/access.md says what an admin may do.",
});

/** A route of the dashboard, without the properties that all routes of the dashboard share. */
interface DashboardRoute<P extends z.ZodType, Q extends z.ZodType> {
  path: string;
  summary: string;
  params: P;
  query: Q;
  responses: Readonly<Record<number, Answer>>;
  handler: (input: { params: z.output<P>; query: z.output<Q> }) => Promise<Reply>;
}

/** Declares a route that only admins may call, with a session. */
const forAdmins = <P extends z.ZodType, Q extends z.ZodType>({
  handler,
  ...declared
}: DashboardRoute<P, Q>): Route =>
  defineRoute<"look at the queues", "session", P, Q>({
    ...declared,
    method: "GET",
    action: "look at the queues",
    auth: "session",
    problems: ["notAllowed", "notFound"],
    handler: async ({ caller, params, query }) => {
      policy.require(caller, "look at the queues", undefined);
      return handler({ params, query } as { params: z.output<P>; query: z.output<Q> });
    },
  });

const anything = z.object({});

/**
 * Creates the function that returns the HTML of the dashboard's page. The function reads bull-board's own page from
 * disk once.
 */
function createPage({ pageFile, uiConfig }: QueueBoard): () => Promise<string> {
  let page: Promise<string> | undefined;
  const make = async () => boardPage(await readFile(pageFile, "utf8"), { base: DASHBOARD_PATH, uiConfig });
  return () => (page ??= make());
}

const pageRoute = (path: string, page: () => Promise<string>) =>
  forAdmins({
    path,
    summary: "The page of the dashboard, which reads from its own address which queue or job to show",
    params: z.object({ queueName: z.string().optional(), jobId: z.string().optional() }),
    query: anything,
    responses: { 200: { other: { "text/html": z.string() } } },
    handler: async () => ({ status: 200, body: await page(), headers: boardHeaders }),
  });

const mediaTypes = Object.values(fileTypes).map((type) => type.split(";")[0] ?? "");

const fileRoute = (path: string, files: BoardFiles) =>
  forAdmins({
    path: below(`/static/${path}`),
    summary: "A file that the page of the dashboard loads",
    params: z.object({ folder: z.string().optional(), subfolder: z.string().optional(), file: z.string() }),
    query: anything,
    responses: {
      200: {
        json: z.unknown(),
        other: Object.fromEntries(mediaTypes.map((type) => [type, null])),
        headers: cachedHeaders,
      },
    },
    handler: async ({ params: { folder, subfolder, file } }) => {
      const name = [folder, subfolder, file].filter((part) => part !== undefined).join("/");
      const found = await files.find(name);
      if (!found) throw new NotFoundError(`Nothing is at ${below(`/static/${name}`)}.`);
      const { bytes, type, etag } = found;
      return {
        status: 200,
        body: bytes,
        // The admin's browser may store a file of the dashboard, and has to revalidate it before each use.
        headers: { "Content-Type": type, "Cache-Control": `private, ${REVALIDATED}`, ETag: etag },
      };
    },
  });

/**
 * The maximum number of jobs in one answer of the dashboard: the largest number that the settings of the dashboard's
 * page offer.
 */
const MOST_JOBS = 50;
/** The format of a queue's name in addresses: word characters and dashes. Other characters would have to be decoded. */
const queueName = z.string().regex(/^[\w-]*$/, "Expected the name of a queue.");

/** The query parameters of the dashboard's calls. bull-board checks the parameters that are plain strings here. */
const boardQuery = z.object({
  activeQueue: queueName.optional(),
  queueName: queueName.optional(),
  status: z.string().optional(),
  page: z.string().optional(),
  jobsPerPage: z.coerce.number().int().min(1).max(MOST_JOBS).transform(String).optional(),
  root: z.string().optional(),
  depth: z.string().optional(),
  maxChildren: z.string().optional(),
});

const boardParams = z.object({ queueName: z.string().optional(), jobId: z.string().optional() });

const callRoute = ({ path, summary, answer }: BoardCall, { queues, config }: DashboardDeps) =>
  forAdmins({
    path: below(path),
    summary,
    params: boardParams,
    query: boardQuery,
    // bull-board defines the format of the answers to the dashboard's calls, and only bull-board's page reads them.
    responses: { 200: { json: z.unknown() } },
    handler: async ({ params, query }) => {
      const ask = async () => {
        await requireJob(queues, params);
        return answer({ params: withoutUndefined(params), query: withoutUndefined(query) });
      };
      const { status, body } = await boundedByRedis(ask(), config.STORE_TIMEOUT_MS);
      if (status === 200) return { status, body };
      if (status === 404) throw new NotFoundError(`The dashboard found nothing for ${below(path)}.`);
      const detail = `Expected the values that the page of the dashboard sends, found others: ${JSON.stringify(body)}`;
      throw new InvalidInputError([{ pointer: "", detail }]);
    },
  });

/**
 * Refuses a call about a job that does not exist. Usually such a job has ended, because ended jobs are removed. Ids
 * that belong to no job, such as the names of BullMQ's own keys, are refused, too.
 * @throws NotFoundError
 */
async function requireJob(queues: readonly Queue[], { queueName, jobId }: z.output<typeof boardParams>) {
  if (queueName === undefined) return;
  const queue = queues.find(({ name }) => name === queueName);
  if (!queue)
    throw new NotFoundError(
      `No queue is called "${queueName}". Known: ${queues.map(({ name }) => name).join(", ")}.`,
    );
  if (jobId !== undefined && (await queue.getJobState(jobId)) === "unknown")
    throw new NotFoundError(`The queue ${queueName} has no job ${jobId}: jobs that have ended are removed.`);
}

/**
 * Waits for an answer of Redis.
 * @throws StoreUnavailableError where Redis does not answer within `timeoutMs`
 */
async function boundedByRedis<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  try {
    return await bounded(promise, timeoutMs, "reading the queues");
  } catch (error) {
    throw error instanceof LateError ? new StoreUnavailableError("Redis", error) : error;
  }
}

function withoutUndefined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
