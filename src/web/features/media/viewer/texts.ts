import type { Language } from "#contract/languages.ts";
import { addTexts } from "#web/lib/page-texts.ts";
import {
  createPageTranslator as create,
  type Paths,
  type PageTranslator as SpeakerOf,
  type TextTree,
} from "#web/lib/page-translator.ts";
import type { Texts } from "#web/lib/text-keys.ts";
import { createTranslate, type Translate } from "#web/lib/translate.ts";

export type { Paths };

/** A key of the viewer's texts, such as `share.title`. */
export type ViewerTextKey = Paths<Texts["viewer"]>;

/** The viewer's texts in one language. */
export type Speaker = SpeakerOf<ViewerTextKey>;

export const createSpeaker = (language: Language, texts: TextTree): Speaker => create(language, texts);

/** The viewer's texts in one language: for non-components, and for components together with the kit's few. */
export interface ViewerWords {
  readonly speaker: Speaker;
  readonly translate: Translate;
}

/** One file per language: both together would be a tenth of everything loaded before the page is interactive. */
const files: Readonly<Record<Language, () => Promise<{ default: TextTree }>>> = {
  en: () => import("#i18n/en/media/viewer.json", { with: { type: "json" } }),
  ar: () => import("#i18n/ar/media/viewer.json", { with: { type: "json" } }),
};

export async function wordsIn(language: Language): Promise<ViewerWords> {
  const { default: viewer } = await files[language]();
  const speaker = createSpeaker(language, viewer);
  const common = { close: speaker.say("actions.close") };
  return { speaker, translate: createTranslate(language, addTexts(language, { viewer, common })) };
}
