import { randomUUID } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { type Lock, Metadata, Server } from "@tus/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Scope } from "#contract/api-access.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { fileNameOf } from "#server/platform/http/file-name.ts";
import { authorizeCall, type RequestGuard } from "#server/platform/http/request-guard.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Lease, Leases } from "./leases.ts";
import { type NewUpload, registerUpload, type UploadStore } from "./store.ts";

export interface UploadRoutesOptions extends RequestGuard {
  /** Checks whether this user may upload a picture of this size to this visit; throws the refusal. */
  mayBegin(user: SessionUser, upload: { id_visit: number; bytes: number }): Promise<void>;
  /** The same for a video and a project. */
  mayBeginVideo(user: SessionUser, upload: { id_project: number; bytes: number }): Promise<void>;
  /** The same for a photo that is no 360 photo. */
  mayBeginPhoto(user: SessionUser, upload: { id_project: number; bytes: number }): Promise<void>;
  /** The same for a photo of a snag or of the site diary. */
  mayBeginAttachment(user: SessionUser, upload: { id_project: number; bytes: number }): Promise<void>;
  /** The same for a walk video and a visit. */
  mayBeginWalk(user: SessionUser, upload: { id_visit: number; bytes: number }): Promise<void>;
}

interface Inside extends UploadRoutesOptions {
  readonly db: Database;
  readonly store: UploadStore;
  readonly leases: Leases;
}

const path = "/api/uploads";
const Id = z.uuid();

/**
 * Resumable uploads by the tus protocol 1.0: core, creation, termination, expiration. The library handles the protocol;
 * access is decided here, by the same steps as every call, and before a byte is read.
 */
export function uploadRoutes(options: Inside): (app: FastifyInstance) => Promise<void> {
  const { db, store } = options;
  const begun = new WeakMap<Request, NewUpload>();
  const failures = new WeakMap<Request, unknown>();
  const tus = new Server({
    path,
    datastore: store,
    relativeLocation: true,
    locker: { newLock: (id) => lockOf(options.leases, id) },
    namingFunction: (request) => begun.get(request)?.id ?? randomUUID(),
    async onUploadCreate(request) {
      const upload = begun.get(request);
      if (upload === undefined) throw new AppError("BAD_REQUEST");
      await registerUpload(db, upload);
      return {};
    },
    onResponseError(request, error) {
      // Protocol errors are answered by the library; the rest is answered as everywhere else.
      if (!("status_code" in error)) failures.set(request, error);
      return undefined;
    },
  });

  const speak = async (
    request: FastifyRequest,
    reply: FastifyReply,
    upload?: NewUpload,
  ): Promise<FastifyReply> => {
    const given = webRequest(request);
    if (upload !== undefined) begun.set(given, upload);
    const response = await tus.handleWeb(given);
    if (failures.has(given)) throw failures.get(given);
    for (const [name, value] of response.headers)
      if (!name.startsWith("access-control-") && name !== "content-length") void reply.header(name, value);
    void reply.status(response.status).header("cache-control", "no-store");
    // This response, too: see `fresh-connections.ts`.
    request.server.sendsInParts(request);
    return reply.send(response.status === 204 ? undefined : await response.text());
  };

  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    const user = await enter(options, request, scopeOf[kindOf(request)]);
    const upload = announced(request, user);
    const { id_visit, id_project, bytes } = upload;
    if (id_project !== null && upload.is_photo === true)
      await options.mayBeginPhoto(user, { id_project, bytes });
    else if (id_project !== null && upload.is_attachment === true)
      await options.mayBeginAttachment(user, { id_project, bytes });
    else if (id_project !== null) await options.mayBeginVideo(user, { id_project, bytes });
    else if (upload.is_walk === true) await options.mayBeginWalk(user, { id_visit: id_visit ?? 0, bytes });
    else await options.mayBegin(user, { id_visit: id_visit ?? 0, bytes });
    return speak(request, reply, upload);
  };

  const goOn = async (request: FastifyRequest, reply: FastifyReply) => {
    const id = Id.safeParse((request.params as { id: string }).id);
    const found = id.success ? await ownerOf(db, id.data) : undefined;
    // A token for pictures must not continue a video.
    const user = await enter(options, request, scopeOf[found?.kind ?? "room"]);
    if (found === undefined || found.id_user !== user.id) throw new AppError("UPLOAD_UNKNOWN");
    return speak(request, reply);
  };

  return async (app) => {
    app.removeAllContentTypeParsers();
    // Parts are streamed through; nothing is buffered.
    app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    // A sender reads no response before it has sent everything: an unwanted body is discarded.
    app.addHook("onResponse", async ({ raw }) => void (raw.readableEnded || raw.unpipe().resume()));
    app.addHook("onError", async ({ raw }) => void raw.unpipe().resume());
    app.options(path, (request, reply) => speak(request, reply));
    app.options(`${path}/:id`, (request, reply) => speak(request, reply));
    app.post(path, begin);
    app.route({ method: ["HEAD", "PATCH", "DELETE"], url: `${path}/:id`, handler: goOn });
  };
}

