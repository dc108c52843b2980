import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import type {
  AppControllerRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from "@bull-board/api/typings/app";
import type { Queue } from "bullmq";

/**
 * A call with which the dashboard's page reads the queues: a path below the address of the dashboard, and the handler
 * of the call.
 */
export interface BoardCall {
  /** The path of the call to the dashboard, below the dashboard's address, with parameters as `:name`. */
  path: string;
  /** A description of the answer to the call; bull-board provides the description. */
  summary: string;
  /** Answers the call of the dashboard's page: returns the status and the JSON of the answer. */
  answer: (request: BoardRequest) => Promise<{ status: number; body: unknown }>;
}

interface BoardRequest {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
}

/** The page, the files and the read-only calls of bull-board's dashboard. */
export type QueueBoard = ReturnType<typeof createQueueBoard>;

/**
 * Creates the dashboard over queues. The dashboard never changes a queue: docs/operations/queues.md says why. The calls
 * of bull-board that change a queue are left out. The page hides their buttons, because each queue is declared read
 * only.
 */
export function createQueueBoard({ queues, runQueue }: BoardDeps) {
  const { adapter, collected } = createCollector();
  createBullBoard({
    queues: queues.map((queue) => {
      const links = queue.name === runQueue ? { externalJobUrl: pageOfRun } : {};
      return new BullMQAdapter(queue, { ...READ_ONLY, ...links });
    }),
    serverAdapter: adapter,
    options: { uiConfig },
  });
  const { calls, boardQueues } = collected;
  return {
    /** The settings of the dashboard's page. */
    uiConfig: collected.uiConfig,
    /**
     * The paths, below the dashboard's address, at which its page is shown. The page reads from the path which view to
     * show.
     */
    views: collected.views,
    /** The folder with the files that the dashboard's page loads, below `static/`. */
    filesFolder: collected.filesFolder,
    /** The file of bull-board's own page, which contains the names of the files to load. */
    pageFile: `${collected.pageFolder}/index.ejs`,
    calls: calls.filter(readsOnly).flatMap(({ route, spec, handler }) =>
      [route].flat().map((path): BoardCall => ({
        path,
        summary: spec.summary,
        answer: async ({ params, query }) => {
          const request = { queues: boardQueues, uiConfig: collected.uiConfig, body: {}, headers: {} };
          const { status = 200, body } = await handler({ ...request, params, query });
          return { status, body };
        },
      })),
    ),
  };
}

/** The queues that the dashboard shows, and the queue whose jobs belong to runs. */
export interface BoardDeps {
  queues: readonly Queue[];
  /** The name of the queue whose jobs belong to runs: each job links to the page of its run. */
  runQueue: string;
}

const READ_ONLY = { readOnlyMode: true, allowRetries: false };

const uiConfig: UIConfig = {
  boardTitle: "Queues",
  // Fix the language to English, like all other pages of the service. Without this setting, bull-board would load the
  // translation for the browser's language, which may not exist.
  locale: { lng: "en-US" },
  hideDocsLink: true,
  miscLinks: [{ text: "To the home page", url: "/" }],
};

const readsOnly = ({ method }: AppControllerRoute) => [method].flat().every((one) => one === "get");

/** Returns the link from a job on the dashboard to the page of the job's run. */
function pageOfRun({ data }: { data: { run_id?: unknown } | null }) {
  return { href: `/r/${encodeURIComponent(String(data?.run_id))}`, displayText: "Run" };
}

/**
 * Creates a stand-in for the server adapters of bull-board. An adapter mounts the parts of the dashboard into an app;
 * the stand-in stores them instead.
 */
function createCollector() {
  const collected = {
    boardQueues: new Map() as BullBoardQueues,
    calls: [] as AppControllerRoute[],
    views: [] as string[],
    uiConfig: {} as UIConfig,
    filesFolder: "",
    pageFolder: "",
  };
  const keep = (part: Partial<typeof collected>): IServerAdapter => {
    Object.assign(collected, part);
    return adapter;
  };
  const adapter: IServerAdapter = {
    setQueues: (boardQueues) => keep({ boardQueues }),
    setApiRoutes: (calls) => keep({ calls }),
    setEntryRoute: ({ route }) => keep({ views: [route].flat() }),
    setUIConfig: (config) => keep({ uiConfig: config }),
    setStaticPath: (_path, filesFolder) => keep({ filesFolder }),
    setViewsPath: (pageFolder) => keep({ pageFolder }),
    // Ignore the error handler of bull-board: the service handles errors as on every other route.
    setErrorHandler: () => adapter,
  };
  return { adapter, collected };
}
