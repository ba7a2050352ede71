import type { FastifyReply, FastifyRequest } from "fastify";
import type { CurrentUser } from "#contract/auth.ts";
import type { AppBoot } from "#contract/pages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { AppKey } from "#server/platform/key.ts";
import { csrfToken, hashToken, readSessionToken, type SessionReader } from "#server/platform/session.ts";
import { doorPreloads } from "./door-preloads.ts";
import { fill, html, json } from "./html.ts";
import { directionOf, pageLanguage } from "./languages.ts";
import type { Templates } from "./templates.ts";

export interface AppPageOptions {
  readonly key: AppKey;
  readonly settings: () => PublicSettings;
  readonly realtimeKey: string;
  readonly sessions: SessionReader;
  readonly currentUser: (userId: number) => Promise<CurrentUser | null>;
  readonly templates: Templates;
}

/** index.html for whoever asks: language, theme and person are in it, so that the first paint is the right one. */
export async function appPage(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AppPageOptions,
): Promise<string> {
  const settings = options.settings();
  const user = await signedIn(request, options);
  const lang = pageLanguage(request, user?.language);
  const boot: AppBoot = { user, settings, lang, realtime: { key: options.realtimeKey } };
  return fill(await options.templates.read("index.html"), {
    LANG: html`${lang}`,
    DIR: html`${directionOf(lang)}`,
    THEME: html`${theme(request, settings)}`,
    CSRF_TOKEN: html`${csrfToken(request, reply, options.key)}`,
    TITLE: html`${settings.website_name}`,
    HEAD: html`${isDoor(request) && user === null ? await doorPreloads(options.templates, lang) : []}`,
    BOOT: json(boot),
  });
}

const isDoor = ({ url }: FastifyRequest) => /^\/login\/?(?:\?|$)/.test(url);

async function signedIn(request: FastifyRequest, options: AppPageOptions): Promise<CurrentUser | null> {
  const token = readSessionToken(request);
  if (token === undefined) return null;
  const session = await options.sessions.find(hashToken(token));
  if (session === undefined || session === "ended") return null;
  return options.currentUser(session.user.id);
}

/** As the page's script decides it: own choice first, dark where dark is offered. */
function theme(request: FastifyRequest, settings: PublicSettings): "light" | "dark" {
  if (!settings.dark_mode) return "light";
  return request.cookies["app-theme"] === "light" ? "light" : "dark";
}
