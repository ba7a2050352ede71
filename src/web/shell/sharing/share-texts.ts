import type { Language } from "#contract/languages.ts";
import { addTexts } from "#web/lib/page-texts.ts";
import type { TextTree } from "#web/lib/translate.ts";

type Files = Readonly<Record<Language, () => Promise<{ default: TextTree }>>>;

const share: Files = {
  en: () => import("#i18n/en/media/sharing.links.json", { with: { type: "json" } }),
  ar: () => import("#i18n/ar/media/sharing.links.json", { with: { type: "json" } }),
};
const sharing: Files = {
  en: () => import("#i18n/en/media/sharing.json", { with: { type: "json" } }),
  ar: () => import("#i18n/ar/media/sharing.json", { with: { type: "json" } }),
};

/** Loads the texts of `SharePanel`, for pages that do not start with all texts. */
export async function addShareTexts(language: Language): Promise<void> {
  addTexts(language, { sharing: { links: (await share[language]()).default } });
}

/** Loads the texts of a link's rules and of its views. */
export async function addSharingTexts(language: Language): Promise<void> {
  addTexts(language, { sharing: (await sharing[language]()).default });
}
