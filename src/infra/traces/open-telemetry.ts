import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
} from "@opentelemetry/sdk-trace-base";
import type { Telemetry } from "bullmq";
import { BullMQOtel } from "bullmq-otel";
import { VERSION } from "../../version.ts";
import { bounded } from "../bounded.ts";
import type { StoreCall } from "../store-calls.ts";
import type { NewSpan, OpenSpan, SpanFacts, Traces } from "./traces.ts";

const NAME = "pc-benchmarks";
/** How long spans wait to be sent together, in ms. */
const SEND_INTERVAL_MS = 1000;
/** How long a process that ends tries to send its last spans, in ms. */
const LAST_SEND_MS = 2000;

interface OpenTelemetryOptions {
  /** The URL to which spans are sent, by OTLP over HTTP as JSON. */
  url: string;
  process: string;
  /** The share, from 0 to 1, of the traces that begin in this process and are sent. */
  sampledShare: number;
}

/**
 * Starts OpenTelemetry in this process. Only this module loads OpenTelemetry, and this module is loaded only if
 * TRACES_URL is set. OpenTelemetry's own logger is switched off, so that an unavailable collector does not fill the
 * log.
 */
export function startOpenTelemetry({ url, process, sampledShare }: OpenTelemetryOptions): Traces {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": `${NAME}-${process}`,
      "service.namespace": NAME,
      "service.version": VERSION,
    }),
    sampler: new ParentBasedSampler({ root: createSampler(sampledShare) }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url }), { scheduledDelayMillis: SEND_INTERVAL_MS }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  const tracer = trace.getTracer(NAME, VERSION);
  return {
    inSpan: (span, work) => inSpan(tracer, span, work),
    note: (facts) => void trace.getActiveSpan()?.setAttributes(facts),
    storeCallEnded: (call) => addStoreCall(tracer, call),
    ids: () => {
      const span = trace.getActiveSpan()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    telemetry: createTelemetry(),
    close: async () => {
      // Wait at most LAST_SEND_MS for an unavailable collector of traces when the process ends; the last spans are then
      // lost.
      await bounded(provider.shutdown(), LAST_SEND_MS, "sending the last spans").catch(() => undefined);
    },
  };
}

/**
 * Samples a share of the traces that begin with a request or a job. A background call to a store or a step of the
 * queue, such as polling for new jobs, begins no trace.
 */
function createSampler(share: number): Sampler {
  const ratio = new TraceIdRatioBasedSampler(share);
  const beginnings: ReadonlySet<SpanKind> = new Set([SpanKind.SERVER, SpanKind.PRODUCER, SpanKind.CONSUMER]);
  return {
    shouldSample: (parent, traceId, _name, kind) =>
      beginnings.has(kind) ? ratio.shouldSample(parent, traceId) : { decision: SamplingDecision.NOT_RECORD },
    toString: () => `a share of ${share} of requests and jobs`,
  };
}

async function inSpan<T>(
  tracer: Tracer,
  { name, kind, parent, facts = {} }: NewSpan,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const above =
    parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
  const kinds = { request: SpanKind.SERVER, step: SpanKind.INTERNAL };
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, above);
  try {
    return await context.with(trace.setSpan(above, span), () => work(openSpanOf(span)));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
    throw error;
  } finally {
    span.end();
  }
}

const openSpanOf = (span: Span): OpenSpan => ({
  rename: (name) => void span.updateName(name),
  note: (facts: SpanFacts) => void span.setAttributes(facts),
  fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
});

/**
 * Adds the span of a call to a store that has ended. The start of the span is computed from the duration of the call.
 * The span names the operation, and none of its arguments.
 */
function addStoreCall(tracer: Tracer, call: StoreCall): void {
  if (!trace.getActiveSpan()?.isRecording()) return;
  const { store, operation, durationMs, failure } = call;
  const now = Date.now();
  const span = tracer.startSpan(`${store} ${operation}`, {
    kind: SpanKind.CLIENT,
    startTime: now - durationMs,
    attributes: { "db.system.name": store, "db.operation.name": operation },
  });
  if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end(now);
}

/**
 * Creates BullMQ's link to OpenTelemetry. BullMQ asks the link for an empty root context. Without that context, the
 * endless loops of BullMQ's workers would belong to the trace in which they were started.
 */
function createTelemetry(): Telemetry {
  const { tracer, contextManager } = new BullMQOtel({ tracerName: NAME, version: VERSION });
  return { tracer, contextManager: Object.assign(contextManager, { root: () => ROOT_CONTEXT }) };
}
