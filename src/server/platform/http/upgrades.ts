import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { hasTwoHosts } from "./malformed-requests.ts";

type Take = (request: IncomingMessage, wire: Duplex, head: Buffer) => void;

/** Handlers of a server's sockets. */
export interface Upgrades {
  /** Handles upgrades whose path has this prefix. */
  on(prefix: string, take: Take): void;
}

const known = new WeakMap<Server, Map<string, Take>>();

/** Single handler for all sockets of a server: an unhandled one is refused, since it would wait forever. */
export function upgradesOf(server: Server): Upgrades {
  const takers = known.get(server) ?? listen(server);
  return { on: (prefix, take) => void takers.set(prefix, take) };
}

function listen(server: Server): Map<string, Take> {
  const takers = new Map<string, Take>();
  known.set(server, takers);
  server.on("upgrade", (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    // A broken socket without a listener would end the process.
    wire.on("error", () => wire.destroy());
    const [, take] = [...takers].find(([prefix]) => (request.url ?? "").startsWith(prefix)) ?? [];
    if (hasTwoHosts(request)) turnAway(wire, "400 Bad Request");
    else if (take === undefined) turnAway(wire, "404 Not Found");
    else take(request, wire, head);
  });
  return takers;
}

/** Responds in HTTP and ends the connection. */
export function turnAway(wire: Duplex, status: string): void {
  wire.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`,
  );
}
