import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { CanSeeMedia } from "../media-access.ts";
import { type SentAs, sendObject } from "../serve.ts";
import type { FilmAddresses, FilmScope } from "./address.ts";
import { filmFiles, filmKey } from "./film-files.ts";
import { masterPlaylist } from "./master-playlist.ts";
import type { ReadableStore } from "./moved-index.ts";

export interface ServeFilmsOptions {
  readonly db: Database;
  readonly store: ReadableStore;
  /** The playable forms. */
  readonly films: { of(sha256: string): Promise<ReadableStore> };
  readonly addresses: FilmAddresses;
  readonly sight: CanSeeMedia;
}

interface Served extends SentAs {
  readonly scopes: readonly FilmScope[];
}

/** A year: the content of a hash and a size never changes. Shared caches must not store it. */
const cache = "private, max-age=31536000, immutable";
const playlist = "application/vnd.apple.mpegurl";
const still: Served = { scopes: ["film", "still"], type: "image/jpeg", cache, isDownload: false };
const files: Readonly<Record<string, Served>> = {
  [filmFiles.film]: { scopes: ["film"], type: "video/mp4", cache, isDownload: false },
  [filmFiles.original]: { scopes: ["original"], type: "video/mp4", cache, isDownload: true },
  [filmFiles.poster]: still,
  [filmFiles.thumbnail]: still,
};
const inSize = /^\d{3,5}\/(?:(index\.m3u8)|init\.mp4|s\d{1,5}\.m4s)$/;

function servedAs(name: string): Served | null {
  if (Object.hasOwn(files, name)) return files[name] ?? null;
  const found = inSize.exec(name);
  if (found === null) return null;
  return {
    scopes: ["film"],
    type: found[1] === undefined ? "video/mp4" : playlist,
    cache,
    isDownload: false,
  };
}

/**
 * `GET` and `HEAD /media/films/<token>/<sha256>/<file>`: files in the scope of the token. A wrong or expired token, a
 * revoked right, another video's token, an unknown name, a missing file: all the same 404.
 */
export function serveFilms({ db, store, films, addresses, sight }: ServeFilmsOptions) {
  interface Params {
    readonly token: string;
    readonly sha256: string;
    readonly "*": string;
  }
  const answer = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const { token, sha256, "*": name } = request.params;
    const signed = addresses.verify(token, sha256);
    if (signed === null) throw new AppError("NOT_FOUND");
    const { scope, bearer } = signed;
    const kind = scope === "original" ? "film_original" : "film";
    if (!(await sight(bearer, { kind, name: sha256 }))) throw new AppError("NOT_FOUND");
    if (name === filmFiles.master && scope === "film") return sendMaster(db, reply, sha256);
    const served = servedAs(name);
    if (served === null || !served.scopes.includes(scope)) throw new AppError("NOT_FOUND");
    const source = name === filmFiles.film ? await films.of(sha256) : store;
    return sendObject(source, request, reply, filmKey(sha256, name), served);
  };
  return async function filmRoutes(app: FastifyInstance): Promise<void> {
    app.route<{ Params: Params }>({
      method: ["GET", "HEAD"],
      url: "/media/films/:token/:sha256/*",
      handler: answer,
    });
  };
}

/** It grows while sizes are being made, and is never cached. */
async function sendMaster(db: Database, reply: FastifyReply, sha256: string): Promise<FastifyReply> {
  const row = await db
    .selectFrom("films")
    .select(["fps", "renditions"])
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (row === undefined || row.renditions.length === 0) throw new AppError("NOT_FOUND");
  return reply
    .type(playlist)
    .headers({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    })
    .send(masterPlaylist(row));
}
