import { createContext, useContext, useMemo } from "react";
import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/player.json" with { type: "json" };
import en from "#i18n/en/player.json" with { type: "json" };
import { createSpeaker, type Paths, type Speaker, type TextTree } from "#web/lib/speaker.ts";
import type { Texts } from "#web/lib/text-keys.ts";

/** A key of the players' texts, such as `keys.title`. */
export type PlayerTextKey = Paths<Texts["player"]>;
export type PlayerSpeaker = Speaker<PlayerTextKey>;

const texts: Readonly<Record<Language, TextTree>> = { en, ar };

/** The players' texts in a language. */
export function playerSpeaker(language: Language): PlayerSpeaker {
  return createSpeaker(language, texts[language]);
}

const PlayerWords = createContext<PlayerSpeaker | null>(null);

/** Gives its texts to everything inside a player. */
export const PlayerWordsProvider = PlayerWords.Provider;

/** The texts of the player this component is part of. */
export function usePlayerWords(): PlayerSpeaker {
  const words = useContext(PlayerWords);
  if (words === null) throw new Error("This component belongs inside a player.");
  return words;
}

/** The texts of a player in the language of the page, unless another is given. */
export function useSpeakerOf(language: Language | undefined): PlayerSpeaker {
  const own = language ?? (document.documentElement.lang === "ar" ? "ar" : "en");
  return useMemo(() => playerSpeaker(own), [own]);
}
