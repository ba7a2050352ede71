import type { Language } from "#contract/languages.ts";
import type { PlayerChannel } from "#contract/live.ts";
import type { PlayerBoot, ReportingBoot } from "#contract/pages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { PlayerVideo } from "#contract/videos.ts";
import ar from "#i18n/ar/media/player.json" with { type: "json" };
import en from "#i18n/en/media/player.json" with { type: "json" };
import { branding } from "./branding.ts";
import { fill, type Html, html, json } from "./html.ts";
import { directionOf, longDate } from "./languages.ts";
import { closure, readManifest } from "./manifest.ts";
import type { PlayerKind, Shown } from "./player-route.ts";
import { previewTags } from "./preview-tags.ts";
import type { Templates } from "./templates.ts";

export interface PlayerPageInput {
  readonly templates: Templates;
  readonly kind: PlayerKind;
  readonly shown: Shown;
  readonly lang: Language;
  readonly settings: PublicSettings;
  /** A video is played from its first second. */
  readonly isFromStart: boolean;
  /** First view of a video: WebP, painted before any script. */
  readonly poster: Buffer | null;
  readonly reporting?: ReportingBoot;
  /** Public address of this server; empty when not configured. Previews in messengers need absolute addresses. */
  readonly publicUrl: string;
}

const texts = { en, ar };
const library = "node_modules/hls.js/dist/hls.light.mjs";

/** A player with everything its first picture needs. */
export async function playerPage(input: PlayerPageInput): Promise<string> {
  const { templates, kind, shown, lang, settings, poster } = input;
  const boot: PlayerBoot<Shown> = {
    shown,
    lang,
    settings,
    ...(input.reporting && { reporting: input.reporting }),
  };
  const { title } = factsOf(shown);
  const { loading, no_script } = texts[lang];
  return fill(await templates.read(`${kind}.html`), {
    LANG: html`${lang}`,
    DIR: html`${directionOf(lang)}`,
    TITLE: html`${title}`,
    HEAD: html`${[...preview(input), ...(await preloads(input)), ...branding(settings)]}`,
    POSTER: poster === null ? html`` : posterImage(poster),
    LOADING: html`${loading}`,
    NO_SCRIPT: html`${no_script}`,
    BOOT: json(boot),
  });
}

interface Facts {
  readonly title: string;
  readonly words: readonly string[];
  readonly path: string;
  /** Address of a picture that may be shown next to a link to it. */
  readonly picture: string | null;
  /** Address of its stream, if it has one. */
  readonly stream: string | null;
}

function factsOf(shown: Shown, lang: Language = "en"): Facts {
  if (isVideo(shown)) {
    const { title, project, video_date, description, code, playback } = shown;
    return {
      title,
      words: [project, longDate(video_date, lang), description],
      path: `/video/${code}`,
      picture: playback?.poster ?? null,
      stream: playback?.hls ?? null,
    };
  }
  const { name: title, project, description } = shown;
  if (isChannel(shown)) {
    const path = `/live/${shown.medialive_channel_id}`;
    return { title, words: [project, description], path, picture: null, stream: shown.playback?.hls ?? null };
  }
  const words = [project, shown.location, description];
  const stream = shown.playback?.hls ?? null;
  return { title, words, path: `/cctv/${shown.code}`, picture: shown.thumbnail, stream };
}

const isVideo = (shown: Shown): shown is PlayerVideo => "video_date" in shown;
const isChannel = (shown: Shown): shown is PlayerChannel => "medialive_channel_id" in shown;

/** Preview of the link in messengers and email programs. Protected content shows only its name. */
function preview({ shown, lang, settings, publicUrl }: PlayerPageInput): Html[] {
  const { title, words, path, picture } = factsOf(shown, lang);
  return previewTags({
    lang,
    publicUrl,
    site: settings.website_name,
    title,
    description: words.filter(Boolean).join(" · "),
    path,
    picture: shown.is_protected ? null : picture,
  });
}

/**
 * The texts, and for a stream its library and first files: requested with the page instead of one to five round trips
 * later.
 */
async function preloads({ templates, shown, lang, isFromStart }: PlayerPageInput): Promise<Html[]> {
  const { stream } = factsOf(shown);
  const manifest = await readManifest(templates, ".vite/public.json");
  const modules = [`src/i18n/${lang}/media/player.json`, ...(stream === null ? [] : [library])];
  const scripts = new Set(modules.flatMap((name) => closure(manifest, name)));
  return [
    ...[...scripts].map((file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`),
    ...firstFiles(shown, isFromStart).map(
      (file) => html`<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="${file}" />`,
    ),
  ];
}

/** First requests of the player of a video, one after the other: its playlists and its first two seconds. */
function firstFiles(shown: Shown, isFromStart: boolean): string[] {
  if (!isVideo(shown) || shown.playback === null || shown.playback.hls === null) return [];
  const { hls, renditions } = shown.playback;
  const first = firstSize(renditions);
  if (first === undefined) return [];
  const folder = hls.slice(0, hls.lastIndexOf("/"));
  const names = ["index.m3u8", "init.mp4", ...(isFromStart ? ["s0.m4s"] : [])];
  return [hls, ...names.map((name) => `${folder}/${first.width}/${name}`)];
}

/** The size that the player begins with (`quality.ts`). */
function firstSize<Size extends { readonly width: number }>(sizes: readonly Size[]): Size | undefined {
  const ascending = sizes.toSorted((one, other) => one.width - other.width);
  return ascending.findLast(({ width }) => width <= 1920) ?? ascending[0];
}

function posterImage(bytes: Buffer): Html {
  return html`<img id="poster" alt="" decoding="sync" src="data:image/webp;base64,${bytes.toString("base64")}" />`;
}
