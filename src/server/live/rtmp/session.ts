import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { type AmfValue, readAmf, writeAmf } from "./amf.ts";
import { ChunkReader, control, type Message, OUT_CHUNK_SIZE, ProtocolError, writeMessage } from "./chunks.ts";
import { readAudio, readVideo, type Tag } from "./flv.ts";

/** Where a sender's media goes once he is let in. */
export interface Publisher {
  /** Called with what arrives, in the order in which it does. */
  onTag(tag: Tag, bytes: number): void;
  /** The sender has gone, or was sent away. */
  onEnd(): void;
}

/** What a sender asks for: an app and a stream key. */
export interface PublishRequest {
  readonly app: string;
  readonly key: string;
  readonly address: string;
}

/** A refusal says why, in words that encoders show. */
export type Verdict = { readonly publisher: Publisher } | { readonly refusal: string };

export interface SessionOptions {
  readonly address: string;
  /** Decides before any media is taken; the socket rests meanwhile. */
  readonly authorize: (request: PublishRequest, session: RtmpSession) => Promise<Verdict>;
  readonly isApp: (name: string) => boolean;
  readonly onProblem: (problem: string) => void;
}

/** A connection from outside. */
export interface RtmpSession {
  /** Ends it, after saying why. */
  sendAway(code: string, description: string): void;
}

export const rtmpLimits = {
  messageBefore: 16 * 1024,
  messageAfter: 8 * 1024 * 1024,
  streams: 16,
  /** Bytes that may come before anybody is let in, with the handshake. */
  before: 64 * 1024,
  authMs: 10_000,
  idleMs: 8000,
} as const;

const HANDSHAKE = 1536;
const ACKNOWLEDGE_EVERY = 2_500_000;
const WRAP = 2 ** 32;

