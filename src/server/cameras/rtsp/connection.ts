import { connect, type Socket } from "node:net";
import { connect as connectSecure } from "node:tls";
import { type AddressPolicy, hostOf, portOf } from "#server/platform/address-policy.ts";
import { AppError } from "#server/platform/errors.ts";
import { createAuthorization } from "../authorization.ts";
import type { CameraSource } from "../source.ts";

export interface RtspReply {
  readonly status: number;
  /** Names in lower case; the values of a repeated one are joined by a line break. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A connection to a camera (RFC 2326) with media interleaved. */
export interface RtspConnection {
  /** Answers a challenge once by itself. Throws CAMERA_REFUSES, CAMERA_SILENT, CAMERA_NO_STREAM, CAMERA_UNREADABLE. */
  ask(method: string, uri: string, headers?: Readonly<Record<string, string>>): Promise<RtspReply>;
  /** Resolves with the reason when it is closed by either side. */
  readonly closed: Promise<AppError>;
  close(): void;
}

export interface RtspOptions {
  readonly source: CameraSource;
  readonly policy: AddressPolicy;
  readonly onPacket: (channel: number, packet: Buffer) => void;
  /** Milliseconds for each response. */
  readonly patience: number;
}

const HEADER_BYTES = 16 * 1024;
const BODY_BYTES = 64 * 1024;
const DOLLAR = 0x24;

interface Waiting {
  resolve(reply: RtspReply): void;
  reject(error: AppError): void;
}

export async function connectRtsp({
  source,
  policy,
  onPacket,
  patience,
}: RtspOptions): Promise<RtspConnection> {
  const socket = await open(new URL(source.url), policy, patience);
  const authorization = createAuthorization(source, false);
  const waiting = new Map<number, Waiting>();
  let sequence = 0;
  let over: (reason: AppError) => void;
  const closed = new Promise<AppError>((resolve) => {
    over = resolve;
  });
  const end = (reason: AppError): void => {
    socket.destroy();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    over(reason);
  };
  const reader = createReader({
    onPacket,
    onReply(reply) {
      const number = Number(reply.headers.get("cseq"));
      waiting.get(number)?.resolve(reply);
      waiting.delete(number);
    },
  });
  socket.on("data", (chunk) => {
    try {
      reader(chunk);
    } catch (error) {
      end(error instanceof AppError ? error : new AppError("CAMERA_UNREADABLE", { cause: error }));
    }
  });
  socket.on("error", (cause) => end(new AppError("CAMERA_SILENT", { cause })));
  socket.on("close", () => end(new AppError("CAMERA_SILENT", { cause: "closed" })));

  const send = (method: string, uri: string, headers: Readonly<Record<string, string>>): Promise<RtspReply> =>
    new Promise((resolve, reject) => {
      sequence += 1;
      const number = sequence;
      const timer = setTimeout(() => {
        waiting.delete(number);
        reject(new AppError("CAMERA_SILENT", { cause: `no response to ${method}` }));
      }, patience);
      const settle = (work: () => void) => {
        clearTimeout(timer);
        work();
      };
      waiting.set(number, {
        resolve: (reply) => settle(() => resolve(reply)),
        reject: (error) => settle(() => reject(error)),
      });
      if (socket.destroyed)
        return waiting.get(number)?.reject(new AppError("CAMERA_SILENT", { cause: "closed" }));
      const header = authorization.header({ method, uri });
      const lines = Object.entries({
        CSeq: String(number),
        "User-Agent": "Sitewalk",
        ...(header !== undefined && { Authorization: header }),
        ...headers,
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${method} ${uri} RTSP/1.0\r\n${lines.join("")}\r\n`);
    });

  return {
    closed,
    close: () => end(new AppError("CAMERA_SILENT", { cause: "closed by this server" })),
    async ask(method, uri, headers = {}) {
      const first = await send(method, uri, headers);
      const isAsked =
        first.status === 401 && authorization.learn(first.headers.get("www-authenticate")?.split("\n") ?? []);
      const reply = isAsked ? await send(method, uri, headers) : first;
      if (reply.status === 401 || reply.status === 403) throw new AppError("CAMERA_REFUSES");
      if (reply.status >= 500) throw new AppError("CAMERA_SILENT", { cause: `status ${reply.status}` });
      if (reply.status === 404) throw new AppError("CAMERA_NO_STREAM");
      if (reply.status !== 200) throw new AppError("CAMERA_UNREADABLE", { cause: `status ${reply.status}` });
      return reply;
    },
  };
}

async function open(url: URL, policy: AddressPolicy, patience: number): Promise<Socket> {
  const { lookup, isPublic } = await policy.reach(url);
  const host = hostOf(url);
  const target = { host, port: portOf(url), lookup };
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === "rtsps:";
    const socket = isSecure
      ? connectSecure({ ...target, servername: host, rejectUnauthorized: isPublic })
      : connect(target);
    const timer = setTimeout(() => socket.destroy(new Error("connection timed out")), patience);
    const fail = (cause: Error) => {
      clearTimeout(timer);
      reject(new AppError("CAMERA_SILENT", { cause }));
    };
    socket.once("error", fail);
    socket.once(isSecure ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      socket.setNoDelay(true);
      resolve(socket);
    });
  });
}

/** Splits the input into media packets and replies. Throws CAMERA_UNREADABLE for anything else. */
function createReader(to: {
  onPacket(channel: number, packet: Buffer): void;
  onReply(reply: RtspReply): void;
}): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  const take = (): boolean => {
    if (rest.length < 4) return false;
    if (rest[0] === DOLLAR) {
      const end = 4 + rest.readUInt16BE(2);
      if (rest.length < end) return false;
      to.onPacket(rest[1] ?? 0, rest.subarray(4, end));
      rest = rest.subarray(end);
      return true;
    }
    const found = readMessage(rest);
    if (found === null) return false;
    rest = rest.subarray(found.length);
    if (found.reply !== null) to.onReply(found.reply);
    return true;
  };
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (take());
  };
}

/** Null while incomplete; `reply` is null for a request by the camera, which needs no answer. */
function readMessage(bytes: Buffer): { length: number; reply: RtspReply | null } | null {
  const end = bytes.subarray(0, HEADER_BYTES).indexOf("\r\n\r\n");
  const isReply = bytes.toString("latin1", 0, 4) === "RTSP";
  if (!isReply && !/^[A-Z]{3}/.test(bytes.toString("latin1", 0, 4))) throw new AppError("CAMERA_UNREADABLE");
  if (end < 0) {
    if (bytes.length >= HEADER_BYTES) throw new AppError("CAMERA_UNREADABLE", { cause: "headers too long" });
    return null;
  }
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers.set(name, headers.has(name) ? `${headers.get(name)}\n${value}` : value);
  }
  const declared = Number(headers.get("content-length") ?? 0);
  if (!(declared >= 0 && declared <= BODY_BYTES))
    throw new AppError("CAMERA_UNREADABLE", { cause: "body too long" });
  const length = end + 4 + declared;
  if (bytes.length < length) return null;
  const status = Number(/^RTSP\/1\.\d (\d{3})/.exec(first)?.[1] ?? 0);
  return {
    length,
    reply: isReply ? { status, headers, body: bytes.toString("utf8", end + 4, length) } : null,
  };
}
