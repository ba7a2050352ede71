import { resolve } from "node:path";
import type { Plugin } from "vite";
import { iconName, iconsIn, isIconScript } from "./icons.ts";
import { isIcon, reach } from "./module-graph.ts";

const root = resolve(import.meta.dirname, "../..");
const file = (path: string) => resolve(root, path);
const isReact = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;

/** The screens that users open first; their icons are bundled with those of the frame. */
const firstScreens = [
  "oversight/dashboard/dashboard",
  "sites/projects/projects",
  "media/visits/visits",
  "work/snags/snags",
].map((name) => `src/web/features/${name}-screen.tsx`);

/**
 * Bundles the code shared by all screens of the application in one file. The bundler alone would make some twenty, one
 * for each set of lazy parts that share it; over a phone connection each costs a part of a round trip.
 */
export function appChunks() {
  let members = new Set<string>();
  let beginning = new Set<string>();
  let firstIcons = new Set<string>();
  let onScreens = new Set<string>();
  let onLists = new Set<string>();

  const plugin: Plugin = {
    name: "sitewalk:app-chunks",
    apply: "build",
    buildEnd() {
      const lookup = (id: string) => this.getModuleInfo(id);
      const start = reach(file("src/web/main.tsx"), lookup);
      const entry = file("src/web/inside.tsx");
      const inside = reach(entry, lookup);
      const screens = firstScreens.map((path) => reach(file(path), lookup));
      const first = new Set([start, inside, ...screens].flatMap((ids) => [...ids]));
      firstIcons = new Set([...first].flatMap((id) => iconsIn(lookup(id)?.code ?? "")));
      // The entries stay files of their own, which the manifest refers to.
      inside.delete(entry);
      const isOwn = (id: string) => !isIcon.test(id) && !isReact.test(id);
      members = new Set([...inside].filter((id) => isOwn(id) && !start.has(id)));
      beginning = new Set([...start].filter((id) => isOwn(id) && id !== file("src/web/main.tsx")));
      const [, projects, visits, snags] = screens;
      const isLoose = (id: string) => isOwn(id) && id !== entry && !start.has(id) && !inside.has(id);
      const shared = [...(projects ?? [])].filter((id) => isLoose(id) && visits?.has(id) === true);
      onScreens = new Set(shared.filter((id) => snags?.has(id)));
      onLists = new Set(shared.filter((id) => !onScreens.has(id)));
    },
  };

  const groups = [
    // Icons below it, in one file: an icon next to the entry would make the two files wait for each other. Those used
    // only by dialogs, panels and rarer screens are another file: each new one would delay every first screen.
    {
      name: "icons",
      test: (id: string) => {
        const name = iconName(id);
        return isIconScript.test(id) && (name === undefined || firstIcons.has(name));
      },
      includeDependenciesRecursively: false,
    },
    { name: "more-icons", test: isIconScript, includeDependenciesRecursively: false },
    // In front of it, also in one file: the code that shows the first sign of the application.
    { name: "start", test: (id: string) => beginning.has(id), includeDependenciesRecursively: false },
    { name: "app", test: (id: string) => members.has(id), includeDependenciesRecursively: false },
    // Code shared by list screens, and by screens other than pages of cards.
    { name: "screens", test: (id: string) => onScreens.has(id), includeDependenciesRecursively: false },
    { name: "lists", test: (id: string) => onLists.has(id), includeDependenciesRecursively: false },
  ];
  return { plugin, groups };
}
