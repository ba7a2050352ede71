import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/sharing.json" with { type: "json" };
import en from "#i18n/en/sharing.json" with { type: "json" };
import type { Texts } from "#web/lib/text-keys.ts";
import { createSpeaker, type Paths } from "../texts.ts";

export type SharingKey = Paths<Texts["sharing"]>;
type CountedKey<K = SharingKey> = K extends `${infer Stem}_other` ? Stem : never;

/** The words of sharing; they come with its dialog, not with the picture. */
export interface Words {
  readonly say: (key: SharingKey, values?: Readonly<Record<string, string | number>>) => string;
  readonly count: (stem: CountedKey, count: number) => string;
}

export function wordsOf(language: Language): Words {
  const { say, count } = createSpeaker(language, language === "ar" ? ar : en);
  return { say: say as unknown as Words["say"], count: count as unknown as Words["count"] };
}
