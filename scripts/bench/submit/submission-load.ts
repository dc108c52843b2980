import { Pool } from "undici";
import { benchmarkForm } from "../../api-client.ts";
import { doTasks, manyAtOnce } from "../child-process.ts";
import { durationMs } from "../measures.ts";
import { numberedContent, type SentFile } from "./files.ts";

// This program is a client process of `npm run bench`, which sends submissions.

/** The submissions to a build: their number, and how many run at the same time. */
export interface LoadTask {
  url: string;
  cookie: string;
  buildId: number;
  count: number;
  atOnce: number;
  /** The file of each submission; null for submissions of one score. */
  file: SentFile | null;
  /** Whether the measurement includes waiting for the results; the runs are then deleted after the measurement. */
  isRead: boolean;
}

const SCORE = 15_000;
const SCORES = 1000;
let pool: Pool | undefined;
let sent = Math.floor(Math.random() * 100_000);

/**
 * Sends the submissions. Returns the time in ms until all submissions were accepted or, if the task asks for it, until
 * the results of all files were ready.
 */
async function load(task: LoadTask): Promise<{ ms: number }> {
  const { url, cookie, count, atOnce, file, isRead } = task;
  pool ??= new Pool(url, { connections: 64, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });
  const { type, bodyOf } = await formOf(task);
  const call = createCall(pool, { cookie, type });
  const runIds: string[] = [];
  const untilFinal = async (runId: string) => {
    for (;;) {
      const { status, error } = await call("GET", `/benchmarks/runs/${runId}?wait=30`);
      if (status === "complete") return;
      if (status === "failed") throw new Error(`run ${runId} failed: ${JSON.stringify(error)}`);
    }
  };
  const ms = await durationMs(async () => {
    await manyAtOnce(Array.from({ length: count }).keys(), atOnce, async () => {
      const answer = await call("POST", "/benchmarks/add", bodyOf(sent++));
      runIds.push(answer.runs?.[0]?.run_id ?? "");
    });
    if (isRead) await manyAtOnce(runIds.values(), atOnce, untilFinal);
  });
  // Wait for the worker, so that its remaining work does not slow the next measurement.
  if (file) await manyAtOnce(runIds.values(), 16, untilFinal);
  const remove = (runId: string) => call("DELETE", `/benchmarks/runs/${runId}`);
  if (isRead) await manyAtOnce(runIds.values(), 4, remove);
  return { ms };
}

type Answer = { runs?: { run_id: string }[]; status?: string; error?: unknown };

function createCall(pool: Pool, { cookie, type }: { cookie: string; type: string }) {
  return async (method: "GET" | "POST" | "DELETE", path: string, body?: Buffer): Promise<Answer> => {
    const headers = { cookie, ...(body && { "content-type": type }) };
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as Answer;
  };
}

/**
 * Encodes the form of a submission once. Returns a function that creates the form of each submission from its number.
 * Each form has another score or another file.
 */
async function formOf({ buildId, file }: LoadTask) {
  const benchmarks = file ? { id: file.benchmarkId } : { id: 15, runs: [SCORE] };
  const encoded = new Response(benchmarkForm({ buildId, benchmarks, file }));
  const content = Buffer.from(await encoded.arrayBuffer());
  const digitsAt = file ? content.indexOf(file.content) + file.digitsAt : content.indexOf(String(SCORE));
  return {
    type: encoded.headers.get("content-type") ?? "",
    bodyOf: (number: number): Buffer => {
      if (file) return numberedContent({ content, digitsAt }, number);
      const copy = Buffer.from(content);
      copy.write(String(SCORE + (number % SCORES)), digitsAt);
      return copy;
    },
  };
}

doTasks(load);
