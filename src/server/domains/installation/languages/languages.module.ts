import { type Language, languages, languagesApi } from "#contract/languages.ts";
import { readTexts } from "#i18n/text-files.ts";
import type { TextTree } from "#i18n/text-tree.ts";
import { handlers } from "#server/platform/http/module.ts";
import { samples } from "./samples.ts";

/** Texts of the sign-in pages. `users` holds the errors for a user's own data. */
const doorTexts = ["auth", "common", "errors", "shell", "social", "users"];
/** Texts of the public pages. */
const publicTexts = [
  "common",
  "errors",
  "failures",
  "home",
  "map",
  "profile.public",
  "projects.statuses",
  "sharing.links",
  "shell",
  "showcase",
];
const parts = { doors: doorTexts, public: publicTexts } as const;

export interface LanguagesOptions {
  readonly setLanguage: (userId: number, language: Language) => Promise<void>;
}

export function languagesModule({ setLanguage }: LanguagesOptions) {
  const texts = new Map<Language, TextTree>();
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
        const all = texts.get(params.lang) ?? readTexts(params.lang, kept);
        texts.set(params.lang, all);
        return query.part === undefined ? all : pick(all, parts[query.part]);
      },
    }),
  };
}

/** `["common", "profile.public"]` as `{ common, profile: { public } }`. */
function pick(all: TextTree, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => {
      const [space = "", part] = name.split(".");
      if (part === undefined) return [space, all[space]];
      return [space, { [part]: (all[space] as TextTree)[part] }];
    }),
  );
}

/** Texts that no page shows: those of emails and of printed reports. */
const kept = ["mail", "snags.reports", "tables"];
