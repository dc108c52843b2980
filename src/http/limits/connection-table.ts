import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { ResponseWatch } from "./response-watch.ts";

/** An open connection of a client. */
export interface Connection {
  socket: Socket;
  /** The group of the client's address: an IPv4 address, or the /64 of an IPv6 address (see `addressGroup`). */
  group: string;
  /** The requests whose headers have arrived and whose response is not completely sent. */
  requests: Set<IncomingMessage>;
  /** Whether only health checks are answered on this connection. */
  isReserved: boolean;
  response: ResponseWatch;
}

/** The table of the open connections of a web process. */
export type ConnectionTable = ReturnType<typeof createConnectionTable>;

/**
 * Creates the table of open connections. A connection moves to the end of the table when it gets a request and had
 * none, and when its last response is sent. So of the connections without a request, the connection that has been
 * without one for longest comes first.
 */
export function createConnectionTable() {
  const all = new Map<Socket, Connection>();
  const byGroup = new Map<string, Set<Connection>>();
  const counts = { ordinary: 0, reserved: 0 };
  const kindOf = ({ isReserved }: Connection) => (isReserved ? "reserved" : "ordinary");

  function remove(connection: Connection): void {
    if (!all.delete(connection.socket)) return;
    counts[kindOf(connection)]--;
    const siblings = byGroup.get(connection.group);
    siblings?.delete(connection);
    if (siblings?.size === 0) byGroup.delete(connection.group);
  }

  return {
    find: (socket: Socket): Connection | undefined => all.get(socket),
    all: (): Iterable<Connection> => all.values(),

    /** Returns the connections of one group of addresses, in the order of the table. */
    ofGroup: (group: string): ReadonlySet<Connection> => byGroup.get(group) ?? new Set(),

    /** Returns the connections of the address group that has the most connections. */
    ofLargestGroup: (): ReadonlySet<Connection> => {
      let largest: ReadonlySet<Connection> = new Set();
      for (const group of byGroup.values()) if (group.size > largest.size) largest = group;
      return largest;
    },

    /** Returns the numbers of open connections. Connections that are being closed do not count. */
    counts: (): Readonly<typeof counts> => counts,

    add: (connection: Connection): void => {
      all.set(connection.socket, connection);
      counts[kindOf(connection)]++;
      const siblings = byGroup.get(connection.group) ?? new Set();
      byGroup.set(connection.group, siblings.add(connection));
    },

    remove,

    /** Moves a connection to the end of the table, because its state has just changed. */
    moveToEnd: (connection: Connection): void => {
      if (!all.delete(connection.socket)) return;
      all.set(connection.socket, connection);
      const siblings = byGroup.get(connection.group);
      siblings?.delete(connection);
      siblings?.add(connection);
    },

    /** Closes a connection of a client and removes the connection from the counts. */
    close: (connection: Connection): void => {
      remove(connection);
      connection.socket.destroy();
    },
  };
}
