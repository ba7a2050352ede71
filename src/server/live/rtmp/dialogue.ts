import { type AmfValue, readAmf, writeAmf } from "./amf.ts";
import { control, type Message, OUT_CHUNK_SIZE, ProtocolError, writeMessage } from "./chunks.ts";
import { readAudio, readVideo, type Tag } from "./flv.ts";

/** Destination of a sender's media after it is admitted. */
export interface Publisher {
  /** Called for each tag, in order of arrival. */
  onTag(tag: Tag, bytes: number): void;
  /** The sender has disconnected, or was disconnected. */
  onEnd(): void;
}

/** Request of a sender: an app and a stream key. */
export interface PublishRequest {
  readonly app: string;
  readonly key: string;
  readonly address: string;
}

/** A refusal carries its reason, in words that encoders show. */
export type Verdict = { readonly publisher: Publisher } | { readonly refusal: string };

/** The connection of a dialogue. */
export interface Line {
  send(bytes: Buffer): void;
  /** Ends it after pending bytes were sent. */
  hangUp(): void;
  fail(problem: string): void;
  isOver(): boolean;
  isApp(name: string): boolean;
  /** Decides before any media is accepted; the connection is paused meanwhile. */
  authorize(request: Pick<PublishRequest, "app" | "key">): Promise<Verdict>;
  /** Ends it after sending the reason. */
  refuse(reason: string): void;
  /** Accepts media from here on. */
  open(): void;
}

/** Bytes after which each side acknowledges its received bytes. */
export const ACKNOWLEDGE_EVERY = 2_500_000;
const WRAP = 2 ** 32;

/** Handles a sender's commands: connect, publish, media, and close. Throws `ProtocolError` otherwise. */
export function createDialogue(line: Line) {
  const unwrapped = createTimes();
  let app: string | null = null;
  let publisher: Publisher | null = null;
  let isAsking = false;

  const command = (stream: number, ...values: readonly AmfValue[]) => line.send(commandOf(stream, values));

  async function publish(stream: number, name: AmfValue): Promise<void> {
    if (app === null) throw new ProtocolError("publish before connect");
    if (typeof name !== "string" || name === "" || name.length > 512)
      throw new ProtocolError("no stream key");
    if (publisher !== null || isAsking) throw new ProtocolError("published twice");
    isAsking = true;
    const verdict = await line.authorize({ app, key: name.split("?")[0] ?? "" });
    isAsking = false;
    if (line.isOver()) {
      if ("publisher" in verdict) verdict.publisher.onEnd();
      return;
    }
    if ("refusal" in verdict) return line.refuse(verdict.refusal);
    publisher = verdict.publisher;
    line.send(streamBegins(stream));
    line.send(statusOf(stream, "status", "NetStream.Publish.Start", "You are live."));
    line.open();
  }

  function connect(transaction: AmfValue, facts: AmfValue): void {
    if (app !== null) throw new ProtocolError("connected twice");
    const name = appIn(facts);
    if (!line.isApp(name)) {
      command(0, "_error", transaction ?? 1, null, noSuchApp);
      line.hangUp();
      return;
    }
    app = name;
    line.send(control(5, ACKNOWLEDGE_EVERY));
    line.send(peerBandwidth());
    line.send(control(1, OUT_CHUNK_SIZE));
    command(0, "_result", transaction ?? 1, us, connected);
  }

  function obey(message: Message): void {
    const body = message.type === 17 ? message.body.subarray(1) : message.body;
    const [name, transaction, facts, argument] = readAmf(body);
    if (name === "connect") connect(transaction, facts);
    else if (name === "createStream" || name === "releaseStream" || name === "FCPublish")
      command(0, "_result", transaction ?? 0, null, name === "createStream" ? 1 : undefined);
    else if (name === "publish")
      publish(message.stream, argument).catch((error: unknown) => line.fail(problemOf(error)));
    else if (name === "FCUnpublish" || name === "deleteStream" || name === "closeStream") {
      if (publisher === null) return;
      line.send(statusOf(message.stream, "status", "NetStream.Unpublish.Success", "Good-bye."));
      line.hangUp();
    } else if (name === "play" || name === "play2") throw new ProtocolError("playback is not supported");
  }

  function hear(message: Message): void {
    if (message.type === 8 || message.type === 9) {
      if (publisher === null) return;
      publisher.onTag(tagIn(message, unwrapped(message.time) * 1000), message.body.length);
    } else if (message.type === 20 || message.type === 17) obey(message);
    else if (message.type === 4 && message.body.length >= 6 && message.body.readUInt16BE(0) === 6)
      line.send(answerTo(message));
  }

  return {
    hear,
    /** It waits to be admitted. */
    isAsking: () => isAsking,
    isOpen: () => publisher !== null,
    end(): void {
      const told = publisher;
      publisher = null;
      told?.onEnd();
    },
  };
}

export const problemOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
  description: "Unknown app.",
};

const commandOf = (stream: number, values: readonly AmfValue[]) =>
  writeMessage(stream === 0 ? 3 : 5, 20, stream, writeAmf(...values));

const tagIn = ({ type, body }: Message, time: number): Tag =>
  type === 9 ? readVideo(body, time) : readAudio(body, time);

/** Answer to a ping. */
function answerTo({ body }: Message): Buffer {
  const answer = Buffer.from(body.subarray(0, 6));
  answer.writeUInt16BE(7, 0);
  return writeMessage(2, 4, 0, answer);
}

/** The app that a sender connects to. */
function appIn(facts: AmfValue): string {
  const wanted =
    typeof facts === "object" && facts !== null && !Array.isArray(facts) ? facts["app"] : undefined;
  if (typeof wanted !== "string") throw new ProtocolError("no app name");
  return wanted.split("?")[0]?.replace(/\/+$/, "") ?? "";
}

/** Times are 32-bit and wrap around after 49 days. */
function createTimes(): (time: number) => number {
  let lastTime = 0;
  let turns = 0;
  return (time) => {
    if (time < lastTime - WRAP / 2) turns += 1;
    lastTime = time;
    return time + turns * WRAP;
  };
}

export const statusOf = (stream: number, level: string, code: string, description: string) =>
  commandOf(stream, ["onStatus", 0, null, { level, code, description }]);

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
