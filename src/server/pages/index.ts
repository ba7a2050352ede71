import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CurrentUser } from "#contract/auth.ts";
import type { RealtimeBoot } from "#contract/pages.ts";
import type { PublicSettings, Settings } from "#contract/settings.ts";
import type { ViewerVisit } from "#contract/viewer.ts";
import { AppError } from "#server/platform/errors.ts";
import type { CodeLookups } from "#server/platform/http/code-lookups.ts";
import type { ClosedPart, IsClosed } from "#server/platform/http/maintenance.ts";
import type { AppKey } from "#server/platform/key.ts";
import {
  csrfToken,
  readSessionToken,
  type SessionReader,
  type SessionUser,
} from "#server/platform/session.ts";
import { answerRoute, type OpenAnswers } from "./answer-route.ts";
import { appPage } from "./app-page.ts";
import { allowOutsideFonts, needsOutsideFont } from "./branding.ts";
import { createFirstPictures } from "./first-picture.ts";
import { installFiles } from "./install-files.ts";
import { pageLanguage } from "./languages.ts";
import { limitCodePages } from "./limit-code-pages.ts";
import { modelFrame } from "./model-frame.ts";
import { findPageUser, type Visitor } from "./page-visitor.ts";
import { pathOf } from "./path.ts";
import { createPlainPages } from "./plain-pages.ts";
import { playerPage } from "./player-page.ts";
import { type PlayerKind, type PlayerSources, playerRoute, type Shown } from "./player-route.ts";
import type { PublicSource } from "./public-page.ts";
import { type ReportPages, reportRoute } from "./report-route.ts";
import { createReporting } from "./reporting.ts";
import { type FindScannedSpot, spotRoute } from "./spot-route.ts";
import { createTemplates } from "./templates.ts";
import { isTextPage, textPage, textPages } from "./text-page.ts";
import { viewerPage, wantedRoom } from "./viewer-page.ts";
import { type UnlockVisit, visitRoute } from "./visit-route.ts";
import { workerFiles } from "./worker-files.ts";

export interface PagesOptions {
  /** Folder of the built web part. */
  readonly webRoot: string;
  readonly config: { readonly PUBLIC_URL: string; readonly ERROR_REPORTING_DSN?: string };
  readonly key: AppKey;
  readonly lookups: CodeLookups;
  /** Hosts of Autodesk's viewer, in addition to the published addresses. */
  readonly modelHosts?: readonly string[];
  /** Current settings: an administrator changes them while pages are served. */
  readonly settings: () => PublicSettings;
  /** Where pages connect for real time, by the current settings. */
  readonly realtime: () => RealtimeBoot;
  readonly domains: {
    readonly sessions: SessionReader;
    readonly currentUser: (userId: number) => Promise<CurrentUser | null>;
    /** The settings that this user may know. */
    readonly settingsOf: (user: SessionUser) => Settings;
    /** The visit that a share link opens for this visitor. */
    readonly sharedVisit: (code: string, visitor: Visitor) => Promise<ViewerVisit | undefined>;
    readonly unlockVisit: UnlockVisit;
    /** The spot that a label's code opens for this visitor. */
    readonly scannedSpot: FindScannedSpot;
    /** Reports that people without an account open by link. */
    readonly reportPages: ReportPages;
    /** Videos, live channels and cameras that are opened by their addresses. */
    readonly players: PlayerSources;
    /** The snags that a crew's link shows. */
    readonly openAnswers: OpenAnswers;
    readonly isClosed: IsClosed;
  } & PublicSource;
  /** Reads the content of one of our own addresses; null when it does not exist. */
  readonly media: { read(address: string): Promise<Buffer | null> };
}

