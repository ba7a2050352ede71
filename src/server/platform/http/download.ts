import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ActivityDetails, recordActivity } from "../activity.ts";
import type { Database } from "../database.ts";
import type { SessionUser } from "../session.ts";
import { type ByteRange, readRange } from "./range.ts";

/** Policy of files that are no page: opened in a tab of their own, they run, load and frame nothing. */
export const sandbox = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The log entry of a downloaded file. */
export interface DownloadRecord {
  /** `export.made` for a project that is exported as it is created: webhooks use this name. */
  readonly action: `${string}.${"exported" | "evidenced"}` | "export.made";
  readonly subject?: { readonly kind: string; readonly id: number; readonly name: string };
  readonly id_project?: number;
  readonly details?: ActivityDetails;
}

/** The result of a handler where the contract says `download`. Nothing is opened before all else has been decided. */
export interface Download {
  /** File name for saving; any characters. */
  readonly name: string;
  /** Written before the first byte is sent; null only for media that is played, whose views are counted. */
  readonly record: DownloadRecord | null;
  /** Total size. Without it the length is not sent, and ranges are not supported. */
  readonly bytes?: number;
  /**
   * Identifies this exact content: an interrupted download resumes only with the same. Ranges are supported only with
   * it.
   */
  readonly etag?: string;
  /** Destroyed when the reader is gone. */
  open(range?: ByteRange): Readable | Promise<Readable>;
}

/** Logs the download; once, however often the connection broke on the way. */
export async function recordDownload(
  db: Database,
  request: FastifyRequest,
  user: SessionUser | null,
  { record, bytes, etag }: Download,
): Promise<void> {
  if (record === null || user === null) return;
  if (bytes !== undefined && etag !== undefined) {
    const range = readRange(request.headers.range, bytes);
    if (range === "unsatisfiable" || (range !== "whole" && range.start > 0)) return;
  }
  await recordActivity(db, { ...record, id_user: user.id, address: request.ip });
}

/**
 * Sends it, or the requested part. A stream that fails on the way breaks the connection: a partial file must not pass
 * as complete.
 */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, inline }: { readonly type: string; readonly inline?: boolean | undefined },
  { name, bytes, etag, open }: Download,
): Promise<FastifyReply> {
  const headers = {
    "cache-control": "no-store",
    "content-disposition": disposition(name, inline === true ? "inline" : "attachment"),
    "x-content-type-options": "nosniff",
    // Browsers show no PDF in a sandbox. Inline content is rendered by this product alone.
    ...(inline !== true && { "content-security-policy": sandbox }),
  };
  if (bytes === undefined || etag === undefined) {
    // Opened first: a failure to open is answered with an error, without the headers of a file.
    const whole = await open();
    void reply.type(type).headers(headers);
    if (bytes !== undefined) void reply.header("content-length", bytes);
    return reply.send(withinCallOf(whole));
  }
  void reply.type(type).headers({ ...headers, etag, "accept-ranges": "bytes" });
  // If-Range with another version requests the whole.
  const isSame = [undefined, etag].includes(request.headers["if-range"] as string | undefined);
  const range = isSame ? readRange(request.headers.range, bytes) : "whole";
  if (range === "unsatisfiable")
    return reply.code(416).header("content-range", `bytes */${bytes}`).header("content-length", 0).send();
  if (range === "whole") return reply.header("content-length", bytes).send(await open());
  void reply.code(206).headers({
    "content-range": `bytes ${range.start}-${range.end}/${bytes}`,
    "content-length": range.end - range.start + 1,
  });
  return reply.send(await open(range));
}

/** Reads during sending run within this call: the drain of a socket knows of none. */
function withinCallOf(stream: Readable): Readable {
  const within = AsyncLocalStorage.snapshot();
  // oxlint-disable-next-line no-underscore-dangle -- a stream has no other hook for its reading
  const { _read: read } = stream;
  // oxlint-disable-next-line no-underscore-dangle -- likewise
  stream._read = (size) => within(() => read.call(stream, size));
  return stream;
}

/** RFC 6266: a plain name for old clients, and the real one. */
export function disposition(name: string, kind: "attachment" | "inline" = "attachment"): string {
  const plain = name.replaceAll(/[^\w .()+-]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
