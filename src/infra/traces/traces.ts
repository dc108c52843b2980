import type { Telemetry } from "bullmq";
import type { OnStoreCall } from "../store-calls.ts";

/** Follows work from the request that asks for it, through the queue, to its result. */
export interface Traces {
  /** Runs work in a span of its own, which stands under the span in whose work this is called. */
  inSpan<T>(span: NewSpan, work: (span: OpenSpan) => Promise<T>): Promise<T>;

  /** Adds facts to the span in whose work this is called. */
  note(facts: SpanFacts): void;

  /** Adds a span for a call of a store that has just ended, under the span in whose work this is called. Nothing where there is none. */
  readonly storeCallEnded: OnStoreCall;

  /** Returns the ids by which a line of the log names the span in whose work it is written; nothing where there is none. */
  ids(): { trace_id?: string; span_id?: string };

  /** Carries the trace of whoever adds a job to the job; undefined where nothing is traced. */
  readonly telemetry: Telemetry | undefined;

  /** Sends what is not sent yet. */
  close(): Promise<void>;
}

/** A span that is to begin. */
export interface NewSpan {
  name: string;
  /** `request`: a trace may begin with it. `step`: it is only of interest as a part of something else. */
  kind: "request" | "step";
  /** The header `traceparent` of the request, where another service's span stands above this one. */
  parent?: string | undefined;
  facts?: SpanFacts;
}

/** A span that has begun. */
export interface OpenSpan {
  rename(name: string): void;
  note(facts: SpanFacts): void;
  /** Marks the span as failed. */
  fail(reason: string): void;
}

/** What a span says, by names of OpenTelemetry's semantic conventions where there is one. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

const noSpan: OpenSpan = { rename: () => undefined, note: () => undefined, fail: () => undefined };

/** Traces nothing, and costs next to nothing. */
export const noTraces: Traces = {
  inSpan: (_span, work) => work(noSpan),
  note: () => undefined,
  storeCallEnded: () => undefined,
  ids: () => ({}),
  telemetry: undefined,
  close: async () => undefined,
};
