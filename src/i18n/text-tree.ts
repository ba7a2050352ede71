/** All texts of a language, domain by domain. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

/** Key prefix of a file: `en/sites/projects.cockpit.json` holds the keys of `projects.cockpit`. */
export const placeOf = (file: string): string =>
  file.slice(file.replaceAll("\\", "/").lastIndexOf("/") + 1, -".json".length);

/**
 * One tree of the files of a language. A domain's texts for pages of others (its menu name, its notifications, its log
 * entries) are in its own file under `elsewhere`, at the keys where those pages read them.
 *
 * @param files key prefix of each file (its `placeOf` name), and its texts.
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

/** `over` merged into `under`, text by text. */
export function mergeTexts(under: TextTree, over: TextTree): TextTree {
  const merged: Record<string, string | TextTree> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const before = merged[key];
    merged[key] = typeof before === "object" && typeof value === "object" ? mergeTexts(before, value) : value;
  }
  return merged;
}

/** `tree` without the texts that are also in `some`. */
export function withoutTexts(tree: TextTree, some: TextTree): TextTree {
  const left = Object.entries(tree).flatMap(([key, value]): [string, string | TextTree][] => {
    const same = some[key];
    if (typeof value === "string") return same === undefined ? [[key, value]] : [];
    const rest = typeof same === "object" ? withoutTexts(value, same) : value;
    return Object.keys(rest).length === 0 ? [] : [[key, rest]];
  });
  return Object.fromEntries(left);
}

/** The text under a key, `visits.name_required`; undefined if there is none. */
export function textAt(texts: TextTree, key: string): string | undefined {
  let place: string | TextTree | undefined = texts;
  for (const part of key.split(".")) {
    if (typeof place !== "object") return undefined;
    place = place[part];
  }
  return typeof place === "string" ? place : undefined;
}
