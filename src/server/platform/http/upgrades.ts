import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { hasTwoHosts } from "./malformed-requests.ts";

type Take = (request: IncomingMessage, wire: Duplex, head: Buffer) => void;

/** Who takes which sockets of a server. */
export interface Upgrades {
  /** Takes those whose path begins so. */
  on(prefix: string, take: Take): void;
}

const known = new WeakMap<Server, Map<string, Take>>();

/** One place for all sockets of a server: what nobody takes is turned away, for it would wait for ever. */
export function upgradesOf(server: Server): Upgrades {
  const takers = known.get(server) ?? listen(server);
  return { on: (prefix, take) => void takers.set(prefix, take) };
}

function listen(server: Server): Map<string, Take> {
  const takers = new Map<string, Take>();
  known.set(server, takers);
  server.on("upgrade", (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    // A wire that breaks without anybody listening would end the process.
    wire.on("error", () => wire.destroy());
    const [, take] = [...takers].find(([prefix]) => (request.url ?? "").startsWith(prefix)) ?? [];
    if (hasTwoHosts(request)) turnAway(wire, "400 Bad Request");
    else if (take === undefined) turnAway(wire, "404 Not Found");
    else take(request, wire, head);
  });
  return takers;
}

/** Answers in HTTP and ends the connection. */
export function turnAway(wire: Duplex, status: string): void {
  wire.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\n\r\n`,
  );
}
