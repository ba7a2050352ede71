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
  let pending: Buffer = Buffer.alloc(0);
  let received = 0;
  let acknowledged = 0;
  let app: string | null = null;
  let publisher: Publisher | null = null;
  let isAsking = false;
  let isOver = false;

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
  socket.on("error", () => undefined).on("close", finish);

  const send = (bytes: Buffer) => {
    // Who does not read what little we say is no sender.
    if (socket.writableLength > 64 * 1024) fail("it does not read");
    else if (!socket.destroyed && socket.writable) socket.write(bytes);
  };
  const handshake = createHandshake(send);
  const unwrapped = createTimes();
  const command = (stream: number, ...values: readonly AmfValue[]) => send(commandOf(stream, values));
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
    const name = appIn(facts);
    if (!options.isApp(name)) {
      command(0, "_error", transaction ?? 1, null, noSuchApp);
      finish();
      socket.end();
      return;
    }
    app = name;
    send(control(5, ACKNOWLEDGE_EVERY));
    send(peerBandwidth());
    send(control(1, OUT_CHUNK_SIZE));
    command(0, "_result", transaction ?? 1, us, connected);
  }

  function obey(message: Message): void {
    const body = message.type === 17 ? message.body.subarray(1) : message.body;
    const [name, transaction, facts, argument] = readAmf(body);
    if (name === "connect") connect(transaction, facts);
    else if (name === "createStream" || name === "releaseStream" || name === "FCPublish")
      command(0, "_result", transaction ?? 0, null, name === "createStream" ? 1 : undefined);
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
      publisher.onTag(tagIn(message, unwrapped(message.time) * 1000), message.body.length);
    } else if (message.type === 20 || message.type === 17) obey(message);
    else if (message.type === 4 && message.body.length >= 6 && message.body.readUInt16BE(0) === 6)
      send(answerTo(message));
  }

  function take(bytes: Buffer): void {
    const data = handshake(pending.length === 0 ? bytes : Buffer.concat([pending, bytes]));
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

const us = { fmsVer: "FMS/3,5,7,7009", capabilities: 31 };
const connected = {
  level: "status",
  code: "NetConnection.Connect.Success",
  description: "Connection succeeded.",
  objectEncoding: 0,
  fourCcList: ["hvc1", "av01"],
};

const noSuchApp = {
  level: "error",
  code: "NetConnection.Connect.InvalidApp",
  description: "There is no such app here.",
};

const commandOf = (stream: number, values: readonly AmfValue[]) =>
  writeMessage(stream === 0 ? 3 : 5, 20, stream, writeAmf(...values));

const tagIn = ({ type, body }: Message, time: number): Tag =>
  type === 9 ? readVideo(body, time) : readAudio(body, time);

/** To who asks whether we are there. */
function answerTo({ body }: Message): Buffer {
  const answer = Buffer.from(body.subarray(0, 6));
  answer.writeUInt16BE(7, 0);
  return writeMessage(2, 4, 0, answer);
}

/** The app that a sender connects to. */
function appIn(facts: AmfValue): string {
  const wanted =
    typeof facts === "object" && facts !== null && !Array.isArray(facts) ? facts["app"] : undefined;
  if (typeof wanted !== "string") throw new ProtocolError("it names no app");
  return wanted.split("?")[0]?.replace(/\/+$/, "") ?? "";
}

/** Times are written with 32 bits and begin anew after 49 days. */
function createTimes(): (time: number) => number {
  let lastTime = 0;
  let turns = 0;
  return (time) => {
    if (time < lastTime - WRAP / 2) turns += 1;
    lastTime = time;
    return time + turns * WRAP;
  };
}

/** Answers a greeting. What comes behind it is returned, and keeps being so; before that nothing is. */
function createHandshake(send: (bytes: Buffer) => void): (bytes: Buffer) => Buffer {
  let stage: "hello" | "answer" | "open" = "hello";
  let kept = Buffer.alloc(0);
  return (bytes) => {
    if (stage === "open") return bytes;
    kept = Buffer.concat([kept, bytes]);
    if (stage === "hello") {
      if (kept.length < 1) return nothing;
      if (kept.readUInt8(0) !== 3) throw new ProtocolError("it does not speak RTMP");
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
