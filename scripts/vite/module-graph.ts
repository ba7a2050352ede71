/** The lesser half of what a bundler knows of a module. */
interface Known {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}
type Lookup = (id: string) => Known | null;

/**
 * Icons are asked for by way of a list of all of them: from there everybody seems to use each. They and what draws
 * them are left to the bundler. Styles are no script.
 */
export const isIcon = /[\\/]lucide-react[\\/]|\.css$/;

/** A list of everything a library has: what is asked for by way of it is known to the bundler alone. */
const isList = /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/]index\./;

/** A module and all it imports at once; `isLazy` also what it imports later. */
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
