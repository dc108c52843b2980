import type { Edit, Recipe } from "./edits.ts";

const schema = `
const notedRun = z.strictObject({ run_id: z.string(), noted_at: z.iso.datetime() });

/** The response to GET /benchmarks/recipe. */
export const notedAnswer = listAnswer(notedRun);
`;

const presenter = `
/** The public representation of runs whose end is recorded: only their ids and the times of their ends. */
export function presentNoted(runs: readonly Run[]) {
  const results = runs.flatMap(({ _id, noted_at }) =>
    noted_at === undefined ? [] : [{ run_id: _id, noted_at: noted_at.toISOString() }],
  );
  return { results, total: results.length };
}
`;

const query = `
    /** Returns the runs whose end was recorded last. */
    findNoted: (limit: number): Promise<Run[]> =>
      runs
        .find({ ...final, noted_at: { $exists: true } })
        .sort({ noted_at: -1 })
        .limit(limit)
        .toArray(),
`;

const method = `
    /** Returns the runs whose end was recorded last. */
    latest: (): Promise<Run[]> => runsRepository.findNoted(MAX_LATEST),
`;

const route = `
const listNoted = ({ runNotes }: BenchmarkRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/recipe",
    summary: "The runs that have ended last",
    action: "read what is public",
    auth: "none",
    responses: { 200: { json: notedAnswer, headers: cachedHeaders } },
    handler: async () => cacheableReply(presentNoted(await runNotes.latest())),
  });
`;

const proof = `import test from "ava";
import { scoreForm } from "../../faults/results.ts";
import { startTestService } from "../../helpers/service.ts";

test("GET /benchmarks/recipe lists the runs whose end is recorded, and the request changes nothing", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const { runNotes, runsRepository } = service.services;
  const client = await service.signIn("listed");
  const { body } = await client.add(scoreForm(await client.makeBuild()));
  const run_id = body.runs[0].run_id as string;
  const list = async () => (await service.anonymous.get("/benchmarks/recipe")).body;
  t.deepEqual(await list(), { results: [], total: 0 });
  await runNotes.note(run_id);
  const stored = await runsRepository.find(run_id);
  const expected = { results: [{ run_id, noted_at: stored?.noted_at?.toISOString() }], total: 1 };
  t.deepEqual(await list(), expected);
  t.deepEqual(await list(), expected);
  t.deepEqual(await runsRepository.find(run_id), stored);
});
`;

const work: Edit[] = [
  {
    file: "src/benchmarks/records/note-queries.ts",
    after:
      "      await runs.updateOne(query, { $set: { noted_at: now }, $unset: { note_due: true } });\n    },\n",
    text: query,
  },
  {
    file: "src/benchmarks/runs/run-notes.ts",
    before: 'import type { RunsRepository } from "../records/runs-repository.ts";\n',
    text: 'import type { Run } from "../model/run.ts";\n',
  },
  {
    file: "src/benchmarks/runs/run-notes.ts",
    before: "interface RunNotesDeps {\n",
    text: "/** The maximum number of runs in a list. */\nconst MAX_LATEST = 20;\n\n",
  },
  { file: "src/benchmarks/runs/run-notes.ts", after: "    note,\n", text: method },
];

const routes: Edit[] = [
  { file: "src/benchmarks/routes.ts", after: "import { presentTypes", text: ", presentNoted" },
  {
    file: "src/benchmarks/routes.ts",
    before: 'import type { Runs } from "./runs/runs.ts";\n',
    text: 'import type { RunNotes } from "./runs/run-notes.ts";\n',
  },
  { file: "src/benchmarks/routes.ts", before: "  runAnswer,\n  runQuery,\n", text: "  notedAnswer,\n" },
  {
    file: "src/benchmarks/routes.ts",
    after: "interface BenchmarkRoutesDeps {\n",
    text: '  runNotes: Pick<RunNotes, "latest">;\n',
  },
  {
    file: "src/benchmarks/routes.ts",
    after: "  return [\n    listTypes(),\n",
    text: "    listNoted(deps),\n",
  },
  {
    file: "src/benchmarks/routes.ts",
    after: "    handler: async () => cacheableReply(presentTypes(benchmarkTypes)),\n  });\n",
    text: route,
  },
];

/** The example of the recipe for a route adds a route that lists the runs that ended last. */
export const routeRecipe: Recipe = {
  heading: "A route",
  edits: [
    {
      file: "src/benchmarks/schemas.ts",
      after: 'export const runsAnswer = listAnswer(listedRun.meta({ id: "ListedRun" }));\n',
      text: schema,
    },
    {
      file: "src/benchmarks/presenter.ts",
      before: "\ninterface AcceptedSubmission {\n",
      text: presenter,
    },
    ...work,
    ...routes,
    {
      file: "src/openapi/words/results.ts",
      before: '  notes: { text: "Free text."',
      text: '  noted_at: { text: "When its end was noted, in UTC." },\n',
    },
    {
      file: "test/http/access-requests.ts",
      before: '  "POST /benchmarks/add": [\n',
      text: '  "GET /benchmarks/recipe": [get("/benchmarks/recipe")],\n',
    },
    { file: "test/benchmarks/runs/noted-runs.test.ts", content: proof },
  ],
};
