import { sql } from "kysely";
import { type ActivityKind, pathOf, thingOf, type WebhookEventName } from "#contract/kinds.ts";

import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";

interface LoggedRow {
  readonly action: WebhookEventName;
  readonly subject_kind: string | null;
  readonly id_subject: number | null;
  readonly subject_name: string;
  readonly changed: readonly string[];
  readonly details: Readonly<Record<string, string>>;
  readonly created_at: Date;
  readonly id_project: number;
  readonly project: string;
  readonly code: string;
  readonly id_user: number | null;
  readonly actor: string | null;
}

export interface MessageOptions {
  readonly db: Database;
  readonly projects: Policy<ProjectRecord>;
  /** Address of this platform, without a trailing slash. */
  readonly siteAddress: string;
}

/** Builds the bodies of webhooks from entries of the activity log. */
export function createMessages({ db, projects, siteAddress }: MessageOptions) {
  /** The body for this reader, as JSON; null for an entry that the reader may not see, or no longer. */
  return async function messageOf(activityId: number, reader: SessionUser): Promise<string | null> {
    const { rows } = await sql<LoggedRow>`
      select a.action, a.subject_kind, a.id_subject, a.subject_name, a.changed, a.details, a.created_at,
        a.id_project, p.name as project, p.code, a.id_user,
        case when u.id is not null then ${personName("u")} end as actor
      from activity a join projects p on p.id = a.id_project left join users u on u.id = a.id_user
      where a.id = ${activityId}`.execute(db);
    const [row] = rows;
    if (row === undefined) return null;
    const kind = row.action.split(".")[0] as ActivityKind;
    const { webhooks, page } = thingOf(kind);
    const record = await projects.load(row.id_project, reader);
    if (
      record === undefined ||
      webhooks === undefined ||
      projects.flags(record, reader)[webhooks.to] !== true
    )
      return null;
    const own =
      row.id_subject === null || page === undefined ? undefined : pathOf(page, { id: row.id_subject });
    return JSON.stringify({
      type: row.action,
      timestamp: row.created_at.toISOString(),
      data: {
        project: { id: row.id_project, code: row.code, name: row.project },
        subject: { kind, id: row.id_subject, name: row.subject_name },
        changed: row.changed,
        details: row.details,
        by: row.id_user === null ? null : { id: row.id_user, name: row.actor ?? "" },
        url: `${siteAddress}${own ?? `/project/${row.id_project}`}`,
      },
    });
  };
}
export type MessageOf = ReturnType<typeof createMessages>;
