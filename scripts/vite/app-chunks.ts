import { resolve } from "node:path";
import type { Plugin } from "vite";
import { iconName, iconsIn, isIconScript } from "./icons.ts";
import { isIcon, reach } from "./module-graph.ts";

const root = resolve(import.meta.dirname, "../..");
const file = (path: string) => resolve(root, path);
/** Reached through the index of a package whose other exports the frame uses: left to the chunks that use them. */
const isUnused = /[\\/](?:NumberParser|useBlocker)\.m?js$/;
const isReact = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;

const screen = (name: string) => file(`src/web/features/${name}-screen.tsx`);
/** The modules of the screens that users open first; their icons are bundled with those of the frame. */
const firstScreens = {
  dashboard: [screen("oversight/dashboard/dashboard"), file("src/web/dashboard-parts.ts")],
  projects: [screen("sites/projects/projects"), file("src/web/project-list-parts.ts")],
  visits: [screen("media/visits/visits")],
  snags: [screen("work/snags/snags"), file("src/web/snag-parts.ts")],
};
const entries = Object.values(firstScreens).flat();
const dashboardFolder = file("src/web/features/oversight/dashboard");

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
      const reached = (paths: readonly string[]) =>
        new Set(paths.flatMap((path) => [...reach(path, lookup)]));
      const dashboard = reached(firstScreens.dashboard);
      const projects = reached(firstScreens.projects);
      const visits = reached(firstScreens.visits);
      const snags = reached(firstScreens.snags);
      const screens = [dashboard, projects, visits, snags];
      const first = new Set([start, inside, ...screens].flatMap((ids) => [...ids]));
      firstIcons = new Set([...first].flatMap((id) => iconsIn(lookup(id)?.code ?? "")));
      // The entries stay files of their own, which the manifest refers to.
      inside.delete(entry);
      const isOwn = (id: string) => !isIcon.test(id) && !isReact.test(id) && !isUnused.test(id);
      members = new Set([...inside].filter((id) => isOwn(id) && !start.has(id)));
      beginning = new Set([...start].filter((id) => isOwn(id) && id !== file("src/web/main.tsx")));
      const isLoose = (id: string) =>
        isOwn(id) && id !== entry && !entries.includes(id) && !start.has(id) && !inside.has(id);
      const shared = [...projects].filter((id) => isLoose(id) && visits.has(id));
      // The dashboard takes little from elsewhere; a request for each piece would cost more than its bytes.
      const ofDashboard = [...dashboard].filter((id) => isLoose(id) && !id.startsWith(dashboardFolder));
      onScreens = new Set([...shared.filter((id) => snags.has(id)), ...ofDashboard]);
      onLists = new Set(shared.filter((id) => !onScreens.has(id)));
    },
  };

  const groups = [
    // React in one file: the bundler alone would leave parts of it in small ones.
    { name: "react", test: (id: string) => isReact.test(id), includeDependenciesRecursively: false },
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
    // Code shared by screens, with what the dashboard takes from other features; and by list screens alone.
    { name: "screens", test: (id: string) => onScreens.has(id), includeDependenciesRecursively: false },
    { name: "lists", test: (id: string) => onLists.has(id), includeDependenciesRecursively: false },
  ];
  return { plugin, groups };
}
