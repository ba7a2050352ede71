import { resolve } from "node:path";
import type { Plugin } from "vite";

const root = resolve(import.meta.dirname, "../..");
const file = (path: string) => resolve(root, path);

/**
 * Icons are asked for by way of a list of all of them: from there everybody seems to use each. They and what draws
 * them are left to the bundler, which is why React, all they need, is a file below the start: two files that wait
 * for each other would never begin. Styles are no script.
 */
const isElsewhere = /[\\/]lucide-react[\\/]|\.css$/;
const isReact = /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/;

/** The lesser half of what a bundler knows of a module. */
interface Known {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
type Lookup = (id: string) => Known | null;

/** A module and all it imports; `lazily` also what it imports later. */
function reach(entry: string, lookup: Lookup, isLazy: boolean): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const known = lookup(id);
    known?.importedIds.forEach(add);
    if (isLazy) known?.dynamicallyImportedIds.forEach(add);
  };
  add(entry);
  return found;
}

const chunks = ["react", "start", "door"] as const;
type Chunk = (typeof chunks)[number];

/**
 * Left to itself the bundler cuts what the screens before signing in share into some thirty files, one for each
 * different set of users; together they weigh a tenth more than in one, and each is a request. So what every page
 * starts with is one file, and what only those screens use is another. What the public viewer shares stays apart: it
 * must not fetch React to read a setting.
 */
export function doorChunks() {
  let chunkOf = new Map<string, Chunk>();

  const plugin: Plugin = {
    name: "sitewalk:door-chunks",
    apply: "build",
    buildEnd() {
      const lookup: Lookup = (id) => this.getModuleInfo(id);
      const viewer = reach(file("viewer.html"), lookup, true);
      const inside = reach(file("src/web/inside.tsx"), lookup, true);
      const start = reach(file("src/web/main.tsx"), lookup, false);
      const login = reach(file("src/web/features/auth/login-screen.tsx"), lookup, false);
      // Entries stay files of their own, by which the manifest knows them.
      start.delete(file("src/web/main.tsx"));
      login.delete(file("src/web/features/auth/login-screen.tsx"));
      const own = (ids: Set<string>, name: Chunk) =>
        [...ids]
          .filter((id) => !viewer.has(id) && !isElsewhere.test(id))
          .map((id) => [id, isReact.test(id) ? "react" : name] as const);
      const doors = own(login, "door").filter(([id]) => !inside.has(id) && !start.has(id));
      chunkOf = new Map([...own(start, "start"), ...doors]);
    },
  };

  const groups = chunks.map((name) => ({
    name,
    test: (id: string) => chunkOf.get(id) === name,
    includeDependenciesRecursively: false,
  }));

  return { plugin, groups };
}
