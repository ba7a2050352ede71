import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { turnAway as refuseWire } from "../http/upgrades.ts";
import type { Log } from "../log.ts";
import type { Hub } from "./hub.ts";
import { isOriginAllowed } from "./origin.ts";
import { close, limits } from "./protocol.ts";

/** Close code and message for a socket before it is closed. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

/**
 * Whether the request is refused: 403 when a foreign page sent it, 503 when the server is closing. When true, the
 * response has been sent.
 */
export function turnAway(what: {
  request: IncomingMessage;
  wire: Duplex;
  log: Log;
  closing: boolean;
  publicUrl: string;
}): boolean {
  const { request, wire, log } = what;
  wire.on("error", (error) => log.debug({ error: error.message }, "realtime: a connection failed"));
  if (what.closing) {
    refuseWire(wire, "503 Service Unavailable");
    return true;
  }
  if (isOriginAllowed(request, what.publicUrl)) return false;
  log.warn(
    { origin: request.headers.origin, host: request.headers.host },
    "realtime: a page of another origin was refused; if it is yours, set PUBLIC_URL",
  );
  refuseWire(wire, "403 Forbidden");
  return true;
}

/** Reason for which this socket is refused; undefined when it is accepted. */
export function refusal(url: string, key: string, hub: Hub, address: string): Refusal | undefined {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const version = searchParams.get("protocol");
  if (pathname.split("/").length !== 3)
    return { code: close.noSuchPath, message: "There is nothing at this path." };
  if (pathname !== `/app/${key}`) return { code: close.noSuchApp, message: "There is no app with this key." };
  if (version === null || version === "")
    return { code: close.noVersion, message: "The protocol version is missing." };
  if (!/^\d+$/.test(version))
    return { code: close.badVersion, message: "The protocol version is not a number." };
  if (version !== "7")
    return { code: close.unsupportedVersion, message: "Only protocol version 7 is spoken here." };
  if (hub.connections.size >= limits.sockets || hub.countOf(address) >= limits.socketsPerAddress)
    return { code: close.overCapacity, message: "Too many connections. Come back later." };
  return undefined;
}
