import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { Part, Segment } from "../packager/index.ts";
import type { Tokens } from "../tokens.ts";
import type { Broadcast, BroadcastPaths, Sender } from "./broadcast.ts";
import type { Channels } from "./channels.ts";
import { FrameReader } from "./frames.ts";

const MOST_FRAME = 8 * 1024 * 1024;
/** Bytes that may wait for a slow reader before it skips to the next key frame. */
const MOST_WAITING = 4 * 1024 * 1024;
const AGAIN_WAITING = 256 * 1024;
const SEEN_MS = 5000;

/** Sockets of browsers: low-latency viewers, and senders. */
export function createSockets(channels: Channels, tokens: Tokens) {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_FRAME, perMessageDeflate: false });
  return function upgrade(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, kind = "", code = "", token = "", name = ""] = url.pathname.split("/");
    const broadcast = kind === "live" && channels.isArmed(code) ? channels.find(code) : undefined;
    const facts = name === "watch" || name === "send" ? tokens.read(name, code, token) : null;
    const isOpen =
      broadcast !== undefined &&
      facts !== null &&
      (name === "send" ? facts.expires > Date.now() : broadcast.viewers.admit(facts, Date.now()));
    if (!isOpen) {
      wire.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, wire, head, (socket) => {
      socket.on("error", () => socket.terminate());
      if (name === "send") receive(socket, broadcast);
      else show(socket, broadcast, () => broadcast.viewers.admit(facts, Date.now()));
    });
  };
}

function receive(socket: WebSocket, broadcast: Broadcast): void {
  const end = (reason: string) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ kind: "end", reason }));
    socket.close(1000, reason);
  };
  const sender: Sender = { sendAway: end };
  const place: BroadcastPaths = broadcast.enter(sender);
  const frames = new FrameReader(place.sink);
  socket.on("close", () => place.leave());
  socket.on("message", (data, isBinary) => {
    try {
      if (isBinary && Buffer.isBuffer(data)) frames.read(data);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      place.leave();
      end("refused");
    }
  });
  socket.send(JSON.stringify({ kind: "ready" }));
}

/**
 * Sends every part as soon as it exists. Before the first, and whenever the codec changes, it sends a text
 * `{"kind":"head","mime":…,"width":…,"height":…}` and the init segment; `{"kind":"gap"}` when parts were skipped.
 */
function show(socket: WebSocket, broadcast: Broadcast, isAdmitted: () => boolean): void {
  let head = -1;
  let isWaitingForKey = true;
  let isBehind = false;
  const send = (part: Part, segment: Segment) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MOST_WAITING) {
      isWaitingForKey = true;
      isBehind = true;
    }
    if (isWaitingForKey) {
      if (!part.isIndependent || socket.bufferedAmount > AGAIN_WAITING) return;
      isWaitingForKey = false;
    }
    if (segment.head.number !== head) {
      head = segment.head.number;
      const { configs, bytes } = segment.head;
      const video = configs.find((config) => config.kind === "video");
      socket.send(
        JSON.stringify({
          kind: "head",
          mime: `${video === undefined ? "audio" : "video"}/mp4; codecs="${configs.map(({ name }) => name).join(",")}"`,
          width: video?.width ?? 0,
          height: video?.height ?? 0,
        }),
      );
      socket.send(bytes);
    } else if (isBehind || (segment.isBreak && segment.parts[0] === part))
      socket.send(JSON.stringify({ kind: "gap" }));
    isBehind = false;
    socket.send(part.bytes);
  };
  const newest = broadcast.packager?.window.segments.at(-1);
  if (newest !== undefined) {
    const from = newest.parts.findLastIndex(({ isIndependent }) => isIndependent);
    for (const part of newest.parts.slice(Math.max(0, from))) send(part, newest);
  }
  const listener = { part: send, end: () => socket.close(1000, "over") };
  broadcast.listeners.add(listener);
  const watch = setInterval(() => {
    if (!isAdmitted()) socket.close(1008, "no longer open");
  }, SEEN_MS);
  socket.on("close", () => {
    clearInterval(watch);
    broadcast.listeners.delete(listener);
  });
}
