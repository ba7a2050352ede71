import type { PublicPath } from "#contract/doors.ts";
import type { Language } from "#contract/languages.ts";
import { type Html, html } from "./html.ts";
import { closure, type Manifest, readManifest } from "./manifest.ts";
import type { Templates } from "./templates.ts";

/** The sign-in pages on which most sessions start, and their texts. */
const screens = {
  "/login": { source: "src/web/features/people/auth/login-screen.tsx", part: "doors" },
  "/": { source: "src/web/features/installation/home/home-screen.tsx", part: "public" },
  "/licences": { source: "src/web/features/installation/home/licences-screen.tsx", part: "public" },
  "/showcase": { source: "src/web/features/media/showcase/showcase-door.tsx", part: "public" },
  "/user": { source: "src/web/features/people/profile/public/public-profile-door.tsx", part: "public" },
} as const satisfies Record<PublicPath | "/login", { source: string; part: "doors" | "public" }>;

export type PreloadedDoor = keyof typeof screens;
export const isPreloaded = (path: string): path is PreloadedDoor => Object.hasOwn(screens, path);
export const screenOfDoor = (door: PreloadedDoor): string => screens[door].source;

/**
 * The default pictures on them, and when each is shown: as the screen's own <picture> decides it. Of its two formats
 * only AVIF: a browser without it ignores the line, since it states its type.
 */
const pictures: Partial<Record<PreloadedDoor, readonly (readonly [source: string, media: string])[]>> = {
  "/login": [
    ["src/web/assets/entrance-strip.avif", "(width < 64rem)"],
    ["src/web/assets/entrance.avif", "(width >= 64rem)"],
  ],
  "/": [
    ["src/web/assets/home-small-1.avif", "(width < 48rem)"],
    ["src/web/assets/home-wide-1.avif", "(width >= 48rem)"],
  ],
};

/**
 * Files that a sign-in page requests once its first script has run, preloaded with the page: over a phone connection
 * that is a third of the time until the screen is complete. `picture` is the address of the large picture on it: the
 * settings', where there is one instead of the default, or that of the content of a public page. Empty where the build
 * has no such files.
 */
export async function doorPreloads(
  templates: Templates,
  door: PreloadedDoor,
  lang: Language,
  picture?: string,
): Promise<Html[]> {
  const manifest = await readManifest(templates, ".vite/door.json");
  const known = new Set(closure(manifest, "door.html"));
  const { source, part } = screens[door];
  const scripts = closure(manifest, source).filter((file) => !known.has(file));
  if (scripts.length === 0) return [];
  return [
    ...scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`),
    html`<link rel="preload" as="fetch" crossorigin href="/api/translations/${lang}?part=${part}" />`,
    ...(picture !== undefined
      ? [html`<link rel="preload" as="image" fetchpriority="high" href="${picture}" />`]
      : ownPictures(manifest, door)),
  ];
}

function ownPictures(manifest: Manifest, door: PreloadedDoor): Html[] {
  return (pictures[door] ?? []).flatMap(([source, media]) => {
    const file = manifest[source]?.file;
    return file === undefined
      ? []
      : [html`<link rel="preload" as="image" type="image/avif" media="${media}" href="/${file}" />`];
  });
}
