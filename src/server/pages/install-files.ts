import type { FastifyInstance, FastifyReply } from "fastify";
import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { AppError } from "#server/platform/errors.ts";
import { loadSharp } from "#server/platform/load-sharp.ts";
import { shellTexts } from "./frame-page.ts";
import { type Html, html } from "./html.ts";
import { directionOf, pageLanguage } from "./languages.ts";

/** Colours of the page before its stylesheet is loaded: the dark canvas and the light one. */
const canvas = { dark: "#0d1014", light: "#f6f7f9" };

/** Icon sizes: `padded` leaves the margin that phones cut off, in the colour of the site. */
const icons = {
  "icon-192": { size: 192, isPadded: false },
  "icon-512": { size: 512, isPadded: false },
  "maskable-512": { size: 512, isPadded: true },
  "touch-180": { size: 180, isPadded: true },
} as const;
type IconName = keyof typeof icons;

export interface InstallFilesOptions {
  readonly settings: () => PublicSettings;
  readonly media: { read(address: string): Promise<Buffer | null> };
}

/** Files that make the site an app on a phone: its manifest and its icons, in the colours of the settings. */
export function installFiles({ settings, media }: InstallFilesOptions) {
  const drawn = new Map<string, Promise<Buffer>>();
  const icon = (name: IconName): Promise<Buffer> => {
    const { theme_color, small_logo } = settings();
    const look = [name, theme_color, small_logo].join(" ");
    const known = drawn.get(look) ?? draw(name, theme_color, small_logo, media);
    // A few variants of four icons; repeated changes of the colour do not fill the memory.
    if (drawn.size > 16) drawn.clear();
    drawn.set(look, known);
    known.catch(() => drawn.delete(look));
    return known;
  };
  return (server: FastifyInstance): void => {
    server.get("/manifest.webmanifest", (request, reply) => {
      asShared(reply);
      const text = JSON.stringify(manifest(settings(), pageLanguage(request)));
      return reply.type("application/manifest+json; charset=utf-8").send(text);
    });
    server.get<{ Params: { name: string } }>("/icons/:name.png", async ({ params }, reply) => {
      if (!Object.hasOwn(icons, params.name)) throw new AppError("NOT_FOUND");
      asShared(reply);
      return reply.type("image/png").send(await icon(params.name as IconName));
    });
  };
}

/**
 * Links of a page to the manifest and the icons. The manifest is fetched without cookies, so its address names the
 * language.
 */
export function installLinks(settings: PublicSettings, lang: Language): Html[] {
  return [
    html`<link rel="manifest" href="/manifest.webmanifest?lang=${lang}" />`,
    html`<link rel="apple-touch-icon" href="${iconAddress("touch-180", settings)}" />`,
    html`<meta name="apple-mobile-web-app-title" content="${settings.website_name}" />`,
  ];
}

function manifest(settings: PublicSettings, lang: Language): object {
  const { titles, tagline } = shellTexts[lang];
  const image = (name: IconName, purpose: string) => {
    const { size } = icons[name];
    return { src: iconAddress(name, settings), sizes: `${size}x${size}`, type: "image/png", purpose };
  };
  return {
    id: "/",
    name: settings.website_name,
    short_name: shortName(settings.website_name),
    description: tagline,
    lang,
    dir: directionOf(lang),
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    theme_color: settings.theme_color,
    background_color: settings.dark_mode ? canvas.dark : canvas.light,
    categories: ["business", "productivity"],
    icons: [image("icon-192", "any"), image("icon-512", "any"), image("maskable-512", "maskable")],
    shortcuts: [
      { name: titles.projects, url: "/projects" },
      { name: titles.visits, url: "/visits" },
      { name: titles.saved, url: "/saved" },
    ],
  };
}

/** Under an icon there is room for about twelve letters; longer names are cut at a word. */
function shortName(name: string): string {
  if (name.length <= 12) return name;
  const cut = name.slice(0, 13).lastIndexOf(" ");
  return cut > 2 ? name.slice(0, cut) : name.slice(0, 12);
}

/** A new design is a new address, so that browsers fetch it although they cache the old one. */
function iconAddress(name: IconName, { theme_color, small_logo }: PublicSettings): string {
  const look = Buffer.from(`${theme_color}${small_logo ?? ""}`).reduce(
    (sum, byte) => (sum * 31 + byte) >>> 0,
    7,
  );
  return `/icons/${name}.png?v=${look.toString(36)}`;
}

/** The same for everyone; an hour old is recent enough. */
function asShared(reply: FastifyReply): void {
  void reply.header("cache-control", "public, max-age=3600");
}

async function draw(
  name: IconName,
  color: string,
  logo: string | null,
  media: InstallFilesOptions["media"],
): Promise<Buffer> {
  const { size, isPadded } = icons[name];
  const own = logo === null ? null : await media.read(logo);
  const sharp = await loadSharp();
  if (own === null)
    return sharp(Buffer.from(mark(color, size, isPadded)))
      .png()
      .toBuffer();
  const room = Math.round(size * (isPadded ? 0.62 : 0.86));
  const picture = await sharp(own).resize(room, room, { fit: "inside" }).png().toBuffer();
  const background = isPadded ? "#ffffff" : { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: picture, gravity: "centre" }])
    .png()
    .toBuffer();
}

/** The product's own mark on the colour of the site; the padded one extends to the edges, with a smaller mark. */
function mark(color: string, size: number, isPadded: boolean): string {
  const inner = isPadded ? "translate(16 16) scale(.74) translate(-16 -16)" : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32" fill="none">
<rect width="32" height="32" rx="${isPadded ? 0 : 8}" fill="${color}"/><g transform="${inner}" stroke="#fff" stroke-linecap="round">
<path d="M11.2 15.3C8.6 16 7 17.2 7 18.7 7 21.1 11 23 16 23s9-1.9 9-4.3c0-1.5-1.6-2.7-4.2-3.4" stroke-opacity=".7" stroke-width="2"/>
<circle cx="16" cy="9.2" r="2.7" fill="#fff" stroke="none"/><path d="M16 13.6v5.6" stroke-width="2.6"/></g></svg>`;
}
