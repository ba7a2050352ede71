/** All texts of a language, domain by domain. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** `en/sites/projects.cockpit.json` holds what keys call `projects.cockpit`. */
export const placeOf = (file: string): string =>
  file.slice(file.replaceAll("\\", "/").lastIndexOf("/") + 1, -".json".length);

/**
 * One tree of the files of a language. What a domain says on pages of others (its name in the menu, its news, what the
 * log says of it) stands in its own file under `elsewhere`, in the places where those pages look for it.
 *
 * @param files where the texts of each stand (`placeOf` its name), and the texts.
 */
export function treeOf(files: Iterable<readonly [place: string, texts: TextTree]>): TextTree {
  let tree: TextTree = {};
  for (const [place, { elsewhere, ...texts }] of files) {
    const [domain = "", part] = place.split(".");
    tree = mergeTexts(tree, { [domain]: part === undefined ? texts : { [part]: texts } });
    if (typeof elsewhere === "object") tree = mergeTexts(tree, elsewhere);
  }
  return tree;
}

/** `over` laid over `under`, text by text. */
export function mergeTexts(under: TextTree, over: TextTree): TextTree {
  const merged: Record<string, string | TextTree> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = merged[key];
    merged[key] = typeof before === "object" && typeof value === "object" ? mergeTexts(before, value) : value;
  }
  return merged;
}

/** The text under a key, `visits.name_required`; undefined where there is none. */
export function textAt(texts: TextTree, key: string): string | undefined {
  let place: string | TextTree | undefined = texts;
  for (const part of key.split(".")) {
    if (typeof place !== "object") return undefined;
    place = place[part];
  }
  return typeof place === "string" ? place : undefined;
}
