import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { ExecutionContext } from "ava";

/** A span of a trace, as a process of the service has sent the span. `facts` are the attributes of the span. */
export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** The id of the parent span; empty for the first span of a trace. */
  parentSpanId: string;
  /** Kind of the span: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  /** The process that has sent the span. */
  service: string;
  facts: Readonly<Record<string, unknown>>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; boolValue?: boolean };
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, "service" | "facts"> & { attributes: Attribute[] })[] }[];
  }[];
}

const factsOf = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  );

/**
 * Starts a collector of traces that accepts OTLP over HTTP as JSON and keeps every span. The collector stops with the
 * test.
 */
export async function startCollector(t: ExecutionContext) {
  const spans: CollectedSpan[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { resourceSpans } = (await json(request)) as Sent;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(factsOf(resource.attributes)["service.name"]);
      for (const { attributes, parentSpanId = "", ...span } of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, parentSpanId, service, facts: factsOf(attributes) });
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, spans };
}
