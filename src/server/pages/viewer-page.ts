import type { Language } from "#contract/languages.ts";
import type { RealtimeBoot, ReportingBoot, ViewerBoot } from "#contract/pages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { ViewerVisit } from "#contract/viewer.ts";
import type { Room } from "#contract/visits.ts";
import { branding } from "./branding.ts";
import { fill, type Html, html, json } from "./html.ts";
import { directionOf, longDate, pageTexts } from "./languages.ts";
import { previewTags } from "./preview-tags.ts";

/** The first view as WebP, painted before any script. */
export interface Poster {
  readonly bytes: Buffer;
  /** Taken from the small sphere: whatever the engine draws first is at least as good. */
  readonly isSoft: boolean;
}

export interface ViewerPageInput {
  readonly template: string;
  readonly visit: ViewerVisit;
  readonly room: Room | undefined;
  readonly lang: Language;
  readonly settings: PublicSettings;
  readonly poster: Poster | null;
  /** The anti-forgery token; empty for a guest, who gets a cookie with the first call that needs one. */
  readonly csrf: string;
  readonly realtime: RealtimeBoot;
  readonly reporting?: ReportingBoot;
  /** Public address of this server; empty when not configured. Previews in messengers need absolute addresses. */
  readonly publicUrl: string;
}

/** The room that a link names, otherwise the first that can be shown. */
export function wantedRoom(visit: ViewerVisit, id: string | undefined): Room | undefined {
  const rooms = visit.rooms.toSorted((a, b) => a.order - b.order);
  return (
    rooms.find((room) => String(room.id) === id) ??
    rooms.find(({ picture }) => picture.base !== null) ??
    rooms[0]
  );
}

/** The viewer with everything its first picture needs. */
export function viewerPage(input: ViewerPageInput): string {
  const { template, visit, room, lang, settings, poster } = input;
  const boot: ViewerBoot = {
    visit,
    room: room?.id ?? null,
    lang,
    settings,
    // Needed only by users who may listen on the project's channel.
    ...(visit.id_project !== null && { realtime: input.realtime }),
    ...(input.reporting && { reporting: input.reporting }),
  };
  const texts = pageTexts[lang];
  return fill(template, {
    LANG: html`${lang}`,
    DIR: html`${directionOf(lang)}`,
    CSRF_TOKEN: html`${input.csrf}`,
    TITLE: html`${room ? `${room.name} · ${visit.name}` : visit.name}`,
    HEAD: html`${[...preview(input), ...preloads(room), ...branding(settings)]}`,
    POSTER: poster === null ? html`` : posterImage(poster, room?.name ?? ""),
    LOADING: html`${texts.loading}`,
    NO_SCRIPT: html`${texts.no_script}`,
    BOOT: json(boot),
  });
}

/** Preview of the link in messengers and email programs. */
function preview({ visit, room, lang, settings, publicUrl }: ViewerPageInput): Html[] {
  const description = [visit.project, longDate(visit.visit_date, lang), visit.description];
  return previewTags({
    lang,
    publicUrl,
    site: settings.website_name,
    title: visit.name,
    description: description.filter(Boolean).join(" · "),
    path: `/viewer/${visit.code}`,
    picture: room?.picture.poster ?? room?.picture.thumbnail ?? null,
  });
}

/** The whole sphere in small: requested while the script is still loading. */
function preloads(room: Room | undefined): Html[] {
  const base = room?.picture.base ?? null;
  if (base === null) return [];
  return [html`<link rel="preload" as="fetch" crossorigin fetchpriority="high" href="${base}" />`];
}

function posterImage({ bytes, isSoft }: Poster, name: string): Html {
  const address = `data:image/webp;base64,${bytes.toString("base64")}`;
  const soft = isSoft ? html` data-soft` : html``;
  return html`<img id="poster"${soft} alt="${name}" decoding="sync" src="${address}" />`;
}
