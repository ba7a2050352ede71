import { randomInt } from "node:crypto";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Log } from "../log.ts";
import { Connection } from "./connection.ts";
import type { Refusal } from "./handshake.ts";
import { handleMessage, type MessageContext } from "./message-handler.ts";
import { ACTIVITY_TIMEOUT, encode } from "./protocol.ts";

/** A socket that has just been opened. */
export interface NewSocket {
  readonly id: string;
  readonly address: string;
  readonly no: Refusal | undefined;
}

export interface SocketAcceptorOptions {
  readonly conversation: MessageContext;
  readonly log: Log;
  /** Seconds after which clients are instructed to ping the server. */
  readonly activityTimeout: number | undefined;
}

/** Milliseconds for which an authorisation is valid, spread so that not all reconnect in the same minute. */
const LIFETIME = { least: 45 * 60_000, most: 75 * 60_000 };

/**
 * Accepts sockets and starts them. Separate from their requests, which the listeners would otherwise keep for as long
 * as the socket lives.
 */
export function createSocketAcceptor({
  conversation,
  log,
  activityTimeout = ACTIVITY_TIMEOUT,
}: SocketAcceptorOptions) {
  const { hub, presence } = conversation;
  const onError = (error: Error) => log.debug({ error: error.message }, "realtime: a socket failed");

  const forget = (connection: Connection): void => {
    for (const channel of connection.members.keys()) presence?.leave(connection, channel, true);
    hub.remove(connection);
  };

  return (socket: WebSocket, wire: Duplex, { id, address, no }: NewSocket): void => {
    socket.on("error", onError);
    if (no !== undefined) {
      socket.send(encode("pusher:error", no));
      return socket.close(no.code, no.message);
    }
    const lifetime = randomInt(LIFETIME.least, LIFETIME.most);
    const connection = new Connection(id, address, socket, wire, lifetime);
    hub.add(connection);
    socket.on("message", (bytes: Buffer, isBinary) =>
      handleMessage(conversation, connection, bytes, isBinary),
    );
    socket.on("pong", () => {
      connection.lastHeard = performance.now();
    });
    socket.on("close", () => forget(connection));
    connection.send("pusher:connection_established", {
      socket_id: connection.id,
      activity_timeout: activityTimeout,
    });
  };
}
