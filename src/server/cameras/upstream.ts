import { request as askPlain, type ClientRequest, Agent as HttpAgent, type IncomingMessage } from "node:http";
import { request as askSecure, Agent as HttpsAgent } from "node:https";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { AddressPolicy } from "#server/platform/address-policy.ts";
import { AppError } from "#server/platform/errors.ts";
import { type Authorization, createAuthorization } from "./authorization.ts";
import { type CameraSource, isSameOrigin } from "./source.ts";

/** A camera's complete response. */
export interface Answered {
  readonly bytes: Buffer;
  /** In lower case, without parameters. */
  readonly type: string;
  /** Final address, after redirects. */
  readonly url: string;
}

export interface Question {
  readonly url: string;
  /** Longer responses are aborted; with `isEnough` the first bytes up to the limit are accepted instead. */
  readonly maxBytes: number;
  readonly isHeadEnough?: boolean;
  /** Milliseconds for the whole request. */
  readonly patience?: number;
  readonly signal?: AbortSignal;
  /** Whether it is the camera's own address: a missing file there is reported as CAMERA_NO_STREAM. */
  readonly isEntry?: boolean;
}

/** Requests one camera by HTTP, over its own connections. */
export interface Upstream {
  /**
   * Throws CAMERA_FORBIDDEN, CAMERA_SILENT, CAMERA_REFUSES, CAMERA_NO_STREAM or CAMERA_UNREADABLE; `cause` has details
   * for the log.
   */
  get(question: Question): Promise<Answered>;
  close(): void;
}

/** Milliseconds to the first byte, and between chunks. */
export const FIRST_BYTE = 6_000;
const WHOLE = 20_000;
const REDIRECTIONS = 2;

export function createUpstream(
  source: CameraSource,
  policy: AddressPolicy,
  firstByte: number = FIRST_BYTE,
): Upstream {
  const options = { keepAlive: true, maxSockets: 6, maxFreeSockets: 2, timeout: 30_000 };
  const agents = { plain: new HttpAgent(options), secure: new HttpsAgent(options) };
  const authorization = createAuthorization(source);

  const ask = async (url: URL, { signal }: { signal: AbortSignal }): Promise<IncomingMessage> => {
    const reach = await policy.reach(url);
    const isOwn = isSameOrigin(url.href, source.url);
    const header = isOwn
      ? authorization.header({ method: "GET", uri: `${url.pathname}${url.search}` })
      : undefined;
    const isSecure = url.protocol === "https:";
    const sent = (isSecure ? askSecure : askPlain)(url, {
      agent: isSecure ? agents.secure : agents.plain,
      lookup: reach.lookup,
      signal,
      headers: {
        accept: "*/*",
        "accept-encoding": "identity",
        "user-agent": "Sitewalk",
        ...(header !== undefined && { authorization: header }),
      },
      ...(isSecure && { rejectUnauthorized: reach.isPublic }),
    });
    return answerOf(sent, firstByte);
  };

  const follow = async (question: Question, signal: AbortSignal): Promise<Answered> => {
    let url = new URL(question.url);
    let isSecondTry = false;
    for (let hops = 0; hops <= REDIRECTIONS; ) {
      const response = await ask(url, { signal });
      const { statusCode: status = 0, headers } = response;
      const target = status >= 300 && status < 400 ? headers.location : undefined;
      if (target !== undefined && URL.canParse(target, url.href)) {
        response.destroy();
        url = new URL(target, url);
        if (!/^https?:$/.test(url.protocol)) throw new AppError("CAMERA_FORBIDDEN");
        hops += 1;
      } else if (status === 401 && !isSecondTry && mayLearn(response, url, source, authorization)) {
        response.destroy();
        isSecondTry = true;
      } else {
        refuseStatus(response, status, question);
        const bytes = await read(response, question, firstByte);
        return { bytes, type: typeOf(response), url: url.href };
      }
    }
    throw new AppError("CAMERA_UNREADABLE", { cause: "too many redirects" });
  };

  return {
    async get(question) {
      const time = AbortSignal.timeout(question.patience ?? WHOLE);
      const signal = question.signal === undefined ? time : AbortSignal.any([time, question.signal]);
      try {
        return await follow(question, signal);
      } catch (error) {
        throw asRefusal(error);
      }
    },
    close() {
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
}

const mayLearn = (
  { headers }: IncomingMessage,
  url: URL,
  source: CameraSource,
  authorization: Authorization,
) => isSameOrigin(url.href, source.url) && authorization.learn(splitChallenges(headers["www-authenticate"]));

/** Node joins several challenges with commas. */
const splitChallenges = (header: string | undefined) => header?.split(/,\s*(?=(?:basic|digest)\s)/i) ?? [];

function answerOf(sent: ClientRequest, firstByte: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => sent.destroy(new Error("no response in time")), firstByte);
    sent.once("response", (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    sent.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.end();
  });
}

function refuseStatus(response: IncomingMessage, status: number, { isEntry = false }: Question): void {
  if (status >= 200 && status < 300) return;
  response.destroy();
  const cause = `status ${status}`;
  if (status === 401 || status === 403) throw new AppError("CAMERA_REFUSES", { cause });
  if (status !== 404 && status !== 410) throw new AppError("CAMERA_SILENT", { cause });
  // A segment older than the playlist is gone, which says nothing about the address.
  throw new AppError(isEntry ? "CAMERA_NO_STREAM" : "CAMERA_UNREADABLE", { cause });
}

const typeOf = ({ headers }: IncomingMessage) =>
  (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** Decompressed while it arrives, and counted decompressed: a small packet may expand enormously. */
function unpacked(response: IncomingMessage): Readable {
  const coding = (response.headers["content-encoding"] ?? "identity").toLowerCase();
  if (coding === "identity" || coding === "") return response;
  const packers = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  const create = packers[coding as keyof typeof packers];
  if (create === undefined)
    throw new AppError("CAMERA_UNREADABLE", { cause: `unsupported encoding ${coding}` });
  const stream = create();
  response.once("error", (error) => stream.destroy(error));
  return response.pipe(stream);
}

async function read(
  response: IncomingMessage,
  { maxBytes, isHeadEnough = false }: Question,
  patience: number,
): Promise<Buffer> {
  const declared = Number(response.headers["content-length"] ?? 0);
  if (declared > maxBytes && !isHeadEnough) {
    response.destroy();
    throw new AppError("CAMERA_UNREADABLE", { cause: `${declared} bytes` });
  }
  const parts: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => response.destroy(new Error("transfer stalled")), patience);
  try {
    for await (const part of unpacked(response) as AsyncIterable<Buffer>) {
      timer.refresh();
      parts.push(part);
      length += part.length;
      if (length <= maxBytes) continue;
      if (isHeadEnough) break;
      throw new AppError("CAMERA_UNREADABLE", { cause: `more than ${maxBytes} bytes` });
    }
    return Buffer.concat(parts).subarray(0, maxBytes);
  } finally {
    clearTimeout(timer);
    if (length > maxBytes) response.destroy();
  }
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = "" } = error as { code?: string };
  // Invalid compression, or not HTTP.
  if (code.startsWith("Z_") || code.startsWith("HPE_") || code.startsWith("ERR__ERROR_FORMAT"))
    return new AppError("CAMERA_UNREADABLE", { cause: error });
  return new AppError("CAMERA_SILENT", { cause: error });
}