/** Speaks RTMP with one sender until either side has had enough. Whatever comes, it ends this connection at most. */
export function speakRtmp(socket: Socket, options: SessionOptions): RtmpSession {
  const limits = { message: rtmpLimits.messageBefore, streams: rtmpLimits.streams };
  const reader = new ChunkReader(limits);
  let stage: "hello" | "answer" | "open" = "hello";
  let pending: Buffer = Buffer.alloc(0);
  let received = 0;
  let acknowledged = 0;
  let app: string | null = null;
  let publisher: Publisher | null = null;
  let isAsking = false;
  let isOver = false;
  let lastTime = 0;
  let turns = 0;

  const finish = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(authTimer);
    const told = publisher;
    publisher = null;
    told?.onEnd();
  };
  const fail = (problem: string) => {
    if (!isOver) options.onProblem(problem);
    finish();
    socket.destroy();
  };
  const authTimer = setTimeout(() => fail("nobody was let in within the time"), rtmpLimits.authMs);
  socket.setNoDelay(true);
  socket.setTimeout(rtmpLimits.idleMs, () => fail("nothing came any more"));
  socket.on("error", () => undefined);
  socket.on("close", finish);

  const send = (bytes: Buffer) => {
    // Who does not read what little we say is no sender.
    if (socket.writableLength > 64 * 1024) fail("it does not read");
    else if (!socket.destroyed && socket.writable) socket.write(bytes);
  };
  const command = (stream: number, ...values: readonly AmfValue[]) =>
    send(writeMessage(stream === 0 ? 3 : 5, 20, stream, writeAmf(...values)));
  const status = (stream: number, level: string, code: string, description: string) =>
    command(stream, "onStatus", 0, null, { level, code, description });

  const session: RtmpSession = {
    sendAway(code, description) {
      if (isOver) return;
      status(1, "error", code, description);
      finish();
      socket.end();
      setTimeout(() => socket.destroy(), 500).unref();
    },
  };

  async function publish(stream: number, name: AmfValue): Promise<void> {
    if (app === null) throw new ProtocolError("it publishes before it connects");
    if (typeof name !== "string" || name === "" || name.length > 512)
      throw new ProtocolError("no stream key");
    if (publisher !== null || isAsking) throw new ProtocolError("it publishes twice");
    isAsking = true;
    socket.pause();
    const key = name.split("?")[0] ?? "";
    const verdict = await options.authorize({ app, key, address: options.address }, session);
    isAsking = false;
    if (isOver) {
      if ("publisher" in verdict) verdict.publisher.onEnd();
      return;
    }
    if ("refusal" in verdict) {
      session.sendAway("NetStream.Publish.Unauthorized", verdict.refusal);
      socket.resume();
      return;
    }
    publisher = verdict.publisher;
    limits.message = rtmpLimits.messageAfter;
    clearTimeout(authTimer);
    send(streamBegins(stream));
    status(stream, "status", "NetStream.Publish.Start", "You are live.");
    take(Buffer.alloc(0));
    if (!isOver) socket.resume();
  }

  function connect(transaction: AmfValue, facts: AmfValue): void {
    if (app !== null) throw new ProtocolError("it connects twice");
    const wanted =
      typeof facts === "object" && facts !== null && !Array.isArray(facts) ? facts["app"] : undefined;
    if (typeof wanted !== "string") throw new ProtocolError("it names no app");
    const name = wanted.split("?")[0]?.replace(/\/+$/, "") ?? "";
    if (!options.isApp(name)) {
      command(0, "_error", transaction ?? 1, null, {
        level: "error",
        code: "NetConnection.Connect.InvalidApp",
        description: "There is no such app here.",
      });
      finish();
      socket.end();
      return;
    }
    app = name;
    send(control(5, ACKNOWLEDGE_EVERY));
    send(peerBandwidth());
    send(control(1, OUT_CHUNK_SIZE));
    command(
      0,
      "_result",
      transaction ?? 1,
      { fmsVer: "FMS/3,5,7,7009", capabilities: 31 },
      {
        level: "status",
        code: "NetConnection.Connect.Success",
        description: "Connection succeeded.",
        objectEncoding: 0,
        fourCcList: ["hvc1", "av01"],
      },
    );
  }

  function obey(message: Message): void {
    const body = message.type === 17 ? message.body.subarray(1) : message.body;
    const [name, transaction, facts, argument] = readAmf(body);
    if (name === "connect") connect(transaction, facts);
    else if (name === "createStream") command(0, "_result", transaction ?? 0, null, 1);
    else if (name === "releaseStream" || name === "FCPublish")
      command(0, "_result", transaction ?? 0, null, undefined);
    else if (name === "publish")
      publish(message.stream, argument).catch((error: unknown) => fail(problemOf(error)));
    else if (name === "FCUnpublish" || name === "deleteStream" || name === "closeStream") {
      if (publisher === null) return;
      status(message.stream, "status", "NetStream.Unpublish.Success", "Good-bye.");
      finish();
      socket.end();
    } else if (name === "play" || name === "play2") throw new ProtocolError("it wants to play");
  }

  function hear(message: Message): void {
    if (message.type === 8 || message.type === 9) {
      if (publisher === null) return;
      const time = unwrapped(message.time) * 1000;
      const tag = message.type === 9 ? readVideo(message.body, time) : readAudio(message.body, time);
      publisher.onTag(tag, message.body.length);
    } else if (message.type === 20 || message.type === 17) obey(message);
    else if (message.type === 4 && message.body.length >= 6 && message.body.readUInt16BE(0) === 6) {
      const answer = Buffer.from(message.body.subarray(0, 6));
      answer.writeUInt16BE(7, 0);
      send(writeMessage(2, 4, 0, answer));
    }
  }

  /** Times are written with 32 bits and begin anew after 49 days. */
  function unwrapped(time: number): number {
    if (time < lastTime - WRAP / 2) turns += 1;
    lastTime = time;
    return time + turns * WRAP;
  }

  function take(bytes: Buffer): void {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    if (stage === "hello") {
      if (pending.length < 1) return;
      if (pending.readUInt8(0) !== 3) throw new ProtocolError("it does not speak RTMP");
      if (pending.length < 1 + HANDSHAKE) return;
      const echo = pending.subarray(1, 1 + HANDSHAKE);
      send(Buffer.concat([Buffer.from([3]), Buffer.alloc(8), randomBytes(HANDSHAKE - 8), echo]));
      pending = pending.subarray(1 + HANDSHAKE);
      stage = "answer";
    }
    if (stage === "answer") {
      if (pending.length < HANDSHAKE) return;
      pending = pending.subarray(HANDSHAKE);
      stage = "open";
    }
    const data = pending;
    pending = Buffer.alloc(0);
    for (const message of reader.read(data)) {
      hear(message);
      // What follows a request to publish stays in the reader until it is answered.
      if (isOver || isAsking) return;
    }
  }

  socket.on("data", (bytes: Buffer) => {
    received += bytes.length;
    if (isOver) return;
    if (publisher === null && !isAsking && received > rtmpLimits.before)
      return fail("too much before it was let in");
    if (isAsking) {
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

const problemOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function streamBegins(stream: number): Buffer {
  const body = Buffer.alloc(6);
  body.writeUInt32BE(stream, 2);
  return writeMessage(2, 4, 0, body);
}

function peerBandwidth(): Buffer {
  const body = Buffer.alloc(5);
  body.writeUInt32BE(ACKNOWLEDGE_EVERY);
  body[4] = 2;
  return writeMessage(2, 6, 0, body);
}
