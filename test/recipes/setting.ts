import type { Edit, Recipe } from "./edits.ts";

const service = "src/benchmarks/runs/run-notes.ts";

/**
 * The edits that turn a setting that hardly anybody changes into a constant, because the number of settings is limited.
 */
const makeRoom: Edit[] = [
  {
    file: "src/settings/process-settings.ts",
    replaced: `  /** The percentage of requests that are traced. A job is traced if the request that has added the job is traced. */
  TRACES_SAMPLE_PERCENT: integer(0, 100).default(100),
`,
    text: "",
  },
  {
    file: ".env.example",
    replaced: `# Percentage of requests that are traced, together with their jobs
# TRACES_SAMPLE_PERCENT=100

`,
    text: "",
  },
  {
    file: "src/infra/constants.ts",
    before: "/** The number of connections that a process has to Meilisearch. */\n",
    text: `/** How many of a hundred requests are traced. A job is traced if the request that has added the job is traced. */
export const TRACES_SAMPLE_PERCENT = 100;

`,
  },
];

/** The example of the recipe for a setting adds a setting that switches off the job of `jobRecipe`. */
export const settingRecipe: Recipe = {
  heading: "A setting",
  edits: [
    ...makeRoom,
    {
      file: "src/settings/worker-settings.ts",
      after: "import { ",
      text: "flag, ",
    },
    {
      file: "src/settings/worker-settings.ts",
      after: "  SWEEP_AGE_MS: integer(50, 86_400_000).default(30_000),\n",
      text: "  /** Whether workers record that runs have ended. */\n  RUN_NOTES: flag.default(true),\n",
    },
    {
      file: ".env.example",
      after: "# SWEEP_AGE_MS=30000\n",
      text: "\n# false does not note that runs have ended\n# RUN_NOTES=true\n",
    },
    {
      file: service,
      before: 'import type { Clock } from "../../infra/clock.ts";\n',
      text: 'import type { Config } from "../../config.ts";\n',
    },
    { file: service, after: "  clock: Clock;\n", text: '  config: Pick<Config, "RUN_NOTES">;\n' },
    { file: service, after: "createRunNotes({ runsRepository, queue, clock,", text: " config," },
    {
      file: service,
      after: "    ask: async (runId: string): Promise<void> => {\n",
      text: "      if (!config.RUN_NOTES) return;\n",
    },
    {
      file: "src/compose/services.ts",
      after: "createRunNotes({ runsRepository, queue, clock,",
      text: " config,",
    },
  ],
};
