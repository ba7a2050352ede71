import type { Language } from "#contract/languages.ts";
import { type Html, html } from "./html.ts";
import { closure, type Manifest, readManifest } from "./manifest.ts";
import type { Templates } from "./templates.ts";

const door = "src/web/features/auth/login-screen.tsx";
/** Which of the two the screen shows, as its own <picture> decides it. */
const pictures = [
  ["src/web/assets/entrance-small.avif", "(width < 64rem)"],
  ["src/web/assets/entrance.avif", "(width >= 64rem)"],
] as const;

/**
 * What /login will ask for once its first script has run, asked for with the page instead: over a phone line that
 * is a third of the time until the screen is whole. `ownPicture` is the address of the settings' picture that stands
 * there instead of ours. Nothing where the build has no such files.
 */
export async function doorPreloads(
  templates: Templates,
  lang: Language,
  ownPicture?: string,
): Promise<Html[]> {
  const manifest = await readManifest(templates, ".vite/door.json");
  const known = new Set(closure(manifest, "door.html"));
  const scripts = closure(manifest, door).filter((file) => !known.has(file));
  if (scripts.length === 0) return [];
  return [
    ...scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`),
    html`<link rel="preload" as="fetch" crossorigin href="/api/translations/${lang}?part=doors" />`,
    ...(ownPicture === undefined
      ? entrancePictures(manifest)
      : [html`<link rel="preload" as="image" href="${ownPicture}" />`]),
  ];
}

function entrancePictures(manifest: Manifest): Html[] {
  return pictures.flatMap(([source, media]) => {
    const file = manifest[source]?.file;
    return file === undefined
      ? []
      : [html`<link rel="preload" as="image" media="${media}" href="/${file}" />`];
  });
}
