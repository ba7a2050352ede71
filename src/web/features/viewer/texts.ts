import type { Language } from "#contract/languages.ts";
import ar from "#i18n/ar/viewer.json" with { type: "json" };
import en from "#i18n/en/viewer.json" with { type: "json" };
import {
  createSpeaker as create,
  type Paths,
  type Speaker as SpeakerOf,
  type TextTree,
} from "#web/lib/speaker.ts";
import type { Texts } from "#web/lib/text-keys.ts";

export type { Paths };

/** A key of the viewer's texts, such as `share.title`. */
export type ViewerTextKey = Paths<Texts["viewer"]>;

/** The viewer's words in one language. */
export type Speaker = SpeakerOf<ViewerTextKey>;

export const createSpeaker = (language: Language, texts: TextTree): Speaker => create(language, texts);

/** Both languages travel together: half of them is 1.5 KB, and fetching the right one would cost a round trip. */
const texts: Readonly<Record<Language, TextTree>> = { en, ar };

export const speakerOf = (language: Language): Speaker => createSpeaker(language, texts[language]);
