import type { Language } from "#contract/languages.ts";
import { placeOf, type TextTree, treeOf } from "#i18n/text-tree.ts";

const files = import.meta.glob<TextTree>("../../i18n/*/**/*.json", { import: "default" });

/** All texts of one language by domain, from the files of this build. */
export async function textsOf(language: Language): Promise<TextTree> {
  const own = Object.entries(files).filter(([path]) => path.includes(`/i18n/${language}/`));
  return treeOf(await Promise.all(own.map(async ([path, load]) => [placeOf(path), await load()] as const)));
}
