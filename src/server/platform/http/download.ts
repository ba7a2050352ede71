import { AsyncLocalStorage } from "node:async_hooks";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ActivityDetails, recordActivity } from "../activity.ts";
import type { Database } from "../database.ts";
import type { SessionUser } from "../session.ts";
import { type ByteRange, readRange } from "./range.ts";

/** Policy of files that are no page: opened in a tab of their own, they run, load and frame nothing. */
export const sandbox = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** What the log says of a file that left the house. */
export interface DownloadRecord {
  /** `export.made` of a project that is taken along as it is made: webhooks know it so. */
  readonly action: `${string}.${"exported" | "evidenced"}` | "export.made";
  readonly subject?: { readonly kind: string; readonly id: number; readonly name: string };
  readonly id_project?: number;
  readonly details?: ActivityDetails;
}

/** What a handler answers where the contract says `download`. Nothing is opened before all else has been decided. */
export interface Download {
  /** As it is to be saved; any letters. */
  readonly name: string;
  /** Written down before the first byte leaves; null only of what is played, whose views are counted. */
  readonly record: DownloadRecord | null;
  /** Of the whole. Without it the length is not told, and ranges are not answered. */
  readonly bytes?: number;
  /** Names this very content: a download that broke goes on only with the same. Ranges are answered with it alone. */
  readonly etag?: string;
  /** Is destroyed when nobody reads any more. */
  open(range?: ByteRange): Readable | Promise<Readable>;
}

/** Says in the log that somebody took it along; once, however often the connection broke on the way. */
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

/** Sends it, or the part that was asked for. A stream that fails on the way breaks the connection: half a file is no file. */
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
    // Browsers show no PDF in a sandbox. What is shown is drawn by us alone.
    ...(inline !== true && { "content-security-policy": sandbox }),
  };
  if (bytes === undefined || etag === undefined) {
    // Opened first: what refuses to open is answered in words, without the headers of a file.
    const whole = await open();
    void reply.type(type).headers(headers);
    if (bytes !== undefined) void reply.header("content-length", bytes);
    return reply.send(withinCallOf(whole));
  }
  void reply.type(type).headers({ ...headers, etag, "accept-ranges": "bytes" });
  // With If-Range of another version the whole is meant.
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

/** What is read while it is sent is read for this call: a socket that takes more knows of none. */
function withinCallOf(stream: Readable): Readable {
  const within = AsyncLocalStorage.snapshot();
  // oxlint-disable-next-line no-underscore-dangle -- a stream has no other hook for its reading
  const { _read: read } = stream;
  // oxlint-disable-next-line no-underscore-dangle -- likewise
  stream._read = (size) => within(() => read.call(stream, size));
  return stream;
}

/** RFC 6266: a plain name for those who know no better, and the real one. */
export function disposition(name: string, kind: "attachment" | "inline" = "attachment"): string {
  const plain = name.replaceAll(/[^\w .()+-]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
