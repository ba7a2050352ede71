import type { Language } from "#contract/languages.ts";
import type { SettingValues } from "#contract/settings.ts";
import ar from "#i18n/ar/people/messages.json" with { type: "json" };
import en from "#i18n/en/people/messages.json" with { type: "json" };
import type { Trx } from "#server/platform/database.ts";
import { fillText } from "#server/platform/mail/text.ts";
import type { MessagesService } from "./messages.service.ts";

const texts: Readonly<Record<Language, string>> = { en: en.welcome, ar: ar.welcome };

/** Writes the first message of an account, in its owner's language, once it is activated. */
export type Welcome = (trx: Trx, user: { readonly id: number; readonly language: Language }) => Promise<void>;

export function createWelcome(
  settings: { get(): Pick<SettingValues, "website_name"> },
  sendSystem: MessagesService["sendSystem"],
): Welcome {
  return (trx, { id, language }) =>
    sendSystem(trx, id, fillText(texts[language], { site: settings.get().website_name }));
}
