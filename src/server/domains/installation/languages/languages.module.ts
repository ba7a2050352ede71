import { type Language, languages, languagesApi } from "#contract/languages.ts";
import { readTexts } from "#i18n/text-files.ts";
import type { TextTree } from "#i18n/text-tree.ts";
import { handlers } from "#server/platform/http/module.ts";
import { samples } from "./samples.ts";

/** What the screens before signing in speak with. `users` holds the refusals of what somebody says about himself. */
const doorTexts = ["auth", "common", "errors", "shell", "social", "users"];
/** What the public pages speak with. */
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
        // The demo account is everybody's: its language is the browser's own business.
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

/** Texts that no page shows: those of mails, and of reports on paper. */
const kept = ["mail", "snags.reports", "tables"];
