import type { Language } from "#contract/languages.ts";
import { type Html, html } from "./html.ts";
import { closure, readManifest } from "./manifest.ts";
import type { Templates } from "./templates.ts";

const list = ".vite/manifest.json";
const inside = "src/web/inside.tsx";
/** The screens on which most sessions start. */
const screens: Readonly<Record<string, string>> = {
  "/": "src/web/features/oversight/dashboard/dashboard-screen.tsx",
  "/dashboard": "src/web/features/oversight/dashboard/dashboard-screen.tsx",
  "/projects": "src/web/features/sites/projects/projects-screen.tsx",
  "/visits": "src/web/features/media/visits/visits-screen.tsx",
};

/** The source of the screen at a path, if it is one of those. */
export const screenOf = (path: string): string | undefined => screens[path];

/**
 * Files that a page of the application requests once its first script has run, preloaded with the page: the frame, the
 * screen, the texts. Each would otherwise wait for the one before it, a round trip each.
 */
export async function appPreloads(templates: Templates, path: string, lang: Language): Promise<Html[]> {
  const manifest = await readManifest(templates, list);
  const known = new Set(closure(manifest, "index.html"));
  const wanted = [inside, screenOf(path)].flatMap((entry) =>
    entry === undefined ? [] : closure(manifest, entry),
  );
  const scripts = [...new Set(wanted)].filter((file) => !known.has(file));
  if (scripts.length === 0) return [];
  return [
    ...scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`),
    html`<link rel="preload" as="fetch" crossorigin href="/api/translations/${lang}" />`,
  ];
}

/** The application's stylesheets, for pages without its script: its tokens and its typography. */
export async function appStyles(templates: Templates): Promise<Html[]> {
  const { css = [] } = (await readManifest(templates, list))["index.html"] ?? {};
  return css.map((file) => html`<link rel="stylesheet" href="/${file}" />`);
}
