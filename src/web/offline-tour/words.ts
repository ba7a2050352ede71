import type { Language } from "#contract/languages.ts";
import { tour as ar } from "#i18n/ar/exports.json" with { type: "json" };
import { tour as en } from "#i18n/en/exports.json" with { type: "json" };
import { createSpeaker } from "#web/features/viewer/texts.ts";

type Paths<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T &
  string];
export type TourText = Paths<typeof en>;

/** The page's words in one language. */
export interface TourSpeaker {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  say(key: TourText, values?: Readonly<Record<string, string | number>>): string;
  count(stem: "rooms_count", count: number): string;
  date(instant: string): string;
}

export const speakerOf = (language: Language): TourSpeaker =>
  createSpeaker(language, language === "ar" ? ar : en) as unknown as TourSpeaker;
