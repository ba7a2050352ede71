import { resolve } from "node:path";
import type { Plugin } from "vite";
import { iconName, iconsIn, isIconScript } from "./icons.ts";
import { isIcon, reach } from "./module-graph.ts";
import { isPreact } from "./preact-build.ts";

const root = resolve(import.meta.dirname, "../..");
const file = (path: string) => resolve(root, path);

/** First modules of each page; for the viewer also those after its first picture, and those after that. */
const entries = {
  viewer: "src/web/features/media/viewer/interface.tsx",
  later: "src/web/features/media/viewer/later.ts",
  video: "video.html",
  live: "live.html",
  cctv: "cctv.html",
} as const;
/** `part` stands for the modules that players fetch after their start. */
type Page = keyof typeof entries | "part";
/** As with the players, its script must run on no other page: it searches for its own stage. */
const boot = "viewer.html";

/**
 * The bundler alone would split the initial code of the guest pages into some forty files, one for each icon among
 * them. So there is one for each set of pages that share code, and one for Preact, which all use. The code that the
 * viewer's first script needs is left to the bundler: it must fetch none of these.
 */
export function publicChunks() {
  let chunkOf = new Map<string, string>();

  const plugin: Plugin = {
    name: "sitewalk:public-chunks",
    apply: "build",
    buildEnd() {
      const lookup = (id: string) => this.getModuleInfo(id);
      const before = reach(file("viewer.html"), lookup);
      const pagesOf = new Map<string, Set<Page>>();
      const addAll = (page: Page, entry: string, ids: Iterable<string>) => {
        const add = (id: string) => pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page));
        for (const id of ids) {
          for (const icon of iconsIn(lookup(id)?.code ?? "")) add(icon);
          // Entries stay files of their own, which the manifest refers to.
          if (id !== entry && !isIcon.test(id) && !before.has(id)) add(id);
        }
      };
      for (const [page, path] of Object.entries(entries) as [keyof typeof entries, string][])
        addAll(page, file(path), reach(file(path), lookup));
      for (const path of [entries.video, entries.live, entries.cctv]) {
        const atOnce = reach(file(path), lookup);
        const later = [...reach(file(path), lookup, true)].filter((id) => !atOnce.has(id));
        addAll("part", file(path), later);
      }
      chunkOf = new Map(
        [...pagesOf].flatMap(([id, pages]) => {
          const chunk = isPreact.test(id) ? "preact" : chunkFor(pages);
          return chunk === undefined ? [] : [[id, chunk]];
        }),
      );
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const entryOf = (page: string) => chunks.find(({ facadeModuleId }) => facadeModuleId === file(page));
      const players = [entries.video, entries.live, entries.cctv];
      for (const page of players) {
        const reached = new Set<string>();
        const add = (name: string): void => {
          const chunk = bundle[name];
          if (reached.has(name) || chunk?.type !== "chunk") return;
          reached.add(name);
          for (const next of [...chunk.imports, ...chunk.dynamicImports]) add(next);
        };
        add(entryOf(page)?.fileName ?? "");
        for (const other of [boot, ...players])
          if (other !== page && reached.has(entryOf(other)?.fileName ?? ""))
            this.error(`The page ${page} would run the script of ${other}.`);
      }
    },
  };

  /** One group whose name distinguishes the files. */
  const group = {
    debugName: "public",
    name: (id: string) => {
      const chunk = isIconScript.test(id)
        ? (chunkOf.get(iconName(id) ?? "") ?? sharedByIcons(id))
        : chunkOf.get(id);
      return chunk === undefined ? null : `public-${chunk}`;
    },
    includeDependenciesRecursively: false,
  };

  return { plugin, groups: [group] };
}

/** The renderer of every icon is bundled with Preact. */
const sharedByIcons = (id: string) => (iconName(id) === undefined ? "preact" : undefined);

/** Initial code of a single page is part of its own script; but the viewer's entry stays a file of its own. */
function chunkFor(pages: ReadonlySet<Page>): string | undefined {
  const begins = [...pages].filter((page) => page !== "part" && (page !== "later" || !pages.has("viewer")));
  const isOfPlayers = begins.some((page) => page !== "viewer" && page !== "later");
  // A player's initial code is already loaded when its parts arrive. Code that a part shares with the viewer alone, or
  // with one other player, gets a chunk of its own, so that the player fetches neither's script.
  if (pages.has("part") && begins.length > 0 && (!isOfPlayers || begins.length === 1)) begins.push("part");
  return begins.length > 1 || pages.has("viewer") ? begins.join("-") : undefined;
}
