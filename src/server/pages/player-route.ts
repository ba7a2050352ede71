import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PlayerCamera } from "#contract/cctv.ts";
import { Code } from "#contract/common.ts";
import { limits } from "#contract/limits.ts";
import type { PlayerChannel } from "#contract/live.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { PlayerVideo } from "#contract/videos.ts";
import ar from "#i18n/ar/media/player.json" with { type: "json" };
import en from "#i18n/en/media/player.json" with { type: "json" };
import { AppError } from "#server/platform/errors.ts";
import type { IsClosed } from "#server/platform/http/maintenance.ts";
import type { AppKey } from "#server/platform/key.ts";
import {
  csrfToken,
  isCsrfTokenRight,
  type SessionReader,
  type SessionUser,
} from "#server/platform/session.ts";
import { pageLanguage } from "./languages.ts";
import { type LockedInput, lockedPage, missingPage } from "./message-page.ts";
import { findPageUser } from "./page-visitor.ts";

/** Kinds of players, by the first part of their addresses. */
export type PlayerKind = "video" | "live" | "cctv";

/** Source of one kind of player, by code. */
export interface PlayerSource<Shown extends { readonly is_locked: boolean }> {
  /** The content that the user may see. Throws NOT_FOUND when there is none. */
  open(code: string, user: SessionUser | null, request: FastifyRequest): Promise<Shown>;
  /**
   * Grants the browser access when the password is correct; returns false when it is not. Throws RATE_LIMITED after too
   * many attempts.
   */
  unlock(
    code: string,
    password: string,
    user: SessionUser | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean>;
}

export interface PlayerSources {
  readonly video: PlayerSource<PlayerVideo>;
  readonly live: PlayerSource<PlayerChannel>;
  readonly cctv: PlayerSource<PlayerCamera>;
}

export type Shown = PlayerVideo | PlayerChannel | PlayerCamera;

export interface PlayerRouteOptions {
  readonly key: AppKey;
  readonly settings: () => PublicSettings;
  readonly domains: {
    readonly sessions: SessionReader;
    readonly players: PlayerSources;
    readonly isClosed: IsClosed;
  };
  /** Prepares the headers of a page that everyone with the link may view. */
  readonly asPublicPage: (reply: FastifyReply) => void;
  /** The page shown while the site is under maintenance. */
  readonly closed: (request: FastifyRequest, reply: FastifyReply) => Promise<string>;
  /** The player of something that is open to this visitor. */
  readonly show: (
    kind: PlayerKind,
    shown: Shown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<string>;
}

const texts = { en: en.page, ar: ar.page };
type Problem = LockedInput["problem"];

/**
 * `/video/{code}`, `/live/{code}` and `/cctv/{code}`: the player, or why it does not open. As for visits, the password
 * is sent by a form of the page itself.
 */
export function playerRoute(options: PlayerRouteOptions) {
  const { key, settings, domains, asPublicPage, closed, show } = options;
  const about = (request: FastifyRequest) => ({
    lang: pageLanguage(request),
    site: settings().website_name,
    address: addressOf(request),
    hasLanguages: settings().languages_enabled,
  });

  const missing = (kind: PlayerKind, request: FastifyRequest, reply: FastifyReply, isGuest: boolean) => {
    const input = about(request);
    const { [kind]: title, ...words } = texts[input.lang].missing;
    return reply.status(404).send(missingPage({ ...input, isGuest, words: { ...words, title } }));
  };
  const locked = (kind: PlayerKind, request: FastifyRequest, reply: FastifyReply, problem?: Problem) => {
    const input = about(request);
    const { [kind]: title, ...words } = texts[input.lang].locked;
    const status = problem === undefined ? 403 : typeof problem === "object" ? 429 : 422;
    return reply.status(status).send(
      lockedPage({
        ...input,
        words: { ...words, title },
        csrf: csrfToken(request, reply, key),
        isEmbedded: request.headers["sec-fetch-dest"] === "iframe",
        ...(problem !== undefined && { problem }),
      }),
    );
  };

  /** The visitor, when the site is open to them and the address is well-formed; otherwise the response has been sent. */
  const receive = async (kind: PlayerKind, request: FastifyRequest, reply: FastifyReply) => {
    asPublicPage(reply);
    const user = await findPageUser(request, domains.sessions);
    if (domains.isClosed("viewer", { user, address: request.ip })) {
      await reply.send(await closed(request, reply));
      return null;
    }
    const code = Code.safeParse((request.params as { code?: string }).code).data;
    if (code !== undefined) return { code, user };
    await missing(kind, request, reply, user === null);
    return null;
  };

  const view = (kind: PlayerKind) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = await receive(kind, request, reply);
    if (visitor === null) return reply;
    const { code, user } = visitor;
    try {
      const shown = await domains.players[kind].open(code, user, request);
      if (shown.is_locked) return locked(kind, request, reply);
      return await show(kind, shown, request, reply);
    } catch (error) {
      if (isMissing(error)) return missing(kind, request, reply, user === null);
      throw error;
    }
  };

  const unlock = (kind: PlayerKind) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = await receive(kind, request, reply);
    if (visitor === null) return reply;
    const { code, user } = visitor;
    const { csrf, password } = (request.body ?? {}) as { csrf?: unknown; password?: unknown };
    if (!isCsrfTokenRight(request, key, csrf)) return locked(kind, request, reply, "again");
    const given = typeof password === "string" ? password.slice(0, limits.share.password.max) : "";
    try {
      const isRight = given !== "" && (await domains.players[kind].unlock(code, given, user, request, reply));
      if (!isRight) return locked(kind, request, reply, given === "" ? undefined : "wrong");
      // The same address again, with the second and the view it names.
      return reply.redirect(addressOf(request), 303);
    } catch (error) {
      if (isMissing(error)) return missing(kind, request, reply, user === null);
      if (!(error instanceof AppError) || error.code !== "RATE_LIMITED") throw error;
      return locked(kind, request, reply, { waitSeconds: Number(error.values["seconds"] ?? 60) });
    }
  };

  return (server: FastifyInstance): void => {
    for (const kind of ["video", "live", "cctv"] as const) {
      // A code is required: `/cctv` and `/cctv/` are a screen of the application.
      const path = `/${kind}/:code(^[^/]+$)`;
      for (const address of [path, `${path}/`]) {
        server.get(address, view(kind));
        server.post(address, { bodyLimit: 16 * 1024 }, unlock(kind));
      }
    }
  };
}

const isMissing = (error: unknown): boolean => error instanceof AppError && error.code === "NOT_FOUND";

/** Path and query as requested; one leading slash, since two would lead to another host. */
const addressOf = ({ url }: FastifyRequest): string => url.replace(/^\/+/, "/");
