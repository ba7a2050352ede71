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
  /** Each tour belongs to one of the nodes that serve, at which its browsers meet. */
  readonly handOver: Pick<RequestForwarding, "nodeFor" | "passSocket">;
  readonly nodes: Pick<Nodes, "alive" | "onChange">;
}

/** Where browsers of a guided tour find our broker; the part after the last slash is the library's own. */
export const brokerPath = "/peerjs";

/** Descriptions of a connection are some kilobytes. */
const messageBytes = 64 * 1024;
const perTour = 40;
/** Messages of one browser: a host whom forty find at once says some hundreds in a moment. What is more is not passed on. */
const burst = 2000;
const perSecond = 200;
/** Milliseconds without a heartbeat (the library sends one every five seconds) after which a browser has gone. */
const silence = 60_000;
const passedOn = new Set(["OFFER", "ANSWER", "CANDIDATE", "LEAVE", "EXPIRE"]);

interface Message {
  readonly type: string;
  readonly dst?: string;
  readonly payload?: unknown;
}

/**
 * The part of a PeerJS server that its library needs: hands what one browser says to another, and nothing but what two
 * browsers of one tour tell each other to get in touch. Names come from our calls, each with its proof.
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
    // He comes again: what he had before is of a line that broke.
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
    // Whoever wants to reach somebody who is not there learns it at once.
    else if (type === "OFFER")
      peers.get(peer)?.socket.send(JSON.stringify({ type: "EXPIRE", src: dst, dst: peer }));
  }

  const tidy = setInterval(() => {
    for (const { socket, heardAt } of peers.values()) if (Date.now() - heardAt > silence) socket.terminate();
  }, silence / 2);
  tidy.unref();
  // A node came or went: whose tour is another's now comes again in a moment, and is led there. Those who have found each
  // other do not notice.
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
