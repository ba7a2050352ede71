import { type FirstScreen, isFirstScreen } from "#contract/first-screens.ts";
import type { Language } from "#contract/languages.ts";
import { type Html, html } from "./html.ts";
import { closure, readManifest } from "./manifest.ts";
import type { Templates } from "./templates.ts";

const list = ".vite/manifest.json";
const inside = "src/web/inside.tsx";

interface Screen {
  /** Its modules, as its route loads them. */
  readonly sources: readonly string[];
  /** Calls that it makes as soon as it is rendered, with their queries as the client writes them. */
  readonly calls: readonly string[];
}

const dashboard: Screen = {
  sources: ["src/web/features/oversight/dashboard/dashboard-screen.tsx", "src/web/dashboard-parts.ts"],
  calls: [
    "/api/projects/recent",
    "/api/dashboard/changes",
    "/api/dashboard",
    "/api/visits?per_page=5&sort=date",
  ],
};
const screens: Readonly<Record<FirstScreen, Screen>> = {
  "/": dashboard,
  "/dashboard": dashboard,
  "/projects": {
    sources: ["src/web/features/sites/projects/projects-screen.tsx", "src/web/project-list-parts.ts"],
    calls: ["/api/projects?page=1&per_page=24&sort=updated"],
  },
  "/visits": { sources: ["src/web/features/media/visits/visits-screen.tsx"], calls: [] },
  "/snags": {
    sources: ["src/web/features/work/snags/snags-screen.tsx", "src/web/snag-parts.tsx"],
    calls: [],
  },
};

/** The first screen at a path, if it is one. */
export const screenOf = (path: string): Screen | undefined =>
  isFirstScreen(path) ? screens[path] : undefined;

/**
 * Preloads for a page of the application, which its scripts would request one after another, a round trip each: the
 * frame, the screen, the texts, and on a first screen without filters its data.
 *
 * @param address path and query of the page.
 */
export async function appPreloads(templates: Templates, address: string, lang: Language): Promise<Html[]> {
  const manifest = await readManifest(templates, list);
  const known = new Set(closure(manifest, "index.html"));
  const [path = "", query = ""] = address.split("?");
  const screen = screenOf(path);
  const wanted = [inside, ...(screen?.sources ?? [])].flatMap((entry) => closure(manifest, entry));
  const scripts = [...new Set(wanted)].filter((file) => !known.has(file));
  if (scripts.length === 0) return [];
  const texts = `/api/translations/${lang}${screen === undefined ? "" : "?part=start"}`;
  const calls = query === "" ? (screen?.calls ?? []) : [];
  return [
    ...scripts.map((file) => html`<link rel="modulepreload" crossorigin href="/${file}" />`),
    ...[texts, ...calls].map((url) => html`<link rel="preload" as="fetch" crossorigin href="${url}" />`),
  ];
}

/** The application's stylesheets, for pages without its script: its tokens and its typography. */
export async function appStyles(templates: Templates): Promise<Html[]> {
  const { css = [] } = (await readManifest(templates, list))["index.html"] ?? {};
  return css.map((file) => html`<link rel="stylesheet" href="/${file}" />`);
}
