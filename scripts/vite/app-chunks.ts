import { resolve } from "node:path";
import type { Plugin } from "vite";
import { isIcon, reach } from "./module-graph.ts";

const root = resolve(import.meta.dirname, "../..");
const file = (path: string) => resolve(root, path);
const isIconScript = /[\\/]lucide-react[\\/]/;
const isReact = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;

/**
 * What every screen of the application stands on is one file. Cut by the bundler it was some twenty, one for each
 * set of lazy parts that share it; over a phone line each costs a part of a round trip. What the public viewer shares
 * stays apart: it must not fetch the application to read a setting.
 */
export function appChunks() {
  let members = new Set<string>();

  const plugin: Plugin = {
    name: "sitewalk:app-chunks",
    apply: "build",
    buildEnd() {
      const lookup = (id: string) => this.getModuleInfo(id);
      const viewer = reach(file("viewer.html"), lookup, true);
      const start = reach(file("src/web/main.tsx"), lookup);
      const entry = file("src/web/inside.tsx");
      const inside = reach(entry, lookup);
      // The entry stays a file of its own, by which the manifest knows it.
      inside.delete(entry);
      members = new Set(
        [...inside].filter(
          (id) => !viewer.has(id) && !start.has(id) && !isIcon.test(id) && !isReact.test(id),
        ),
      );
    },
  };

  const groups = [
    // Below it, in one file: an icon beside the entry would make the two files wait for each other.
    { name: "icons", test: isIconScript, includeDependenciesRecursively: false },
    { name: "app", test: (id: string) => members.has(id), includeDependenciesRecursively: false },
  ];
  return { plugin, groups };
}
