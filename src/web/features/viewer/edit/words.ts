import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/tour.json" with { type: "json" };
import en from "#i18n/en/tour.json" with { type: "json" };
import type { Texts } from "#web/lib/text-keys.ts";
import { createSpeaker, type Paths } from "../texts.ts";

type TourTextKey = Paths<Texts["tour"]>;
type CountedKey<K = TourTextKey> = K extends `${infer Stem}_other` ? Stem : never;

/** The editor's words; they come with the editor, not with the picture. */
export interface Words {
  readonly say: (key: TourTextKey, values?: Readonly<Record<string, string | number>>) => string;
  readonly count: (stem: CountedKey, count: number) => string;
  /** The sentence behind a key of a refusal, such as `tour.room_itself`; null when it is none of ours. */
  readonly refusal: (key: string) => string | null;
}

export function wordsOf(language: Language): Words {
  const texts = language === "ar" ? ar : en;
  const { say, count } = createSpeaker(language, texts);
  return {
    say: say as unknown as Words["say"],
    count: count as unknown as Words["count"],
    refusal(key) {
      const own = key.startsWith("tour.") ? key.slice("tour.".length) : "";
      const sentence = (texts as Readonly<Record<string, unknown>>)[own];
      return typeof sentence === "string" ? sentence : null;
    },
  };
}
