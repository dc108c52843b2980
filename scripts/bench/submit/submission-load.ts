import { Pool } from "undici";
import { doTasks, manyAtOnce } from "../child-process.ts";
import { numberedContent, type SentFile } from "./files.ts";

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
  /** True where the results are waited for within what is measured. */
  isRead: boolean;
  /** True where the runs are deleted at the end, which is not measured. */
  isCleared: boolean;
}

const BOUNDARY = "----bench-7MA4YWxkTrZu0gW";
const SCORE_ID = 15;
let pool: Pool | undefined;
let sent = Math.floor(Math.random() * 100_000);

/** Returns how long it took until all submissions were accepted, or all results were there. */
async function load(task: LoadTask): Promise<{ ms: number }> {
  const { url, cookie, count, atOnce, file, isRead, isCleared } = task;
  pool ??= new Pool(url, { connections: 64, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });
  const call = createCall(pool, cookie);
  const runIds: string[] = [];
  const untilFinal = async (index: number) => {
    for (;;) {
      const { status, error } = await call("GET", `/benchmarks/runs/${runIds[index]}?wait=30`);
      if (status === "complete") return;
      if (status === "failed") throw new Error(`run ${runIds[index]} failed: ${JSON.stringify(error)}`);
    }
  };
  const startedAt = performance.now();
  await manyAtOnce(count, atOnce, async () => {
    const answer = await call("POST", "/benchmarks/add", bodyOf(task, sent++));
    runIds.push(answer.runs?.[0]?.run_id ?? "");
  });
  if (isRead) await manyAtOnce(count, atOnce, untilFinal);
  const ms = performance.now() - startedAt;
  // What the worker has still to do is no part of the next measurement.
  if (file) await manyAtOnce(count, 16, untilFinal);
  const remove = async (index: number) => void (await call("DELETE", `/benchmarks/runs/${runIds[index]}`));
  if (isCleared) await manyAtOnce(count, 4, remove);
  return { ms };
}

type Answer = { runs?: { run_id: string }[]; status?: string; error?: unknown };

function createCall(pool: Pool, cookie: string) {
  const type = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return async (method: "GET" | "POST" | "DELETE", path: string, body?: Buffer): Promise<Answer> => {
    const headers = { cookie, ...(body && type) };
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
    return (text === "" ? {} : JSON.parse(text)) as Answer;
  };
}

/** Returns the form of a submission by its number. */
function bodyOf({ buildId, file }: LoadTask, number: number): Buffer {
  const part = (name: string, more = "") =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const scores = { id: SCORE_ID, runs: [15_000 + (number % 1000)] };
  const benchmarks = JSON.stringify(file ? { id: file.benchmarkId } : scores);
  const fields = `${part("build_id")}${buildId}\r\n${part("benchmarks")}${benchmarks}\r\n`;
  const end = `--${BOUNDARY}--\r\n`;
  if (!file) return Buffer.from(`${fields}${end}`);
  const head = part("files", `; filename="${file.name}"\r\nContent-Type: application/octet-stream`);
  return Buffer.concat([
    Buffer.from(`${fields}${head}`),
    numberedContent(file, number),
    Buffer.from(`\r\n${end}`),
  ]);
}

doTasks(load);
