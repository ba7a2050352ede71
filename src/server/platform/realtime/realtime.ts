import { randomInt } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Broadcast } from "../events/event.ts";
import type { AppKey } from "../key.ts";
import type { Log } from "../log.ts";
import type { Session } from "../session.ts";
import { addressReader } from "./address.ts";
import { Connection } from "./connection.ts";
import { converse } from "./conversation.ts";
import { refusal, turnAway } from "./handshake.ts";
import { Hub } from "./hub.ts";
import { ACTIVITY_TIMEOUT, close, encode, limits } from "./protocol.ts";
import { type Credentials, signFor } from "./signature.ts";

/** Sockets by the Pusher protocol, version 7: any of its client libraries connects to `/app/{key}`. */
export interface Realtime {
  /** What clients connect with. No secret. */
  readonly key: string;
  /** Takes the upgrades of `/app/...`; others are left to whoever listens besides. */
  attach(server: Server): void;
  /** Tells everybody in this process who hears the channel, but for the socket that caused it. Never throws. */
  publish(broadcast: Broadcast, exceptSocketId?: string): void;
  /** The right of this socket to hear this channel, for as long as the session lives. Ask the domain first. */
  sign(socketId: string, channel: string, session: Session): string;
  /** The session is over: its sockets must prove their rights again, which they cannot. */
  endSession(sessionId: number): void;
  /** The same for all sessions of a person, also when only some of the rights have changed. */
  endUser(userId: number): void;
  /** Sends everybody away to come back at once, to the process that follows. */
  close(): Promise<void>;
}

export interface RealtimeOptions {
  readonly key: AppKey;
  readonly log: Log;
  /** Pages from there may connect, besides those from the host that was called. Empty for none. */
  readonly publicUrl: string;
  /** Addresses and ranges of proxies that are believed about where a socket comes from. */
  readonly trustProxy?: readonly string[];
  /** Milliseconds between two looks at who is still there, and the silence that means gone. */
  readonly heartbeat?: { readonly every: number; readonly silence: number };
}

/** Milliseconds for which a proof of rights is good, spread so that not all come back in the same minute. */
const LIFETIME = { least: 45 * 60_000, most: 75 * 60_000 };

export function createRealtime(options: RealtimeOptions): Realtime {
  const { log, key: appKey } = options;
  const credentials: Credentials = {
    key: appKey.derive("realtime.key").toString("hex").slice(0, 20),
    secret: appKey.derive("realtime.secret").toString("hex"),
  };
  const heartbeat = options.heartbeat ?? { every: 30_000, silence: 75_000 };
  const addressOf = addressReader(options.trustProxy ?? []);
  const hub = new Hub();
  let closing = false;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
  });

  const welcome = (request: IncomingMessage, wire: Duplex, head: Buffer): void => {
    const address = addressOf(request);
    sockets.handleUpgrade(request, wire, head, (socket) => {
      socket.on("error", (error) => log.debug({ error: error.message }, "realtime: a socket failed"));
      const no = refusal(request.url ?? "", credentials.key, hub, address);
      if (no !== undefined) {
        socket.send(encode("pusher:error", no));
        return socket.close(no.code, no.message);
      }
      const lifetime = randomInt(LIFETIME.least, LIFETIME.most);
      const connection = new Connection(newSocketId(), address, socket, wire, lifetime);
      hub.add(connection);
      socket.on("message", (bytes: Buffer, isBinary) =>
        converse(hub, credentials, connection, bytes, isBinary),
      );
      socket.on("pong", () => {
        connection.lastHeard = performance.now();
      });
      socket.on("close", () => hub.remove(connection));
      connection.send("pusher:connection_established", {
        socket_id: connection.id,
        activity_timeout: ACTIVITY_TIMEOUT,
      });
    });
  };

  const look = (): void => {
    const now = performance.now();
    for (const connection of hub.connections) {
      if (now - connection.lastHeard > heartbeat.silence) connection.terminate();
      else if (now > connection.until && connection.channels.size > 0)
        connection.close(close.reconnect, "prove your rights again");
      else if (now - connection.lastHeard > heartbeat.every / 2) connection.probe();
    }
  };
  const looking = setInterval(look, heartbeat.every).unref();

  return {
    key: credentials.key,
    attach(server) {
      server.on("upgrade", (request: IncomingMessage, wire: Duplex, head: Buffer) => {
        if (turnAway({ request, wire, server, log, closing, publicUrl: options.publicUrl })) return;
        welcome(request, wire, head);
      });
    },
    publish({ channel, event, data }, exceptSocketId) {
      const text = encode(event, data, channel);
      if (Buffer.byteLength(text) > limits.messageBytes)
        return log.error({ channel, event }, "realtime: a broadcast is larger than 10 KB and was not sent");
      hub.broadcast(channel, text, exceptSocketId);
    },
    sign: (socketId, channel, session) =>
      signFor(credentials, socketId, channel, { session: session.id, user: session.user.id }),
    endSession(session) {
      for (const connection of hub.connections)
        if (connection.belongsTo({ session })) connection.close(close.reconnect, "the session is over");
    },
    endUser(user) {
      for (const connection of hub.connections)
        if (connection.belongsTo({ user })) connection.close(close.reconnect, "the rights have changed");
    },
    async close() {
      // Those who are sent away come back at once, and must not be taken in by the process that ends.
      closing = true;
      clearInterval(looking);
      for (const connection of hub.connections) connection.close(close.reconnect, "restarting");
      for (let waited = 0; hub.connections.size > 0 && waited < 1_000; waited += 20)
        await new Promise((resume) => setTimeout(resume, 20));
      for (const connection of hub.connections) connection.terminate();
    },
  };
}

/** Two numbers, as the protocol has it; too large to guess somebody else's. */
const newSocketId = () => `${randomInt(2 ** 47)}.${randomInt(2 ** 47)}`;
