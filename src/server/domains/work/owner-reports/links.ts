import { sql } from "kysely";
import type { Language } from "#contract/languages.ts";
import { reportLimits as limits } from "#contract/owner-reports.limits.ts";
import type { OwnerReport } from "#contract/owner-reports.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { fillText } from "#server/platform/mail/text.ts";
import type { Frozen } from "./frozen.ts";
import type { ReportHead } from "./view.ts";
import { reportWords } from "./words.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "./tables.ts";

export interface LinksOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly attempts: Attempts;
  /** Writes a message of the server into a user's inbox. */
  readonly systemMessage: (trx: Trx, recipient_id: number, content: string) => Promise<void>;
}

/** The report that a link opens. */
export interface LinkedReport {
  readonly delivery: number;
  readonly head: ReportHead;
  readonly frozen: Frozen;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly is_subscribed: boolean;
  readonly expires_at: Date;
  /** Answers questions; null while the project has no owner. */
  readonly owner: { readonly id: number; readonly language: Language } | null;
}

interface Row {
  readonly delivery: number;
  readonly id: number;
  readonly id_project: number;
  readonly period: OwnerReport["period"];
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
  readonly frozen_at: Date;
  readonly figures: Frozen;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly is_subscribed: boolean;
  readonly expires_at: Date;
  readonly id_owner: number | null;
  readonly owner_language: Language | null;
}

const DAY = 86_400;
/** Milliseconds within which views of one link count once. */
const AGAIN = 10_000;

/**
 * The only access to a report by its link: for the person without an account to whom it was sent, until it is revoked or
 * expires, while the project is open. Reading changes nothing.
 */
export function createReportLinks(options: LinksOptions) {
  const { db, clock } = options;
  const find = (code: string) => findLinked(db, code, clock.now());
  const open = async (code: string): Promise<LinkedReport> => {
    const found = await find(code);
    if (found === undefined) throw new AppError("NOT_FOUND");
    return found;
  };
  return {
    find,
    open,

    /** Counts one view; sent by the page once it was shown for a moment. Several within ten seconds count once. */
    async view(code: string): Promise<void> {
      const { delivery } = await open(code);
      await db
        .updateTable("owner_report_deliveries")
        .set({ views: sql`least(views + 1, 1000000)`, viewed_at: clock.now() })
        .where("id", "=", delivery)
        .where((or) =>
          or.or([or("viewed_at", "is", null), or("viewed_at", "<", new Date(clock.now().getTime() - AGAIN))]),
        )
        .execute();
    },

    /** Sends a question to the owner's inbox. Throws RATE_LIMITED after too many of a day. */
    ask: async (code: string, text: string, address: string): Promise<void> =>
      askOwner(options, await open(code), { text, address }),

    unsubscribe: (code: string, address: string): Promise<void> =>
      db.transaction().execute((trx) => stopEmails(trx, code, { address, now: clock.now() })),
  };
}

async function findLinked(db: Database, code: string, now: Date): Promise<LinkedReport | undefined> {
  const { rows } = await sql<Row>`
    select d.id as delivery, r.id, r.id_project, r.period, to_char(r.day_from, 'YYYY-MM-DD') as "from",
      to_char(r.day_to, 'YYYY-MM-DD') as "to", r.time_zone, r.frozen_at, r.figures,
      d.name, d.email, d.language, d.expires_at, q.id is not null and q.unsubscribed_at is null as is_subscribed,
      u.id as id_owner, u.language as owner_language
    from owner_report_deliveries d
    join owner_report_runs r on r.id = d.id_run and r.figures is not null
    join projects p on p.id = r.id_project and p.deleted_at is null and p.active and p.validated
    left join owner_report_recipients q on q.id = d.id_recipient
    left join project_members m on m.id_project = p.id and m.role = 'owner'
    left join users u on u.id = m.id_user and u.deleted_at is null
    where d.code = ${code} and not d.is_member and d.revoked_at is null and d.expires_at > ${now}
      and d.state <> 'withdrawn'`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { delivery, figures, id_owner, owner_language, name, email, language, is_subscribed, expires_at } =
    row;
  const { id, id_project, period, from, to, time_zone, frozen_at } = row;
  return {
    delivery,
    head: { id, id_project, period, from, to, time_zone, frozen_at },
    frozen: figures,
    name,
    email,
    language,
    is_subscribed,
    expires_at,
    owner: id_owner === null ? null : { id: id_owner, language: owner_language ?? "en" },
  };
}

async function askOwner(
  { db, attempts, systemMessage }: LinksOptions,
  linked: LinkedReport,
  { text, address }: { readonly text: string; readonly address: string },
): Promise<void> {
  const { delivery, head, frozen, name, email, owner } = linked;
  if (owner === null) throw new AppError("NOT_FOUND");
  await attempts.take(`report question ${delivery}`, { max: limits.questionsPerLink, seconds: DAY });
  await attempts.take(`report questions ${head.id_project}`, {
    max: limits.questionsPerProject,
    seconds: DAY,
  });
  const words = reportWords(owner.language);
  const { project } = frozen;
  const content = fillText(words.say.question_message, {
    project: project.name,
    period: words.period(head.from, head.to),
    name: name || email,
    email,
    text,
  });
  await db.transaction().execute(async (trx) => {
    await systemMessage(trx, owner.id, content);
    await trx
      .updateTable("owner_report_deliveries")
      .set({ questions: sql`questions + 1` })
      .where("id", "=", delivery)
      .execute();
    await recordActivity(trx, {
      id_user: null,
      action: "owner_report.asked",
      subject: { kind: "project", id: head.id_project, name: project.name },
      id_project: head.id_project,
      details: { person: name || email },
      address,
    });
  });
}

/**
 * Ends the emails to the recipient of a copy, of members, too: also by a link that no longer opens the report. Throws
 * NOT_FOUND for an unknown one.
 */
async function stopEmails(
  trx: Trx,
  code: string,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<void> {
  const { rows } = await sql<{
    id: number | null;
    project: number;
    title: string;
    person: string;
    was: Date | null;
  }>`
    select q.id, r.id_project as project, p.name as title, coalesce(nullif(d.name, ''), d.email) as person,
      q.unsubscribed_at as was
    from owner_report_deliveries d join owner_report_runs r on r.id = d.id_run
    join projects p on p.id = r.id_project
    left join owner_report_recipients q on q.id = d.id_recipient where d.code = ${code}`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new AppError("NOT_FOUND");
  if (found.id === null || found.was !== null) return;
  await trx
    .updateTable("owner_report_recipients")
    .set({ unsubscribed_at: now })
    .where("id", "=", found.id)
    .execute();
  await recordActivity(trx, {
    id_user: null,
    action: "owner_report.unsubscribed",
    subject: { kind: "project", id: found.project, name: found.title },
    id_project: found.project,
    details: { person: found.person },
    address,
  });
}

export type ReportLinks = ReturnType<typeof createReportLinks>;
