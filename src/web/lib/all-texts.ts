import type { Language } from "#contract/languages.ts";
import type { TextTree } from "./translate.ts";

const files = import.meta.glob<TextTree>("../../i18n/*/*.json", { import: "default" });

/** All texts of one language by domain, from the files this build was made from. */
export async function textsOf(language: Language): Promise<TextTree> {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${language}/`));
  const texts = await Promise.all(
    own.map(async ([path, load]) => [path.slice(path.lastIndexOf("/") + 1, -".json".length), await load()]),
  );
  return Object.fromEntries(texts) as TextTree;
}
