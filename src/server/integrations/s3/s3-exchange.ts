import { createHash } from "node:crypto";
import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as overHttp,
} from "node:http";
import { Agent as HttpsAgent, request as overHttps } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import { addressOf, type Query, type S3Settings } from "./s3-address.ts";
import { S3Failure } from "./s3-failure.ts";

export interface S3Call {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Empty for the bucket. */
  readonly key: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** Milliseconds allowed for the answer after the whole request was sent. */
  readonly patience?: number;
}

/** Bytes to send, from the beginning at each attempt. */
export interface S3Body {
  readonly bytes: number;
  /** Lower-case hex, of exactly these bytes: the service refuses a mismatch. */
  readonly sha256: string;
  open(): Buffer | Readable;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be read or destroyed by the caller. */
  readonly body: IncomingMessage;
}

/** Milliseconds to connect, to answer, and between two chunks of a body. */
const connectMs = 2000;
const answerMs = 4000;
export const stallMs = 5000;

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");
const ofNothing = sha256Of("");

/** A body held in memory. */
export const bodyOf = (bytes: Buffer): S3Body => ({
  bytes: bytes.length,
  sha256: sha256Of(bytes),
  open: () => bytes,
});

/**
 * Makes one signed call (Signature Version 4) and returns its answer, whatever its status. `fetch` would send a stream
 * without its length, which the API does not accept. Rejects with `S3Failure` of status 0 when there is no answer in
 * time, and with the signal's reason when that aborts before.
 */
export function createExchange(settings: S3Settings) {
  const isTls = settings.endpoint.startsWith("https:");
  const agent = new (isTls ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 128 });
  const { region, accessKeyId, secretAccessKey } = settings;
  const cache = new Map<string, ArrayBuffer>();

  async function exchange(call: S3Call, signal?: AbortSignal): Promise<S3Answer> {
    const { method, key, query, body } = call;
    const signer = new AwsV4Signer({
      method,
      url: addressOf(settings, key, query).href,
      headers: { ...call.headers, "x-amz-content-sha256": body?.sha256 ?? ofNothing },
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      cache,
    });
    const signed = await signer.sign();
    const length =
      body !== undefined || method === "PUT" || method === "POST"
        ? { "content-length": body?.bytes ?? 0 }
        : {};
    return new Promise((resolve, reject) => {
      const request = (isTls ? overHttps : overHttp)(signed.url, {
        method,
        agent,
        headers: { ...Object.fromEntries(signed.headers), ...length },
      });
      let timer: NodeJS.Timeout | undefined;
      let isAnswered = false;
      const allow = (milliseconds: number, what: string) => {
        clearTimeout(timer);
        if (isAnswered) return;
        timer = setTimeout(() => request.destroy(new S3Failure(0, "Timeout", what)), milliseconds);
      };
      signal?.addEventListener("abort", () => isAnswered || request.destroy(signal.reason as Error), {
        once: true,
      });
      request.on("error", (error) => {
        clearTimeout(timer);
        reject(error instanceof S3Failure ? error : new S3Failure(0, "Unreachable", error.message));
      });
      request.on("response", (answer) => {
        isAnswered = true;
        clearTimeout(timer);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer });
      });
      // The timeout starts here: waiting for a free connection is our delay, not the service's.
      request.on("socket", (socket) => {
        allow(socket.connecting ? connectMs : stallMs, "the object store cannot be reached in time");
        if (!socket.connecting) return;
        socket.once(isTls ? "secureConnect" : "connect", () =>
          allow(stallMs, "the object store takes nothing"),
        );
      });
      request.on("finish", () =>
        allow(call.patience ?? answerMs, "the object store does not answer in time"),
      );
      send(request, body?.open(), () => allow(stallMs, "the object store takes nothing more"));
    });
  }

  return { exchange, close: () => agent.destroy() };
}

export type Exchange = ReturnType<typeof createExchange>["exchange"];

/** Reads a short answer completely. Rejects with `S3Failure` when it does not arrive in time. */
export async function readText(body: IncomingMessage, milliseconds: number): Promise<string> {
  const timer = setTimeout(
    () => body.destroy(new S3Failure(0, "Timeout", "an answer broke off")),
    milliseconds,
  );
  try {
    return await text(body);
  } finally {
    clearTimeout(timer);
  }
}

function send(
  request: ReturnType<typeof overHttp>,
  body: Buffer | Readable | undefined,
  onProgress: () => void,
): void {
  if (!(body instanceof Readable)) return void request.end(body);
  body.on("error", (error) => request.destroy(error));
  request.on("close", () => body.destroy());
  request.on("drain", onProgress);
  body.pipe(request);
}
