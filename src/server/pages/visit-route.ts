import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Code } from "#contract/common.ts";
import { limits } from "#contract/limits.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { ViewerVisit } from "#contract/viewer.ts";
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
import { expiredVisitPage, type LockedInput, lockedVisitPage, missingVisitPage } from "./message-page.ts";
import { findPageUser, type Visitor } from "./page-visitor.ts";

/** Grants access to a browser that knows the password; refusals are those of `POST /api/viewer-visit/unlock`. */
export type UnlockVisit = (
  code: string,
  password: string,
  user: SessionUser | null,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;

export interface VisitRouteOptions {
  readonly key: AppKey;
  readonly settings: () => PublicSettings;
  readonly domains: {
    readonly sessions: SessionReader;
    readonly sharedVisit: (code: string, visitor: Visitor) => Promise<ViewerVisit | undefined>;
    readonly unlockVisit: UnlockVisit;
    readonly isClosed: IsClosed;
  };
  /** Prepares the headers of a page that everyone with the link may view. */
  readonly asPublicPage: (reply: FastifyReply) => void;
  /** The page shown while the site is under maintenance. */
  readonly closed: (request: FastifyRequest, reply: FastifyReply) => Promise<string>;
  /** The viewer of a visit that is open to this visitor. */
  readonly show: (
    visit: ViewerVisit,
    roomId: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<string>;
}

/**
 * `/viewer/{code}`: the viewer, or why it does not open. The password is sent by a form of the page itself, so that
 * nothing of the product's script is loaded without the password, and it works where a script would not.
 */
export function visitRoute({ key, settings, domains, asPublicPage, closed, show }: VisitRouteOptions) {
  const about = (request: FastifyRequest) => ({
    lang: pageLanguage(request),
    site: settings().website_name,
    address: addressOf(request),
    hasLanguages: settings().languages_enabled,
  });

  /** The page that explains why the visit stays closed. */
  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    why: AppError | undefined,
    user: SessionUser | null,
  ): FastifyReply {
    const input = about(request);
    if (why === undefined || why.code === "NOT_FOUND")
      return reply.status(404).send(missingVisitPage({ ...input, isGuest: user === null }));
    if (why.code === "VISIT_EXPIRED") return reply.status(why.status).send(expiredVisitPage(input));
    const problem = problemOf(why);
    return reply.status(problem === "wrong" ? 422 : why.status).send(
      lockedVisitPage({
        ...input,
        csrf: csrfToken(request, reply, key),
        isEmbedded: request.headers["sec-fetch-dest"] === "iframe",
        ...(problem !== undefined && { problem }),
      }),
    );
  }

  const view = async (request: FastifyRequest, reply: FastifyReply) => {
    const [code, roomId] = placeOf(request);
    asPublicPage(reply);
    // In most cases a guest, who has no session to load.
    const user = await findPageUser(request, domains.sessions);
    if (domains.isClosed("viewer", { user, address: request.ip })) return closed(request, reply);
    try {
      const visit =
        code === undefined ? undefined : await domains.sharedVisit(code, { user, headers: request.headers });
      return visit === undefined
        ? refuse(request, reply, undefined, user)
        : show(visit, roomId, request, reply);
    } catch (error) {
      if (isRefusal(error)) return refuse(request, reply, error, user);
      throw error;
    }
  };

  const unlock = async (request: FastifyRequest, reply: FastifyReply) => {
    const [code] = placeOf(request);
    asPublicPage(reply);
    const user = await findPageUser(request, domains.sessions);
    if (domains.isClosed("viewer", { user, address: request.ip })) return closed(request, reply);
    const { csrf, password } = (request.body ?? {}) as { csrf?: unknown; password?: unknown };
    try {
      if (code === undefined) throw new AppError("NOT_FOUND");
      if (!isCsrfTokenRight(request, key, csrf)) throw new AppError("CSRF_MISMATCH");
      const given = typeof password === "string" ? password.slice(0, limits.share.password.max) : "";
      if (given === "") throw new AppError("VISIT_PASSWORD");
      await domains.unlockVisit(code, given, user, request, reply);
      // The same address again, with the exact view it names.
      return reply.redirect(addressOf(request), 303);
    } catch (error) {
      if (isRefusal(error)) return refuse(request, reply, error, user);
      throw error;
    }
  };

  return (server: FastifyInstance): void => {
    server.get("/viewer", view);
    server.get("/viewer/*", view);
    server.post("/viewer/*", { bodyLimit: 16 * 1024 }, unlock);
  };
}

const known = new Set([
  "NOT_FOUND",
  "VISIT_EXPIRED",
  "VISIT_PASSWORD",
  "VISIT_PASSWORD_WRONG",
  "RATE_LIMITED",
  "CSRF_MISMATCH",
]);
const isRefusal = (error: unknown): error is AppError => error instanceof AppError && known.has(error.code);

function problemOf({ code, values }: AppError): LockedInput["problem"] {
  if (code === "VISIT_PASSWORD_WRONG") return "wrong";
  if (code === "CSRF_MISMATCH") return "again";
  return code === "RATE_LIMITED" ? { waitSeconds: Number(values["seconds"] ?? 60) } : undefined;
}

/** The code, undefined when it is malformed, and the room. */
function placeOf(request: FastifyRequest): [code: string | undefined, roomId: string | undefined] {
  const [code = "", roomId] = ((request.params as { "*"?: string })["*"] ?? "").split("/");
  return [Code.safeParse(code).data, roomId];
}

/** Path and query as requested; one leading slash, since two would lead to another host. */
const addressOf = ({ url }: FastifyRequest): string => url.replace(/^\/+/, "/");
