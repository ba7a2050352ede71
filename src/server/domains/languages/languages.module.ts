import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Language, languages, languagesApi } from "#contract/languages.ts";
import { handlers } from "#server/platform/http/module.ts";
import { samples } from "./samples.ts";

const folder = join(import.meta.dirname, "../../../i18n");

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
  "share",
  "shell",
  "showcase",
];
const parts = { doors: doorTexts, public: publicTexts } as const;

export interface LanguagesOptions {
  readonly setLanguage: (userId: number, language: Language) => Promise<void>;
}

export function languagesModule({ setLanguage }: LanguagesOptions) {
  const texts = new Map<Language, Promise<Record<string, unknown>>>();
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
        const loaded = texts.get(params.lang) ?? readTexts(params.lang);
        texts.set(params.lang, loaded);
        const all = await loaded;
        return query.part === undefined ? all : pick(all, parts[query.part]);
      },
    }),
  };
}

/** `["common", "profile.public"]` as `{ common, profile: { public } }`. */
function pick(all: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => {
      const [space = "", part] = name.split(".");
      if (part === undefined) return [space, all[space]];
      return [space, { [part]: (all[space] as Record<string, unknown>)[part] }];
    }),
  );
}

/** Texts that no page shows: those of mails, and of reports on paper. */
const kept = ["mail.json", "reports.json", "tables.json"];

/** One namespace per file, as the folder holds them. */
async function readTexts(language: Language): Promise<Record<string, unknown>> {
  const names = (await readdir(join(folder, language))).filter(
    (name) => name.endsWith(".json") && !kept.includes(name),
  );
  const entries = names.map(
    async (name) =>
      [
        name.replace(/\.json$/, ""),
        JSON.parse(await readFile(join(folder, language, name), "utf8")),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
