import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { Pool } from "undici";
import { doTasks, manyAtOnce } from "../child-process.ts";
import { piecesOf, type SentFile } from "./sent-file.ts";

// A client process that sends submissions.

/** What the client process is to send: so many submissions to a build, so many at once. */
export interface LoadTask {
  url: string;
  cookie: string;
  buildId: number;
  count: number;
  atOnce: number;
  /** Null for submissions of one score. */
  file: SentFile | null;
  /** Whether each result is waited for at once, after all are accepted, or not at all within what is measured. */
  waitFor: "each" | "all" | "none";
  /** True where the runs are deleted at the end, which is not measured. */
  isCleared: boolean;
}

/** What the client process has measured. */
export interface LoadResult {
  /** Until all submissions were accepted, or all results were there. */
  ms: number;
  /** Of each submission, from the answer that accepted it to that which has its result; empty where none was waited for. */
  resultMs: number[];
}

const BOUNDARY = "----bench-7MA4YWxkTrZu0gW";
const SCORE_ID = 15;
let pool: Pool | undefined;
let sent = Math.floor(Math.random() * 100_000);

async function load(task: LoadTask): Promise<LoadResult> {
  const { url, cookie, count, atOnce, waitFor } = task;
  pool ??= new Pool(url, { connections: 64, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });
  const call = createCall(pool, cookie);
  const makeBody = createBody(task);
  const runIds: string[] = [];
  const resultMs: number[] = [];
  const untilFinal = async (runId: string) => {
    for (;;) {
      const { status, error } = await call("GET", `/benchmarks/runs/${runId}?wait=30`);
      if (status === "complete") return;
      if (status === "failed") throw new Error(`run ${runId} failed: ${JSON.stringify(error)}`);
    }
  };
  const startedAt = performance.now();
  await manyAtOnce(count, atOnce, async () => {
    const answer = await call("POST", "/benchmarks/add", makeBody(sent++));
    const acceptedAt = performance.now();
    const runId = answer.runs?.[0]?.run_id ?? "";
    runIds.push(runId);
    if (waitFor !== "each") return;
    await untilFinal(runId);
    resultMs.push(performance.now() - acceptedAt);
  });
  if (waitFor === "all") await manyAtOnce(count, atOnce, (index) => untilFinal(runIds[index] ?? ""));
  const ms = performance.now() - startedAt;
  // What the worker has still to do is no part of the next measurement.
  if (task.file) await manyAtOnce(count, 16, (index) => untilFinal(runIds[index] ?? ""));
  if (task.isCleared)
    await manyAtOnce(
      count,
      4,
      async (index) => void (await call("DELETE", `/benchmarks/runs/${runIds[index]}`)),
    );
  return { ms, resultMs };
}

interface SentBody {
  length: number;
  pieces: Buffer[];
}

interface Answer {
  runs?: { run_id: string }[];
  status?: string;
  error?: unknown;
}

function createCall(pool: Pool, cookie: string) {
  return async (method: "GET" | "POST" | "DELETE", path: string, body?: SentBody): Promise<Answer> => {
    const headers = {
      cookie,
      ...(body && {
        "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
        "content-length": String(body.length),
      }),
    };
    const content = body && (body.pieces.length === 1 ? body.pieces[0] : Readable.from(body.pieces));
    const answer = await pool.request({ method, path, headers, body: content ?? null });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as Answer;
  };
}

const SMALL_BYTES = 1024 * 1024;

/** Returns what makes the body of a submission by its number. */
function createBody({ buildId, file }: LoadTask): (number: number) => SentBody {
  const field = (name: string, value: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const build = field("build_id", String(buildId));
  if (!file) {
    return (number) => {
      const scores = JSON.stringify({ id: SCORE_ID, runs: [15_000 + (number % 1000)] });
      return asBody([Buffer.from(`${build}${field("benchmarks", scores)}--${BOUNDARY}--\r\n`)]);
    };
  }
  const content = readFileSync(file.path);
  const head = Buffer.from(
    `${build}${field("benchmarks", JSON.stringify({ id: file.benchmarkId }))}--${BOUNDARY}\r\n` +
      `Content-Disposition: form-data; name="files"; filename="${file.name}"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n",
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  return (number) => asBody([head, ...piecesOf(content, file.digits, number), tail]);
}

function asBody(pieces: Buffer[]): SentBody {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return length < SMALL_BYTES ? { length, pieces: [Buffer.concat(pieces)] } : { length, pieces };
}

doTasks(load);
