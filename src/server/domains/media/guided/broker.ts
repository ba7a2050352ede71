import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { RequestForwarding } from "#server/platform/http/request-forwarding.ts";
import { turnAway, upgradesOf } from "#server/platform/http/upgrades.ts";
import type { Log } from "#server/platform/log.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import { isOriginAllowed } from "#server/platform/realtime/origin.ts";
import { TokenBucket } from "#server/platform/realtime/token-bucket.ts";
import { nodeFor } from "#server/platform/serving-nodes.ts";
import type { TourCodes } from "./tour-codes.ts";

export interface BrokerOptions {
  readonly codes: Pick<TourCodes, "isToken">;
  readonly log: Log;
  readonly publicUrl: string;
  /** Each tour belongs to one of the serving nodes, at which its browsers meet. */
  readonly handOver: Pick<RequestForwarding, "nodeFor" | "passSocket">;
  readonly nodes: Pick<Nodes, "alive" | "onChange">;
}

/** Path of our broker for browsers of a guided tour; the part after the last slash is the library's own. */
export const brokerPath = "/peerjs";

/** Limit of a message: session descriptions have some kilobytes. */
const messageBytes = 64 * 1024;
const perTour = 40;
/**
 * Limit of messages of one browser in a burst: a host joined by forty at once sends some hundreds. Messages above it
 * are dropped.
 */
const burst = 2000;
const perSecond = 200;
/** Milliseconds without a heartbeat (the library sends one every five seconds) after which a browser counts as gone. */
const silence = 60_000;
const passedOn = new Set(["OFFER", "ANSWER", "CANDIDATE", "LEAVE", "EXPIRE"]);

interface Message {
  readonly type: string;
  readonly dst?: string;
  readonly payload?: unknown;
}

/**
 * The part of a PeerJS server that its library needs: relays signalling messages between two browsers of one tour, and
 * nothing else. Names are issued by our calls, each with its proof.
 */
export function createBroker({ codes, log, publicUrl, handOver, nodes }: BrokerOptions) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageBytes });
  const peers = new Map<string, { readonly socket: WebSocket; readonly token: string; heardAt: number }>();
  const roomOf = (peer: string) => peer.slice(0, peer.indexOf("-"));
  const tourOf = (peer: string) => `tour ${roomOf(peer)}`;
  const isFull = (room: string) =>
    [...peers.keys()].filter((peer) => roomOf(peer) === room).length >= perTour;

  function welcome(socket: WebSocket, peer: string, token: string): void {
    const before = peers.get(peer);
    // A reconnect: the earlier socket belongs to a broken connection.
    before?.socket.terminate();
    const own = { socket, token, heardAt: Date.now() };
    const messages = new TokenBucket(burst, perSecond);
    peers.set(peer, own);
    socket.send(JSON.stringify({ type: "OPEN" }));
    socket.on("message", (data) => {
      own.heardAt = Date.now();
      if (messages.take()) pass(peer, readMessage((data as Buffer).toString()));
    });
    socket.on("error", (error) => log.debug({ error: error.message }, "guided: a connection failed"));
    socket.on("close", () => {
      if (peers.get(peer) === own) peers.delete(peer);
    });
  }

  function pass(peer: string, message: Message | null): void {
    if (message === null || !passedOn.has(message.type) || typeof message.dst !== "string") return;
    const { type, dst, payload } = message;
    if (roomOf(dst) !== roomOf(peer)) return;
    const other = peers.get(dst);
    if (other !== undefined) other.socket.send(JSON.stringify({ type, src: peer, dst, payload }));
    // An offer to an absent browser is answered at once.
    else if (type === "OFFER")
      peers.get(peer)?.socket.send(JSON.stringify({ type: "EXPIRE", src: dst, dst: peer }));
  }

  const tidy = setInterval(() => {
    for (const { socket, heardAt } of peers.values()) if (Date.now() - heardAt > silence) socket.terminate();
  }, silence / 2);
  tidy.unref();
  // A node joined or left: browsers of a tour that moved reconnect in a moment, and are forwarded to its new node.
  // Connected peers do not notice.
  const stopHearing = nodes.onChange(() => {
    for (const [peer, { socket }] of peers) if (nodeFor(tourOf(peer), nodes) !== null) socket.terminate();
  });

  return {
    attach(server: Server): void {
      upgradesOf(server).on(`${brokerPath}/`, (request: IncomingMessage, wire: Duplex, head: Buffer) => {
        const { searchParams } = new URL(request.url ?? "", "http://localhost");
        const peer = searchParams.get("id") ?? "";
        const token = searchParams.get("token") ?? "";
        if (!isOriginAllowed(request, publicUrl) || !codes.isToken(peer, token))
          return turnAway(wire, "403 Forbidden");
        const node = handOver.nodeFor(tourOf(peer), request);
        if (node !== null) return handOver.passSocket(request, wire, head, node);
        if (isFull(roomOf(peer))) return turnAway(wire, "403 Forbidden");
        sockets.handleUpgrade(request, wire, head, (socket) => welcome(socket, peer, token));
      });
    },
    close(): void {
      clearInterval(tidy);
      stopHearing();
      for (const { socket } of peers.values()) socket.terminate();
    },
  };
}

export type Broker = ReturnType<typeof createBroker>;

function readMessage(text: string): Message | null {
  try {
    const found = JSON.parse(text) as Message | null;
    return typeof found?.type === "string" ? found : null;
  } catch {
    return null;
  }
}
