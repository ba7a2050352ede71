import { resolve } from "node:path";
import type { Plugin } from "vite";
import { iconName, iconsIn, isIconScript } from "./icons.ts";
import { isIcon, reach } from "./module-graph.ts";
import { isPreact } from "./preact-build.ts";

const root = resolve(import.meta.dirname, "../..");
const file = (path: string) => resolve(root, path);

const chunks = ["preact", "start", "door"] as const;
type Chunk = (typeof chunks)[number];

const publicScreens = [
  "src/web/features/installation/home/home-screen.tsx",
  "src/web/features/media/showcase/showcase-door.tsx",
  "src/web/features/people/profile/public/public-profile-door.tsx",
];

/**
 * By default the bundler splits the code shared by the sign-in pages into some thirty files, one for each different set
 * of users; each is a request, and together they are larger than one. So the code that every sign-in page starts with
 * is one file, with what the sign-in screen shares with the public pages; its other additions, which most others use as
 * well, are another, so that public pages load nothing of signing in. Icons are in the file of the code that shows them.
 * Preact is below both, because icons need it: two files that wait for each other would never start.
 */
export function doorChunks() {
  let chunkOf = new Map<string, Chunk>();
  let chunkOfIcon = new Map<string, Chunk>();

  const plugin: Plugin = {
    name: "sitewalk:door-chunks",
    apply: "build",
    buildEnd() {
      const lookup = (id: string) => this.getModuleInfo(id);
      const [main, screen] = [
        file("src/web/door-main.tsx"),
        file("src/web/features/people/auth/login-screen.tsx"),
      ];
      const start = reach(main, lookup);
      const login = reach(screen, lookup);
      // Entries stay files of their own, which the manifest refers to.
      start.delete(main);
      login.delete(screen);
      const publicPages = publicScreens.flatMap((path) => [...reach(file(path), lookup)]);
      const framed = publicPages.filter((id) => login.has(id));
      const own = (ids: Iterable<string>, name: Chunk) =>
        [...ids]
          .filter((id) => !isIcon.test(id))
          .map((id) => [id, isPreact.test(id) ? "preact" : name] as const);
      const icons = (ids: Iterable<string>, name: Chunk) =>
        [...ids]
          .filter((id) => !isIcon.test(id))
          .flatMap((id) => iconsIn(lookup(id)?.code ?? ""))
          .map((icon) => [icon, name] as const);
      const begin = [...framed, ...start];
      chunkOf = new Map([...own(login, "door"), ...own(begin, "start")]);
      chunkOfIcon = new Map([...icons(login, "door"), ...icons(begin, "start")]);
    },
  };

  /** The renderer of every icon is bundled with Preact. */
  const chunkFor = (id: string): Chunk | undefined => {
    if (!isIconScript.test(id)) return chunkOf.get(id);
    const name = iconName(id);
    return name === undefined ? "preact" : chunkOfIcon.get(name);
  };
  const groups = chunks.map((name) => ({
    name: `door-${name}`,
    test: (id: string) => chunkFor(id) === name,
    includeDependenciesRecursively: false,
  }));

  return { plugin, groups };
}