/** Serves the web part: its files, the application for every path of its own, the public viewer. */
export function pages(options: PagesOptions) {
  const { webRoot, domains } = options;
  const templates = createTemplates(webRoot);
  const reporting = createReporting(options.config.ERROR_REPORTING_DSN);
  const app = { ...options, ...domains, templates, reporting };

  const pictures = createFirstPictures(options.media);
  const { frame, closed } = createPlainPages(options, templates);
  const closedToGuests = (request: FastifyRequest, reply: FastifyReply) => closed(request, reply, "viewer");

  const show = async (
    visit: ViewerVisit,
    roomId: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const room = wantedRoom(visit, roomId);
    const poster = room === undefined ? null : await pictures.ofRoom(room, request);
    const template = await templates.read("viewer.html");
    const settings = options.settings();
    if (needsOutsideFont(settings)) allowOutsideFonts(reply);
    const lang = pageLanguage(request);
    const realtime = options.realtime();
    // A guest's page sets no cookie, so it cannot hold a token.
    const csrf = readSessionToken(request) === undefined ? "" : csrfToken(request, reply, options.key);
    const page = { template, visit, room, lang, poster, settings, csrf, realtime };
    return viewerPage({ ...page, ...reporting(reply, settings), publicUrl: options.config.PUBLIC_URL });
  };
  const viewer = visitRoute({
    ...options,
    asPublicPage,
    show,
    closed: closedToGuests,
  });

  const showPlayer = async (
    kind: PlayerKind,
    shown: Shown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> => {
    const settings = options.settings();
    if (needsOutsideFont(settings)) allowOutsideFonts(reply);
    const poster = await pictures.ofFilm(shown, request);
    // A link to a moment begins there.
    const isFromStart = !Object.hasOwn(request.query as object, "t");
    const page = { templates, kind, shown, poster, settings, lang: pageLanguage(request), isFromStart };
    return playerPage({ ...page, ...reporting(reply, settings), publicUrl: options.config.PUBLIC_URL });
  };
  const player = playerRoute({
    ...options,
    asPublicPage,
    show: showPlayer,
    closed: closedToGuests,
  });

  const application = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isAppPath(request)) throw new AppError("NOT_FOUND");
    asPage(reply);
    const path = pathOf(request);
    if (isTextPage(path)) {
      const text = textOf(options.settings(), path);
      if (isElsewhere(text)) return reply.redirect(text);
      if (text !== "") return textPage({ ...(await frame(request, reply)), path, text });
    }
    const who = await findPageUser(request, domains.sessions);
    const part = partOf(path);
    if (!isWayIn(path) && domains.isClosed(part, { user: who, address: request.ip }))
      return closed(request, reply, part);
    return appPage(request, reply, who, app);
  };

  return async function deliverPages(server: FastifyInstance): Promise<void> {
    await server.register(fastifyStatic, {
      root: join(webRoot, "assets"),
      prefix: "/assets/",
      // Their names hold a hash of their content.
      immutable: true,
      maxAge: "365d",
      preCompressed: true,
      index: false,
      decorateReply: false,
    });
    // Also for missing files, so that every 404 outside the pages reads the same.
    server.setNotFoundHandler(() => {
      throw new AppError("NOT_FOUND");
    });
    limitCodePages(server, { ...options, sessions: domains.sessions });
    installFiles(options)(server);
    workerFiles({ ...options, templates })(server);
    modelFrame(options)(server);
    viewer(server);
    player(server);
    answerRoute({ ...app, closed: closedToGuests })(server);
    spotRoute({ ...options, app: application })(server);
    reportRoute({ ...options, asPage, frame, closed: closedToGuests })(server);
    server.get("/*", application);
  };
}

/** Whether a path leads to sign-in: a guest there may be a user for whom the site is open. */
const isWayIn = (path: string): boolean =>
  /^\/(?:login|2fa|setup|recover|forgot-password|reset-password)(?:\/|$)/.test(path);

/** A public project belongs to the part for viewers of shared links. */
const partOf = (path: string): ClosedPart => (path.startsWith("/showcase/") ? "viewer" : "app");

function textOf(settings: PublicSettings, path: keyof typeof textPages): string {
  return (textPages[path] === "terms" ? settings.terms_and_conditions : settings.privacy_policy).trim();
}

/** Whether the setting holds the address of a page elsewhere instead of the text. */
const isElsewhere = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

/** Every path without a call, file or socket is a path of the application's own router. */
function isAppPath({ url }: FastifyRequest): boolean {
  const [path = ""] = url.split("?");
  return !/^\/(?:api|media|assets|app)(?:\/|$)/.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path);
}

/** A page holds the user's name and a token: no cache may keep it. */
function asPage(reply: FastifyReply): void {
  void reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
}

/** Everyone with the link may view it, and may embed it in another page; search engines must not index it. */
function asPublicPage(reply: FastifyReply): void {
  asPage(reply);
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  void reply
    .header("x-robots-tag", "noindex, nofollow")
    .header("content-security-policy", policy.replace(/frame-ancestors [^;]*/, "frame-ancestors *"))
    .removeHeader("x-frame-options");
}
