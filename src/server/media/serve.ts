import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { everybody } from "#server/platform/bearers.ts";
import { AppError } from "#server/platform/errors.ts";
import { sandbox } from "#server/platform/http/download.ts";
import { readRange } from "#server/platform/http/range.ts";
import type { Cards } from "./cards.ts";
import { type CanSeeMedia, thingOf } from "./media-access.ts";
import type { MediaSigner, SignedObject } from "./sign.ts";
import { BadKey, checkKey, type ObjectStat, type ObjectStore } from "./store.ts";

/** The only types that are ever served: a name with another extension does not exist. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
  weba: "audio/webm",
  m4a: "audio/mp4",
};

/** Uploaded files are downloaded unchanged, never displayed: no browser may interpret an untrusted file. */
const ORIGINAL = /^(?:plans|pictures)\/[0-9a-f]{2}\/[0-9a-f]{64}\/original\.(?:jpg|png|webp|pdf)$/;

/**
 * A year, the supported maximum: the content of a content hash never changes. Shared caches may store only permanently
 * public objects.
 */
const cacheFor = (bearer: string) =>
  `${bearer === everybody ? "public" : "private"}, max-age=31536000, immutable`;

/** For an object sent in place of another that is not available for the moment. */
const cacheShortly = "private, max-age=60";

/**
 * `GET` and `HEAD /media/<bearer>.<signature>/<key>`: an object of the store, while the bearer of the address may see
 * it. Wrong signature, revoked right, invalid key, missing object: all the same 404, before any cache header is
 * evaluated.
 */
export function serveMedia(store: ObjectStore, signer: MediaSigner, sight: CanSeeMedia, cards: Cards) {
  return async function media(app: FastifyInstance): Promise<void> {
    app.route<{ Params: { signature: string; "*": string } }>({
      method: ["GET", "HEAD"],
      url: "/media/:signature/*",
      async handler(request, reply) {
        const signed = signer.verify(request.params.signature, request.params["*"]);
        if (signed === null || !(await sight(signed.bearer, thingOf(signed.key))))
          throw new AppError("NOT_FOUND");
        return send({ store, cards }, request, reply, signed);
      },
    });
  };
}

async function send(
  { store, cards }: { readonly store: ObjectStore; readonly cards: Cards },
  request: FastifyRequest,
  reply: FastifyReply,
  { key, bearer }: SignedObject,
): Promise<FastifyReply> {
  const isDownload = ORIGINAL.test(key);
  const isPlan = isDownload && key.startsWith("plans/");
  const type = isPlan ? "application/octet-stream" : TYPES[key.split(".").at(-1) ?? ""];
  if (type === undefined) throw new AppError("NOT_FOUND");
  const cache = cacheFor(bearer);
  const sendAs = (name: string, as: SentAs) => sendObject(store, request, reply, name, as);
  try {
    return await sendAs(key, { type, cache, isDownload });
  } catch (error) {
    const instead =
      error instanceof AppError && error.code === "NOT_FOUND" ? await cards.replace(key) : undefined;
    if (instead === undefined) throw error;
    return sendAs(instead.key, { type, cache: instead.isFinal ? cache : cacheShortly, isDownload });
  }
}

export interface SentAs {
  readonly type: string;
  /** Value of the `cache-control` header. */
  readonly cache: string;
  readonly isDownload: boolean;
}

/**
 * Sends an object to a caller who may have it, whole or in a range; 404 when the key is invalid or the object is
 * missing.
 */
export async function sendObject(
  store: Pick<ObjectStore, "stat" | "open">,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { type, cache, isDownload }: SentAs,
): Promise<FastifyReply> {
  const key = safeKey(name);
  const found = key === null ? null : await store.stat(key);
  if (key === null || found === null) throw new AppError("NOT_FOUND");
  const etag = etagOf(key, found);
  reply.headers({
    "cache-control": cache,
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    // Pages on other addresses (an embedded viewer, a test host) may show it; every holder of the address may anyway.
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": sandbox,
    "last-modified": found.modifiedAt.toUTCString(),
    etag,
    ...(isDownload && { "content-disposition": "attachment" }),
  });
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return sendBytes(store, request, reply.type(type), key, { ...found, etag });
}

async function sendBytes(
  store: Pick<ObjectStore, "open">,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  { bytes, etag }: ObjectStat & { etag: string },
): Promise<FastifyReply> {
  // With If-Range of another version the whole object is sent.
  const isSame = [undefined, etag].includes(request.headers["if-range"] as string | undefined);
  const range = isSame && request.method === "GET" ? readRange(request.headers.range, bytes) : "whole";
  if (range === "unsatisfiable") {
    return reply.code(416).removeHeader("cache-control").header("content-range", `bytes */${bytes}`).send();
  }
  if (range !== "whole") {
    reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${bytes}`);
  }
  reply.header("content-length", range === "whole" ? bytes : range.end - range.start + 1);
  if (request.method === "HEAD" || bytes === 0) return reply.send();
  const stream = await store.open(key, range === "whole" ? undefined : range);
  if (stream === null) throw new AppError("NOT_FOUND");
  return reply.send(stream);
}

function safeKey(key: string): string | null {
  try {
    return checkKey(key);
  } catch (error) {
    if (error instanceof BadKey) return null;
    throw error;
  }
}

/** The key names the content; the size distinguishes a repaired object from a broken one. */
const etagOf = (key: string, { bytes }: ObjectStat) => `"${key.replaceAll("/", "-")}-${bytes.toString(36)}"`;

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
