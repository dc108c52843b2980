import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { projectFile } from "../../embedded/index.ts";

const ACCOUNTS = 4;
const BUILDS = 2;
const POLL_MS = 50;
const WAIT_MS = 120_000;

/** What is sent to make documents of each kind. */
interface Walk {
  url: string;
  /** The frames of each capture. */
  frames: number;
  /** Asked again and again, until everything that follows a submission is stored. */
  isSettled: () => Promise<boolean>;
}

/** Lets a service make documents of each kind, as its clients would. @throws Error where it refuses something */
export async function walk({ url, frames, isSettled }: Walk): Promise<void> {
  const capture = makeCapture(frames);
  const threeDMark = readFileSync(projectFile("data/samples/3dmark-time-spy.xml"));
  const runs: string[] = [];
  for (let number = 1; number <= ACCOUNTS; number += 1) {
    const send = await signIn(url, `simulated ${number}`);
    await send("POST", "/me/tokens", JSON.stringify({ name: "a program", scopes: ["read"] }));
    const parts = await partsFor(send);
    for (let build = 1; build <= BUILDS; build += 1) {
      const made = await send("POST", "/builds", JSON.stringify({ name: `Tower ${number}.${build}`, parts }));
      const { build_id } = (made as { build: { build_id: number } }).build;
      const submit = async (benchmarks: object, file?: [name: string, content: Uint8Array]) => {
        const form = new FormData();
        form.append("build_id", String(build_id));
        form.append("benchmarks", JSON.stringify(benchmarks));
        if (file) form.append("files", new Blob([Uint8Array.from(file[1])]), file[0]);
        const answer = (await send("POST", "/benchmarks/add", form)) as { runs: { run_id: string }[] };
        runs.push(...answer.runs.map(({ run_id }) => run_id));
      };
      await submit({ id: 15, runs: [15_000 + number, 15_020 + build, 15_080] });
      await submit({ id: 3, runs: [6000 + number, 6010 + build, 6030] });
      await submit({ id: 16, settings: { resolution: "2560x1440", preset: "high" } }, ["a.csv", capture]);
      await submit({ id: 7 }, ["time-spy.xml", threeDMark]);
      if (build === 1) await submit({ id: 16 }, ["cut.csv", capture.subarray(0, capture.indexOf("\n") + 1)]);
    }
    for (const id of runs.splice(0)) await waitFor(send, id);
  }
  const end = performance.now() + WAIT_MS;
  while (!(await isSettled())) {
    if (performance.now() > end) throw new Error("expected the service to come to rest, found it at work");
    await sleep(POLL_MS);
  }
}

type Send = (method: string, path: string, body?: string | FormData) => Promise<unknown>;

async function signIn(url: string, name: string): Promise<Send> {
  const json = { "Content-Type": "application/json" };
  const body = JSON.stringify({ name, tier: "unlimited" });
  const answer = await fetch(`${url}/login/dev`, { method: "POST", headers: json, body });
  const Cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  let key = 0;
  return async (method, path, sent) => {
    key += 1;
    const headers = {
      Cookie,
      ...(typeof sent === "string" && json),
      ...(method === "POST" && path !== "/me/tokens" && { "Idempotency-Key": String(key) }),
    };
    const response = await fetch(`${url}${path}`, { method, headers, ...(sent && { body: sent }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}

/** Returns a part of each kind that the catalogue has. */
async function partsFor(send: Send): Promise<Record<string, number>> {
  const parts: Record<string, number> = {};
  for (const kind of ["cpu", "gpu", "ram", "motherboard"]) {
    const { results } = (await send("GET", `/products/${kind}?limit=1`)) as {
      results: { id?: number; cpuid?: number }[];
    };
    const id = results[0]?.cpuid ?? results[0]?.id;
    if (id !== undefined) parts[kind] = id;
  }
  return parts;
}

async function waitFor(send: Send, runId: string): Promise<void> {
  for (;;) {
    const { status } = (await send("GET", `/benchmarks/runs/${runId}?wait=10`)) as { status: string };
    if (status === "complete" || status === "failed") return;
  }
}

/** Makes a capture of the form of the sample, with so many frames of about a hundredth of a second. */
function makeCapture(frames: number): Buffer {
  const [header = ""] = readFileSync(projectFile("data/samples/presentmon-capture.csv"), "utf8").split(
    /\r?\n/,
  );
  const names = header.replace(/^\uFEFF/, "").split(",");
  const values: Record<string, (at: number) => string> = {
    Application: () => "harbour.exe",
    ProcessID: () => "4711",
    SwapChainAddress: () => "0x23DCA2DD8C0",
    PresentRuntime: () => "DXGI",
    PresentMode: () => "Hardware: Independent Flip",
    FrameType: () => "Application",
    TimeInSeconds: (at) => (at / 100).toFixed(6),
    CPUStartTime: (at) => (at / 100).toFixed(6),
    MsBetweenPresents: (at) => (10 + (at % 7) / 10).toFixed(3),
    MsBetweenAppStart: (at) => (10 + (at % 7) / 10).toFixed(3),
    MsBetweenDisplayChange: () => "16.667",
  };
  const rows = Array.from({ length: frames }, (_, at) =>
    names.map((name) => values[name]?.(at) ?? "0").join(","),
  );
  return Buffer.from(`${names.join(",")}\r\n${rows.join("\r\n")}\r\n`);
}
