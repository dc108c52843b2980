import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import type {
  AppControllerRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from "@bull-board/api/typings/app";
import type { Queue } from "bullmq";

/** What the page of the board asks for: an address below the board's, and what answers it. */
export interface BoardCall {
  /** Path with parameters as `:name`. */
  path: string;
  /** What the answer is, as the package says it. */
  summary: string;
  /** Returns the status and the JSON of the answer. */
  answer: (request: BoardRequest) => Promise<{ status: number; body: unknown }>;
}

interface BoardRequest {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
}

/** The board of bull-board, as far as it reads. */
export type QueueBoard = ReturnType<typeof createQueueBoard>;

/**
 * Creates the board over queues. Nothing of it changes a queue: docs/operations/queues.md says why. Of the calls that the package
 * knows, those that change something are left out, and its page hides their buttons, because each queue is told to be read only.
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
    /** The settings of the page. */
    uiConfig: collected.uiConfig,
    /** The paths below the board's own at which its page stands; the page itself finds out which view that is. */
    views: collected.views,
    /** The folder with the files that the page loads, below `static/`. */
    filesFolder: collected.filesFolder,
    /** The package's own page, which names the files to load. */
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

/** What the board is made of. */
export interface BoardDeps {
  queues: readonly Queue[];
  /** The name of the queue whose jobs are about runs: each links to the page of its run. */
  runQueue: string;
}

const READ_ONLY = { readOnlyMode: true, allowRetries: false };

const uiConfig: UIConfig = {
  boardTitle: "Queues",
  // The package has others, and would ask for the one of the browser, which it may lack. All other pages are in English.
  locale: { lng: "en-US" },
  hideDocsLink: true,
  miscLinks: [{ text: "To the first page", url: "/" }],
};

const readsOnly = ({ method }: AppControllerRoute) => [method].flat().every((one) => one === "get");

/** Returns the link from a job to the page of its run. */
function pageOfRun({ data }: { data: { run_id?: unknown } | null }) {
  return { href: `/r/${encodeURIComponent(String(data?.run_id))}`, displayText: "Run" };
}

/** Creates what takes from the package the parts of its board, where its own adapters would mount them into an app. */
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
    // Errors are answered as those of every other route.
    setErrorHandler: () => adapter,
  };
  return { adapter, collected };
}
