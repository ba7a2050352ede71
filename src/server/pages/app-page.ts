import type { FastifyReply, FastifyRequest } from "fastify";
import type { CurrentUser } from "#contract/auth.ts";
import { doorPathOf, properPath, publicPathOf } from "#contract/doors.ts";
import type { AppBoot, RealtimeBoot } from "#contract/pages.ts";
import type { PublicSettings, Settings } from "#contract/settings.ts";
import type { AppKey } from "#server/platform/key.ts";
import { csrfToken, type SessionUser } from "#server/platform/session.ts";
import { appPreloads } from "./app-preloads.ts";
import {
  allowConnectivityCheck,
  allowOutsideFonts,
  branding,
  needsOutsideFont,
  pictureOfTheDay,
} from "./branding.ts";
import { doorPreloads, isPreloaded, type PreloadedDoor } from "./door-preloads.ts";
import { fill, html, json } from "./html.ts";
import { installLinks } from "./install-files.ts";
import { directionOf, loadingTexts, pageLanguage } from "./languages.ts";
import { type PublicSource, publicPage } from "./public-page.ts";
import type { Reporting } from "./reporting.ts";
import type { Templates } from "./templates.ts";
import { pageTheme } from "./theme.ts";

export interface AppPageOptions extends PublicSource {
  readonly config: { readonly PUBLIC_URL: string };
  readonly key: AppKey;
  readonly settings: () => PublicSettings;
  readonly realtime: () => RealtimeBoot;
  readonly currentUser: (userId: number) => Promise<CurrentUser | null>;
  readonly settingsOf: (user: SessionUser) => Settings;
  readonly templates: Templates;
  readonly reporting: Reporting;
}

/**
 * The application, or the sign-in page that was requested: language, theme and user are part of it, so that the first
 * paint is correct.
 */
export async function appPage(
  request: FastifyRequest,
  reply: FastifyReply,
  who: SessionUser | null,
  options: AppPageOptions,
): Promise<string> {
  const user = who === null ? null : await options.currentUser(who.id);
  const settings = who === null || user === null ? atTheDoor(options.settings()) : options.settingsOf(who);
  const lang = pageLanguage(request, user?.language);
  // The administrator who selects the font must see it before others do.
  if (needsOutsideFont(settings) || user?.super_admin === true) allowOutsideFonts(reply);
  allowConnectivityCheck(reply, settings);
  const [asked = "", query = ""] = request.url.split("?");
  const path = properPath(asked);
  const shown = await publicPage({ path, lang, settings, publicUrl: options.config.PUBLIC_URL }, options);
  const door = doorPathOf(path) ?? (user === null ? publicPathOf(path) : undefined);
  if (shown !== undefined) {
    void reply.status(shown.status);
    if (!shown.isFound) void reply.header("x-robots-tag", "noindex");
  }
  const boot: AppBoot = {
    user,
    settings,
    lang,
    realtime: options.realtime(),
    ...(shown?.content && { content: shown.content }),
    ...options.reporting(reply, settings),
  };
  const preloads =
    door === undefined
      ? user === null
        ? []
        : await appPreloads(options.templates, `${path}?${query}`, lang)
      : user === null && isPreloaded(door)
        ? await doorPreloads(options.templates, door, lang, shown?.picture ?? ownPicture(door, settings))
        : [];
  return fill(await options.templates.read(door === undefined ? "index.html" : "door.html"), {
    LANG: html`${lang}`,
    DIR: html`${directionOf(lang)}`,
    THEME: html`${pageTheme(request, settings)}`,
    CSRF_TOKEN: html`${csrfToken(request, reply, options.key)}`,
    TITLE: html`${[shown?.title, settings.website_name].filter(Boolean).join(" | ")}`,
    HEAD: html`${[...branding(settings), ...installLinks(settings, lang), ...(shown?.head ?? []), ...preloads]}`,
    PLAIN: shown?.plain ?? html``,
    LOADING: html`${loadingTexts[lang]}`,
    BOOT: json(boot),
  });
}

/** The settings' own picture on the sign-in pages that have one. */
const ownPicture = (door: PreloadedDoor, { backgrounds: [picture] }: PublicSettings): string | undefined =>
  door === "/login" || door === "/" ? picture : undefined;

/** A guest needs one picture, the same that the page has already requested. */
function atTheDoor(settings: PublicSettings): PublicSettings {
  const picture = pictureOfTheDay(settings.backgrounds);
  return { ...settings, backgrounds: picture === undefined ? [] : [picture] };
}
