import { type Language, languages, languagesApi } from "#contract/languages.ts";
import { readTexts } from "#i18n/text-files.ts";
import type { TextTree } from "#i18n/text-tree.ts";
import { handlers } from "#server/platform/http/module.ts";
import { samples } from "./samples.ts";
import { textsOfPart, unshown } from "./text-parts.ts";

export interface LanguagesOptions {
  readonly setLanguage: (userId: number, language: Language) => Promise<void>;
}

export function languagesModule({ setLanguage }: LanguagesOptions) {
  /** By language, and by language and part. */
  const texts = new Map<string, TextTree>();
  const kept = (name: string, make: () => TextTree): TextTree => {
    const known = texts.get(name) ?? make();
    texts.set(name, known);
    return known;
  };
  const allOf = (lang: Language) => kept(lang, () => readTexts(lang, unshown));
  return {
    samples,
    handlers: handlers(languagesApi, {
      "POST /api/language": async ({ body, user }) => {
        // The demo account is shared: its language is stored in the browser only.
        if (user !== null && !user.is_demo) await setLanguage(user.id, body.locale);
        return {
          locale: body.locale,
          direction: languages.find(({ code }) => code === body.locale)?.direction ?? "ltr",
        };
      },
      "GET /api/translations/{lang}": async ({ params, query }) => {
        const { part } = query;
        const all = allOf(params.lang);
        return part === undefined ? all : kept(`${params.lang} ${part}`, () => textsOfPart(all, part));
      },
    }),
  };
}
