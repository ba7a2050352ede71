/** The part of a bundler's module information used here. */
interface Known {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
type Lookup = (id: string) => Known | null;

/**
 * Icons are imported through an index of all of them: by that, every module seems to use each. They and their renderer
 * are left to the bundler. Styles are no script.
 */
export const isIcon = /[\\/]lucide-react[\\/]|\.css$/;

/** An index of everything in a library: only the bundler knows what is really used through it. */
const isList = /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/]index\./;

/** A module and all its static imports; with `isLazy` also its dynamic imports. */
export function reach(entry: string, lookup: Lookup, isLazy = false): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    if (isList.test(id)) return;
    const known = lookup(id);
    known?.importedIds.forEach(add);
    if (isLazy) known?.dynamicallyImportedIds.forEach(add);
  };
  add(entry);
  return found;
}
