import type { LogEntry } from "#contract/administration.ts";
import type { Language } from "#contract/languages.ts";
import type { UserRow } from "#contract/users.ts";
import arUsers from "#i18n/ar/people/users.json" with { type: "json" };
import ar from "#i18n/ar/tables.json" with { type: "json" };
import enUsers from "#i18n/en/people/users.json" with { type: "json" };
import en from "#i18n/en/tables.json" with { type: "json" };
import { csvDownload } from "#server/platform/csv.ts";
import type { Download } from "#server/platform/http/download.ts";

const words = { en, ar } satisfies Record<Language, object>;
const names = { en: enUsers, ar: arUsers } satisfies Record<Language, object>;

export interface TableReader {
  readonly language: Language;
  /** `2026-03-31`: part of the file's name. */
  readonly day: string;
}

/** The log as a table: actions keep their internal names, which the filter accepts. */
export function logTable(entries: AsyncIterable<LogEntry>, { language, day }: TableReader): Download {
  const { activity: say } = words[language];
  return csvDownload({
    name: `${say.name} ${day}.csv`,
    record: { action: "activity.exported" },
    columns: [
      say.when,
      say.who,
      say.id_user,
      say.action,
      say.kind,
      say.subject,
      say.changed,
      say.project,
      say.address,
    ],
    async *rows() {
      for await (const { subject, ...entry } of entries)
        yield [
          entry.created_at,
          entry.user_name,
          entry.id_user,
          entry.action,
          subject?.kind ?? "",
          subject?.name ?? "",
          entry.changed.join(" "),
          entry.project_name,
          entry.address,
        ];
    },
  });
}

/** Accounts as a table. */
export function usersTable(users: readonly UserRow[], { language, day }: TableReader): Download {
  const { users: say } = words[language];
  const { roles, states } = names[language];
  return csvDownload({
    name: `${say.name} ${day}.csv`,
    record: { action: "user.exported", details: { n: String(users.length) } },
    columns: [
      say.id,
      say.username,
      say.first_name,
      say.last_name,
      say.email,
      say.company,
      say.role,
      say.state,
      say.two_factor,
      say.created,
      say.seen,
    ],
    rows: () =>
      users.map((user) => [
        user.id,
        user.username,
        user.first_name,
        user.last_name,
        user.email,
        user.company,
        roles[user.role],
        states[user.state],
        user["2fa_enabled"] ? say.yes : say.no,
        user.created_at,
        user.last_seen_at,
      ]),
  });
}
