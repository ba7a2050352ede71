import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { ChunkReader, control, ProtocolError } from "./chunks.ts";
import {
  ACKNOWLEDGE_EVERY,
  createDialogue,
  type PublishRequest,
  problemOf,
  statusOf,
  type Verdict,
} from "./dialogue.ts";

export interface SessionOptions {
  readonly address: string;
  /** Decides before any media is accepted; the socket is paused meanwhile. */
  readonly authorize: (request: PublishRequest, session: RtmpSession) => Promise<Verdict>;
  readonly isApp: (name: string) => boolean;
  readonly onProblem: (problem: string) => void;
}

/** An incoming connection. */
export interface RtmpSession {
  /** Ends it, after sending the reason. */
  sendAway(code: string, description: string): void;
}

export const rtmpLimits = {
  messageBefore: 16 * 1024,
  messageAfter: 8 * 1024 * 1024,
  streams: 16,
  /** Maximum bytes before authorization, including the handshake. */
  before: 64 * 1024,
  authMs: 10_000,
  idleMs: 8000,
} as const;

const HANDSHAKE = 1536;

/** Speaks RTMP with one sender until either side closes. Invalid input ends at most this connection. */
export function speakRtmp(socket: Socket, options: SessionOptions): RtmpSession {
  const limits = { message: rtmpLimits.messageBefore, streams: rtmpLimits.streams };
  const reader = new ChunkReader(limits);
  let pending: Buffer = Buffer.alloc(0);
  let received = 0;
  let acknowledged = 0;
  let isOver = false;

  const finish = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(authTimer);
    dialogue.end();
  };
  const hangUp = () => {
    finish();
    socket.end();
  };
  const fail = (problem: string) => {
    if (!isOver) options.onProblem(problem);
    finish();
    socket.destroy();
  };
  const authTimer = setTimeout(() => fail("not authorized in time"), rtmpLimits.authMs);
  socket.setNoDelay(true);
  socket.setTimeout(rtmpLimits.idleMs, () => fail("no data received"));
  socket.on("error", () => undefined).on("close", finish);

  const send = (bytes: Buffer) => {
    // A client that does not read our few replies is not a valid sender.
    if (socket.writableLength > 64 * 1024) fail("the encoder does not read replies");
    else if (!socket.destroyed && socket.writable) socket.write(bytes);
  };
  const handshake = createHandshake(send);

  const session: RtmpSession = {
    sendAway(code, description) {
      if (isOver) return;
      send(statusOf(1, "error", code, description));
      hangUp();
      setTimeout(() => socket.destroy(), 500).unref();
    },
  };
  const dialogue = createDialogue({
    send,
    hangUp,
    fail,
    isOver: () => isOver,
    isApp: options.isApp,
    authorize(request) {
      socket.pause();
      return options.authorize({ ...request, address: options.address }, session);
    },
    refuse(reason) {
      session.sendAway("NetStream.Publish.Unauthorized", reason);
      socket.resume();
    },
    open() {
      limits.message = rtmpLimits.messageAfter;
      clearTimeout(authTimer);
      take(Buffer.alloc(0));
      if (!isOver) socket.resume();
    },
  });

  function take(bytes: Buffer): void {
    const data = handshake(pending.length === 0 ? bytes : Buffer.concat([pending, bytes]));
    pending = Buffer.alloc(0);
    for (const message of reader.read(data)) {
      dialogue.hear(message);
      // Bytes after a request to publish stay in the reader until it is answered.
      if (isOver || dialogue.isAsking()) return;
    }
  }

  socket.on("data", (bytes: Buffer) => {
    received += bytes.length;
    if (isOver) return;
    if (!dialogue.isOpen() && !dialogue.isAsking() && received > rtmpLimits.before)
      return fail("too much data before authorization");
    if (dialogue.isAsking()) {
      pending = Buffer.concat([pending, bytes]);
      return;
    }
    try {
      take(bytes);
      if (received - acknowledged >= ACKNOWLEDGE_EVERY / 2) {
        acknowledged = received;
        send(control(3, received));
      }
    } catch (error) {
      fail(problemOf(error));
    }
  });
  return session;
}

/** Answers the handshake. Returns the bytes after it, now and on every later call; nothing before it is complete. */
function createHandshake(send: (bytes: Buffer) => void): (bytes: Buffer) => Buffer {
  let stage: "hello" | "answer" | "open" = "hello";
  let kept = Buffer.alloc(0);
  return (bytes) => {
    if (stage === "open") return bytes;
    kept = Buffer.concat([kept, bytes]);
    if (stage === "hello") {
      if (kept.length < 1) return nothing;
      if (kept.readUInt8(0) !== 3) throw new ProtocolError("not RTMP");
      if (kept.length < 1 + HANDSHAKE) return nothing;
      const echo = kept.subarray(1, 1 + HANDSHAKE);
      send(Buffer.concat([Buffer.from([3]), Buffer.alloc(8), randomBytes(HANDSHAKE - 8), echo]));
      kept = kept.subarray(1 + HANDSHAKE);
      stage = "answer";
    }
    if (kept.length < HANDSHAKE) return nothing;
    stage = "open";
    return kept.subarray(HANDSHAKE);
  };
}

const nothing = Buffer.alloc(0);
