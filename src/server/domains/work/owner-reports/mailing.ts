import { sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Mail, Mailer } from "#server/platform/mail/mail.ts";
import { fillText } from "#server/platform/mail/text.ts";
import { type Frozen, type ReportReader, visibleTo } from "./frozen.ts";
import { linesOf } from "./lines.ts";
import { sentencesOf } from "./sentences.ts";
import { reportWords } from "./words.ts";
import "./tables.ts";

export interface MailingOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Pick<Mailer, "attempt">;
  /** Whether the installation can send emails. */
  readonly hasMail: () => boolean;
}

interface Copy {
  readonly id: number;
  readonly id_run: number;
  readonly id_recipient: number | null;
  readonly id_project: number;
  readonly is_member: boolean;
  readonly grants: readonly Grant[] | null;
  readonly is_open: boolean;
  readonly unsubscribed_at: Date | null;
  readonly revoked_at: Date | null;
  readonly name: string;
  readonly email: string;
  readonly language: "en" | "ar";
  readonly code: string;
  readonly day_from: string;
  readonly day_to: string;
  readonly frozen_at: Date;
  readonly figures: Frozen;
}

/** The page of a report: in the application for members, by link for everyone else. */
export const pageOf = ({ is_member, id_project, id_run, code }: Copy): string =>
  is_member ? `/owner-report/${id_project}/${id_run}` : `/report/${code}`;

/** The email of one copy, from the frozen figures alone. */
export function mailOf(copy: Copy): Mail {
  const reader: ReportReader = copy.is_member ? (copy.grants ?? []) : "all";
  const frozen = visibleTo(copy.figures, reader);
  const words = reportWords(copy.language);
  const { say, fill } = words;
  const project = frozen.project.name;
  const period = words.period(copy.day_from, copy.day_to);
  return {
    to: copy.email,
    language: copy.language,
    template: "report",
    values: {
      name: copy.name,
      // A header has no marks of direction.
      subject: fillText(say.mail.subject, { project, period }),
      title: `${say.mail.title} – ${project}`,
      text: period,
      button: say.mail.button,
      note: fill(say.mail.note, { project }),
      sentences: sentencesOf(frozen, { from: copy.day_from, to: copy.day_to }, words),
      tables: linesOf(frozen, words).map(({ heading, facts }) => ({ heading, rows: facts })),
      stop: say.mail.unsubscribe,
    },
    link: pageOf(copy),
    unsubscribe: `/report/${copy.code}/unsubscribe`,
  };
}

/**
 * The job of one copy. Rights are those of the moment of sending: a member who left the project, or a project that was
 * closed, gets nothing any more. A repeated job finds the copy sent, and does nothing.
 */
export function createMailing({ db, clock, mailer, hasMail }: MailingOptions) {
  const settle = (
    id: number,
    values: { state: "sent" | "failed" | "withdrawn" | "unsubscribed" | "no_email" },
  ) =>
    db
      .updateTable("owner_report_deliveries")
      .set({ ...values, ...(values.state === "sent" && { sent_at: clock.now() }) })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .execute();

  const fail = async (copy: Pick<Copy, "id" | "id_recipient">, problem: string) => {
    await db
      .updateTable("owner_report_deliveries")
      .set({ state: "failed", problem })
      .where("id", "=", copy.id)
      .execute();
    if (copy.id_recipient !== null)
      await db
        .updateTable("owner_report_recipients")
        .set({ problem })
        .where("id", "=", copy.id_recipient)
        .execute();
  };

  return {
    async send({ delivery }: { readonly delivery: number }): Promise<void> {
      const copy = await copyOf(db, delivery);
      if (copy === undefined) return;
      const isRecipient = copy.id_recipient !== null && copy.revoked_at === null;
      if (!copy.is_open || !isRecipient || (copy.is_member && copy.grants === null))
        return void (await settle(copy.id, { state: "withdrawn" }));
      if (copy.unsubscribed_at !== null) return void (await settle(copy.id, { state: "unsubscribed" }));
      if (!hasMail()) return void (await settle(copy.id, { state: "no_email" }));
      const problem = await mailer.attempt(mailOf(copy), {
        id: `report-${copy.id}-${copy.frozen_at.getTime()}`,
        at: copy.frozen_at,
      });
      if (problem !== null) return fail(copy, problem);
      await settle(copy.id, { state: "sent" });
      await db
        .updateTable("owner_report_recipients")
        .set({ problem: "" })
        .where("id", "=", copy.id_recipient ?? 0)
        .execute();
    },

    /** After a day of attempts. */
    async givenUp({ delivery }: { readonly delivery: number }, reason: string): Promise<void> {
      const copy = await copyOf(db, delivery);
      if (copy !== undefined) await fail(copy, reason.slice(0, 300));
    },
  };
}

/** A copy that was not sent yet. */
async function copyOf(db: Database, id: number): Promise<Copy | undefined> {
  const { rows } = await sql<Copy>`
    select d.id, d.id_run, d.id_recipient, r.id_project, d.is_member, m.grants,
      p.deleted_at is null and p.active and p.validated as is_open, q.unsubscribed_at, d.revoked_at,
      d.name, d.email, d.language, d.code,
      to_char(r.day_from, 'YYYY-MM-DD') as day_from, to_char(r.day_to, 'YYYY-MM-DD') as day_to,
      r.frozen_at, r.figures
    from owner_report_deliveries d
    join owner_report_runs r on r.id = d.id_run and r.figures is not null
    join projects p on p.id = r.id_project
    left join owner_report_recipients q on q.id = d.id_recipient
    left join project_members m on m.id_project = r.id_project and m.id_user = d.id_user
    where d.id = ${id} and d.state = 'waiting'`.execute(db);
  return rows[0];
}
