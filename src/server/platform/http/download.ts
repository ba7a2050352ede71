import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ActivityDetails, recordActivity } from "../activity.ts";
import type { Database } from "../database.ts";
import type { SessionUser } from "../session.ts";
import { type ByteRange, readRange } from "./range.ts";

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
  void reply.type(type).headers({
    "cache-control": "no-store",
    "content-disposition": disposition(name, inline === true ? "inline" : "attachment"),
    "x-content-type-options": "nosniff",
  });
  if (bytes === undefined || etag === undefined) {
    if (bytes !== undefined) void reply.header("content-length", bytes);
    return reply.send(await open());
  }
  void reply.headers({ etag, "accept-ranges": "bytes" });
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

/** RFC 6266: a plain name for those who know no better, and the real one. */
export function disposition(name: string, kind: "attachment" | "inline" = "attachment"): string {
  const plain = name.replaceAll(/[^\w .()+-]/g, "_");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
