import type { Telemetry } from "bullmq";
import type { OnStoreCall } from "../store-calls.ts";

/** Records traces of work: from the request that causes the work, through the queue, to the result. */
export interface Traces {
  /** Runs work in a new span, a child of the current span. */
  inSpan<T>(span: NewSpan, work: (span: OpenSpan) => Promise<T>): Promise<T>;

  /** Adds attributes to the current span. */
  note(facts: SpanFacts): void;

  /**
   * Adds a span for a call to a store that has just ended, as a child of the current span. Does nothing if no span is
   * current.
   */
  readonly storeCallEnded: OnStoreCall;

  /** Returns the ids of the current span for a line of the log; an empty object if no span is current. */
  ids(): { trace_id?: string; span_id?: string };

  /** Gives each job the trace of the code that has added the job to the queue; undefined if nothing is traced. */
  readonly telemetry: Telemetry | undefined;

  /** Sends the spans that are not sent yet. */
  close(): Promise<void>;
}

/** The name, the kind and the parent of a span that is to begin. */
export interface NewSpan {
  name: string;
  /**
   * A span of the kind `request` may begin a trace; a span of the kind `step` is recorded only as a part of another
   * span.
   */
  kind: "request" | "step";
  /** The header `traceparent` of the request, if the parent span belongs to another service. */
  parent?: string | undefined;
  facts?: SpanFacts;
}

/** A span that has begun, which can be renamed, extended by attributes and marked as failed. */
export interface OpenSpan {
  rename(name: string): void;
  note(facts: SpanFacts): void;
  /** Marks the span as failed. */
  fail(reason: string): void;
}

/** Attributes of a span, with the names of OpenTelemetry's semantic conventions where these define a name. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

const noSpan: OpenSpan = { rename: () => undefined, note: () => undefined, fail: () => undefined };

/** The implementation of the tracing for a process that traces nothing: it only runs the work. */
export const noTraces: Traces = {
  inSpan: (_span, work) => work(noSpan),
  note: () => undefined,
  storeCallEnded: () => undefined,
  ids: () => ({}),
  telemetry: undefined,
  close: async () => undefined,
};
