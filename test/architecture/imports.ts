import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Whether a file is part of the product: tests and fixtures are not. */
export const isShipped = (file: string) => !/\.(?:test|fixture)\.tsx?$/.test(file);
const places = {
  "#server/": "src/server/",
  "#web/": "src/web/",
  "#contract/": "src/contract/",
  "#walk/": "src/walk/",
};

/**
 * Imports of the files that match a pattern, including type imports, as paths from the root. `import "./tables.ts"` does not
 * count, as it only declares tables of the database, which all domains read.
 */
export function importsOf(pattern: string): Import[] {
  return globSync(pattern, { cwd: root })
    .filter(isShipped)
    .flatMap((from) => {
      const code = readFileSync(join(root, from), "utf8");
      const found = [
        ...code.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+(?!"[^"]*\/tables\.ts"))"([^"]+)"/g),
      ];
      return found.flatMap(([, name = ""]) => {
        const to = placeOf(from, name);
        return to === undefined ? [] : [{ from, to }];
      });
    });
}

function placeOf(from: string, name: string): string | undefined {
  if (name.startsWith(".")) return posix.join(dirname(from), name);
  const place = Object.entries(places).find(([alias]) => name.startsWith(alias));
  return place && place[1] + name.slice(place[0].length);
}

/** The folder of a file, two levels below `parent`: `auth` of `people/auth/…`; undefined for a file elsewhere. */
export const roomIn = (parent: string, file: string): string | undefined => {
  const [, room, name] = file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split("/") : [];
  return name === undefined ? undefined : room;
};

/** Groups of names that form an import cycle. */
export function circlesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>();
    const next = [...(arrows.get(from) ?? [])];
    for (let name = next.pop(); name !== undefined; name = next.pop())
      if (!seen.has(name)) {
        seen.add(name);
        next.push(...(arrows.get(name) ?? []));
      }
    return seen;
  };
  const reached = new Map([...arrows.keys()].map((name) => [name, reach(name)]));
  const groups = [...reached].flatMap(([name, to]) => {
    if (!to.has(name)) return [];
    return [[...to].filter((other) => reached.get(other)?.has(name) === true).toSorted()];
  });
  return [...new Set(groups.map((group) => group.join(" ")))].map((group) => group.split(" "));
}