/** Rate, anti-forgery token, session or token, maintenance, demo: as for a call of the contract. */
async function enter(options: RequestGuard, request: FastifyRequest, token: Scope): Promise<SessionUser> {
  const name = `${request.method} ${path}`;
  const { user } = await authorizeCall(request, { name, access: "user", token }, options);
  if (user === null) throw new AppError("UNAUTHENTICATED");
  return user;
}

type Kind = "room" | "video" | "photo" | "attachment" | "walk";
const scopeOf = {
  room: "visits:write",
  video: "videos:write",
  photo: "visits:write",
  attachment: "snags:write",
  walk: "visits:write",
} as const satisfies Record<Kind, Scope>;

const kinds = Object.keys(scopeOf) as Kind[];

/** The kind of record that the upload is to become. */
const kindOf = (request: FastifyRequest): Kind => {
  const { kind } = metadataOf(header(request, "upload-metadata"));
  return kinds.find((one) => one === kind) ?? "room";
};

/** Reads the headers of a creation. The size is announced first, since otherwise it could not be refused in time. */
function announced(request: FastifyRequest, user: SessionUser): NewUpload {
  const length = Number(header(request, "upload-length") ?? Number.NaN);
  if (length === 0) throw new AppError("FILE_EMPTY", { fields: { file: ["FILE_EMPTY"] } });
  if (!Number.isSafeInteger(length) || length < 0) throw new AppError("BAD_REQUEST");
  const told = metadataOf(header(request, "upload-metadata"));
  const kind = kindOf(request);
  const isOfProject = kind !== "room" && kind !== "walk";
  const place = Number(told[isOfProject ? "id_project" : "id_visit"] ?? 0);
  if (!Number.isSafeInteger(place) || place < 1)
    throw new AppError("VALIDATION", {
      fields: isOfProject
        ? { id_project: ["videos.project_required"] }
        : { id_visit: ["visits.id_required"] },
    });
  return {
    id: randomUUID(),
    id_user: user.id,
    id_visit: isOfProject ? null : place,
    id_project: isOfProject ? place : null,
    is_photo: kind === "photo",
    is_attachment: kind === "attachment",
    is_walk: kind === "walk",
    file_name:
      fileNameOf(told["filename"] ?? "") ||
      (kind === "video" || kind === "walk" ? "video.mp4" : "picture.jpg"),
    bytes: length,
  };
}

function metadataOf(text: string | undefined): Record<string, string | null> {
  try {
    return text === undefined ? {} : Metadata.parse(text);
  } catch {
    throw new AppError("BAD_REQUEST");
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
};

async function ownerOf(db: Database, id: string): Promise<{ id_user: number; kind: Kind } | undefined> {
  const row = await db
    .selectFrom("uploads")
    .select(["id_user", "id_project", "is_photo", "is_attachment", "is_walk"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const ofProject = row.is_photo ? "photo" : row.is_attachment ? "attachment" : "video";
  const ofVisit = row.is_walk ? "walk" : "room";
  return { id_user: row.id_user, kind: row.id_project === null ? ofVisit : ofProject };
}

/** The library's interface for locking an upload: asks the present holder to release it, and waits. */
function lockOf(leases: Leases, id: string): Lock {
  let lease: Lease | undefined;
  return {
    async lock(signal, giveWay) {
      lease = await leases.take(id, () => void giveWay(), signal);
      if (lease === undefined) throw { status_code: 423, body: "The upload is busy.\n" };
    },
    async unlock() {
      await lease?.release();
    },
  };
}

/**
 * Only PATCH has a body. A connection that breaks ends it: what arrived before counts, also while it still waits for the
 * upload to be free or for the disk.
 */
function webRequest({ method, url, headers, raw }: FastifyRequest): Request {
  const list = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  if (method !== "PATCH") return new Request(new URL(url, "http://localhost"), { method, headers: list });
  const body = new PassThrough();
  // Without listeners, an error would end the process.
  for (const stream of [raw, body]) stream.on("error", () => undefined);
  raw.on("close", () => {
    if (raw.complete) return;
    raw.unpipe(body);
    for (let rest: unknown = raw.read(); rest !== null; rest = raw.read()) body.write(rest);
    body.end();
  });
  raw.pipe(body);
  return new Request(new URL(url, "http://localhost"), {
    method,
    headers: list,
    body: Readable.toWeb(body),
    duplex: "half",
  } as RequestInit);
}
