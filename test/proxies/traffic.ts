import { setTimeout as sleep } from "node:timers/promises";
import { fileForm, scoreForm } from "../faults/results.ts";
import type { Visitor } from "./start-proxy.ts";

/** The pause between two checks of the clock, in ms. After each pause all requests that are due are sent. */
const TICK_MS = 5;
/** The number of seconds for which a request waits for a run. */
const WAIT_S = 10;

/**
 * The kinds of requests in the order in which they are sent, over and over. One of 40 is a file, because two cores that
 * also run the client, the proxy and all stores read no more than a few files a second beside the other requests.
 */
const order = [
  ..."search search page search score search wait search file page".split(" "),
  ...Array<string>(3)
    .fill("search search page search score search wait search search search")
    .join(" ")
    .split(" "),
] as Kind[];

type Kind = "search" | "page" | "score" | "file" | "wait";
type Answer = Awaited<ReturnType<Visitor["send"]>>;

/**
 * How long the test measures the number of requests that the service can answer in a second, in ms, and how many
 * requests are in flight during the measurement.
 */
const MEASURED_MS = 4000;
const IN_FLIGHT = 8;

/**
 * Creates requests that are sent through a proxy: searches, pages of parts, submissions of scores and files, and waits.
 * @param visitors the clients that send the requests, one after the other
 */
export function createTraffic(
  visitors: readonly Visitor[],
  { cookie, build_id }: { cookie: string; build_id: number },
) {
  const failures: string[] = [];
  const none: Readonly<Record<Kind, number>> = { search: 0, page: 0, score: 0, file: 0, wait: 0 };
  let counts = { ...none };
  let began = performance.now();
  let latestRun: string | undefined;

  const send: Record<Kind, (visitor: Visitor) => Promise<Answer>> = {
    search: (visitor) => visitor.post("/products/cpu", { page: 1, limit: 5, query: "ryzen" }),
    page: (visitor) => visitor.get("/hardware", { Accept: "text/html" }),
    score: (visitor) => visitor.add(scoreForm(build_id), cookie),
    file: async (visitor) => {
      const answer = await visitor.add(fileForm(build_id), cookie);
      latestRun = answer.body?.runs?.[0].run_id ?? latestRun;
      return answer;
    },
    wait: (visitor) =>
      visitor.get(
        latestRun === undefined ? "/benchmarks/types" : `/benchmarks/runs/${latestRun}?wait=${WAIT_S}`,
      ),
  };

  async function sendOne(number: number): Promise<void> {
    const kind = order[number % order.length] as Kind;
    const visitor = visitors[number % visitors.length] as Visitor;
    const at = ((performance.now() - began) / 1000).toFixed(1);
    try {
      const { status, text } = await send[kind](visitor);
      if (status === 200) counts[kind] += 1;
      else failures.push(`${at} s: ${kind} answered ${status}: ${text.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${at} s: ${kind} got no answer: ${String(error)}`);
    }
  }

  async function run(requestsPerS: number, over: AbortController): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (let sent = 0; !over.signal.aborted; await sleep(TICK_MS)) {
      const due = ((performance.now() - began) / 1000) * requestsPerS;
      for (; sent < due; sent += 1) {
        const one: Promise<void> = sendOne(sent).finally(() => underWay.delete(one));
        underWay.add(one);
      }
    }
    await Promise.all(underWay);
  }

  return {
    /**
     * Measures how many requests the service answers in a second if each request in flight is followed by another one
     * as soon as it is answered. Leaves out waits for runs, whose responses are meant to come late. Also returns the
     * number of answers of each kind.
     * @throws Error if a request fails
     */
    measureRate: async () => {
      began = performance.now();
      counts = { ...none };
      const isOver = () => performance.now() - began >= MEASURED_MS;
      let number = 0;
      let answered = 0;
      const sendInTurn = async () => {
        for (; !isOver(); number += 1) {
          if (order[number % order.length] === "wait") continue;
          await sendOne(number);
          if (!isOver()) answered += 1;
        }
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, sendInTurn));
      if (failures.length > 0)
        throw new Error(`while all processes ran, requests failed: ${failures.join("; ")}`);
      return { perSecond: answered / (MEASURED_MS / 1000), counts };
    },

    /** Starts to send a number of requests in each second, without waiting for the answers. */
    start: (requestsPerS: number) => {
      const over = new AbortController();
      began = performance.now();
      counts = { ...none };
      const ended = run(requestsPerS, over);
      return {
        /** Sends no further request, and waits for the answers to all requests. */
        stop: async () => {
          over.abort();
          const seconds = (performance.now() - began) / 1000;
          await ended;
          return { failures, counts, seconds };
        },
      };
    },
  };
}
