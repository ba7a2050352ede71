import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/player.json" with { type: "json" };
import en from "#i18n/en/player.json" with { type: "json" };
import { createSpeaker, type Paths, type Speaker, type TextTree } from "#web/lib/speaker.ts";
import type { Texts } from "#web/lib/text-keys.ts";

/** A key of the players' texts, such as `keys.title`. */
export type PlayerTextKey = Paths<Texts["player"]>;
export type PlayerSpeaker = Speaker<PlayerTextKey>;

const texts: Readonly<Record<Language, TextTree>> = { en, ar };

/** The players' words, in the language of the page unless another is asked for. */
export function playerSpeaker(language?: Language): PlayerSpeaker {
  const own = language ?? (document.documentElement.lang === "ar" ? "ar" : "en");
  return createSpeaker(own, texts[own]);
}
