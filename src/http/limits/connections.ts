import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "../../config.ts";
import { addressGroup } from "../../infra/address-group.ts";
import { createProxies } from "../client-address.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";
import { createConnectionTable, type Connection, type ConnectionTable } from "./connection-table.ts";
import type { LimitReports } from "./limit-reports.ts";
import { createResponseWatch } from "./response-watch.ts";
import type { UploadRates } from "./upload-rates.ts";

/**
 * Creates the limit on connections. Every connection costs memory, even if its client sends nothing. When a limit is
 * reached, the service closes a connection without a complete request to accept a new connection: preferably a
 * connection of the address that has the most connections, otherwise the connection that has been without a request for
 * longest. So a client that sends its requests byte by byte keeps no other client out.
 */
export function createConnections(deps: ConnectionsDeps) {
  const { config } = deps;
  const table = createConnectionTable();
  const { isProxy } = createProxies(config.TRUST_PROXY);
  return {
    /** Accepts a new connection, or closes it if no other connection can be closed instead. */
    opened: (socket: Socket): void => {
      const address = socket.remoteAddress ?? "";
      const group = addressGroup(address);
      const isAllowed = isProxy(address) || makeRoomForGroup(group, table, deps);
      const room = isAllowed ? makeRoom(table, deps) : "none";
      if (room === "none") {
        socket.destroy();
        return;
      }
      const response = createResponseWatch(socket, config);
      const requests = new Set<IncomingMessage>();
      const connection = { socket, group, requests, isReserved: room === "reserved", response };
      table.add(connection);
      socket.once("close", () => table.remove(connection));
    },

    /** Records that a connection has a request, until the response is sent. */
    requested: (request: IncomingMessage, response: ServerResponse): void => {
      const connection = table.find(request.socket);
      if (!connection) return;
      connection.requests.add(request);
      if (connection.requests.size === 1) table.moveToEnd(connection);
      response.once("close", () => {
        connection.requests.delete(request);
        if (connection.requests.size === 0) table.moveToEnd(connection);
        closeUnlessReceived(request, config.DRAIN_TIMEOUT_MS);
      });
    },

    /** Whether a connection has a request that has arrived completely and whose response is not yet sent. */
    owesResponse: (socket: Socket): boolean =>
      [...(table.find(socket)?.requests ?? [])].some(({ complete }) => complete),

    /** Returns the number of requests whose response is not completely sent. */
    countRequests: (): number => [...table.all()].reduce((sum, { requests }) => sum + requests.size, 0),

    /** Whether a connection was accepted for health checks only. */
    isReserved: (socket: Socket): boolean => table.find(socket)?.isReserved ?? false,

    /** Returns the number of ordinary connections, and the number of connections for health checks only. */
    counts: (): { ordinary: number; reserved: number } => table.counts(),

    /**
     * Closes the connections whose clients take their responses too slowly. The web server must call this method about
     * once a second.
     */
    closeSlowReaders: (): void => {
      for (const connection of table.all())
        if (connection.requests.size > 0 && connection.response.isTooSlow()) table.close(connection);
    },
  };
}

/** Closes a connection after `afterMs` if its client is still sending a request that is answered already. */
function closeUnlessReceived(request: IncomingMessage, afterMs: number): void {
  if (request.complete || request.socket.destroyed) return;
  const check = () => {
    if (!request.complete) request.socket.destroy();
  };
  setTimeout(check, afterMs).unref();
}

/** Makes room for one more connection of a group of addresses. Returns whether there is room. */
function makeRoomForGroup(group: string, table: ConnectionTable, deps: ConnectionsDeps): boolean {
  const { config, reports } = deps;
  const siblings = table.ofGroup(group);
  if (siblings.size < config.MAX_CONNECTIONS_PER_ADDRESS) return true;
  reports.report("connections", { account_id: null, address: group });
  return closeOne(siblings, table, deps);
}

/**
 * Makes room for one more connection. Returns `ordinary` for a connection like any other, `reserved` for a connection
 * on which only health checks are answered, and `none` where there is no room.
 */
function makeRoom(table: ConnectionTable, deps: ConnectionsDeps): "ordinary" | "reserved" | "none" {
  const { config } = deps;
  const { ordinary, reserved } = table.counts();
  if (ordinary < config.MAX_CONNECTIONS) return "ordinary";
  for (const candidates of [table.ofLargestGroup(), table.all()])
    if (closeOne(ofKind(candidates, { isReserved: false }), table, deps)) return "ordinary";
  if (reserved < config.RESERVED_CONNECTIONS) return "reserved";
  return closeOne(ofKind(table.all(), { isReserved: true }), table, deps) ? "reserved" : "none";
}

/**
 * Closes the first connection without a request, otherwise the first connection whose requests all arrive too slowly.
 * Returns false if there is no such connection.
 */
function closeOne(
  candidates: Iterable<Connection>,
  table: ConnectionTable,
  { uploads, config }: ConnectionsDeps,
): boolean {
  let chosen: Connection | undefined;
  for (const connection of candidates) {
    if (connection.requests.size === 0) {
      chosen = connection;
      break;
    }
    // Do not count a request as arriving if the service has not begun to read its body or has stopped reading it: such
    // a body waits for the service, not for the client.
    const isReceiving = [...connection.requests].every(
      (request) => !request.complete && request.readableFlowing === true && !uploads.keepsPace(request),
    );
    if (isReceiving) chosen ??= connection;
  }
  if (chosen) refuse(chosen, table, { uploads, config });
  return chosen !== undefined;
}

/**
 * Closes a connection to make room. A form that is arriving on the connection is first answered with 503. The closed
 * connection no longer counts from this call on.
 */
function refuse(
  connection: Connection,
  table: ConnectionTable,
  { uploads, config }: Pick<ConnectionsDeps, "uploads" | "config">,
): void {
  const detail =
    "All connections of the service are in use, and this form arrived slowly. Nothing was stored.";
  const problem = new Problem(problemTypes.tooManyConnections, { detail, headers: { "Retry-After": "1" } });
  const isAnswered = [...connection.requests]
    .map((request) => uploads.cutOff(request, problem))
    .some(Boolean);
  if (!isAnswered) {
    table.close(connection);
    return;
  }
  table.remove(connection);
  setTimeout(() => connection.socket.destroy(), config.DRAIN_TIMEOUT_MS).unref();
}

function* ofKind(
  connections: Iterable<Connection>,
  { isReserved }: { isReserved: boolean },
): Generator<Connection> {
  for (const connection of connections) if (connection.isReserved === isReserved) yield connection;
}

interface ConnectionsDeps {
  config: Pick<
    Config,
    | "MAX_CONNECTIONS"
    | "RESERVED_CONNECTIONS"
    | "MAX_CONNECTIONS_PER_ADDRESS"
    | "MIN_TRANSFER_BYTES_PER_S"
    | "TRANSFER_GRACE_MS"
    | "DRAIN_TIMEOUT_MS"
    | "TRUST_PROXY"
  >;
  reports: LimitReports;
  uploads: UploadRates;
}
