import { sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import type { Database } from "#server/platform/database.ts";
import { dayAt } from "#server/platform/site-time.ts";
import type { ReportLinks } from "./links.ts";
import { type ViewOptions, wireReport } from "./view.ts";
import { reportWords } from "./words.ts";

/** The report of a link as text, for the page that the server renders. */
export function createReportPages(options: ViewOptions, links: ReportLinks) {
  return {
    async open(code: string, asked: Language | undefined) {
      const found = await links.find(code);
      if (found === undefined) return undefined;
      const lang: Language = asked ?? found.language;
      const words = reportWords(lang);
      const { say, fill, day, period, moment } = words;
      const report = await wireReport(options, found.head, found.frozen, { words, code });
      const { project } = report;
      const side = ({ day: on, picture, link }: (typeof report.pairs)[number]["before"], text: string) => ({
        caption: fill(text, { date: day(on) }),
        picture,
        link,
      });
      const { head } = found;
      return {
        lang,
        content: {
          title: `${say.title} – ${project.name}`,
          subtitle: [period(head.from, head.to), project.location].filter(Boolean).join(" · "),
          changes: say.sections.changes,
          sentences: report.sentences,
          pairs: report.pairs.map((pair) => ({
            name: [pair.name, pair.floor].filter(Boolean).join(" · "),
            before: side(pair.before, say.paper.before),
            after: side(pair.after, say.paper.after),
          })),
          sections: report.lines,
          note: fill(say.paper.frozen, {
            at: moment(head.frozen_at, head.time_zone),
            zone: head.time_zone,
          }),
          canAsk: found.owner !== null,
          isSubscribed: found.is_subscribed,
          words: {
            ...say.page,
            removed: say.paper.removed,
            empty: say.question_required,
            valid: fill(say.page.valid, { date: day(dayAt(found.expires_at, head.time_zone)) }),
          },
        },
      };
    },
    memberPage: (code: string) => memberPage(options.db, code),
    view: links.view,
    ask: links.ask,
    unsubscribe: links.unsubscribe,
  };
}

/** The code of a member's copy opens nothing: it only names the page, on which the member signs in. */
async function memberPage(db: Database, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id_project: number; id: number }>`
    select r.id_project, r.id from owner_report_deliveries d join owner_report_runs r on r.id = d.id_run
    where d.code = ${code} and d.is_member`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : `/owner-report/${row.id_project}/${row.id}`;
}
