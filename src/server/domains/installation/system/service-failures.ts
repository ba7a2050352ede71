import { sql } from "kysely";
import type { SystemOverview } from "#contract/system.ts";
import type { Database } from "#server/platform/database.ts";
import { messageIn } from "#server/platform/jobs/dead-letter.ts";
import { withoutSecrets } from "#server/platform/log.ts";

type Outside = SystemOverview["outside"][number];

/** Last error of the emails that wait or were given up; null when all were sent. */
export async function mailFailure(db: Database): Promise<SystemOverview["mail"]["trouble"]> {
  const { rows } = await sql<{ at: Date | null; output: unknown }>`
    select coalesce(completed_on, started_on) as at, output from pgboss.job
    where name = 'mail.send' and state in ('retry', 'failed') and output is not null
    order by coalesce(completed_on, started_on) desc nulls last limit 1`.execute(db);
  const [last] = rows;
  if (last === undefined) return null;
  return {
    at: last.at?.toISOString() ?? null,
    reason: withoutSecrets(messageIn(last.output)).slice(0, 300),
  };
}

/** Outside services that fail, by their last response. */
export async function outsideFailures(db: Database): Promise<Outside[]> {
  const { rows } = await sql<{ kind: Outside["kind"]; name: string; at: Date | null; reason: string }>`
    select 'webhook' as kind, substring(w.url from '^[a-z]+://[^/?#]+') as name, w.failing_since as at,
      coalesce((select left(d.answer, 200) from webhook_deliveries d
        where d.id_webhook = w.id and d.answer <> '' order by d.id desc limit 1), '') as reason
    from webhooks w where w.failing_since is not null
    union all
    select 'tool', c.tool, c.paused_until, c.state from tool_connections c
    where c.state <> 'connected' or c.paused_until > now()
    union all
    select 'geocoder', '', g.paused_until, '' from geo_turns g where g.paused_until > now()
    order by 1, 2 limit 50`.execute(db);
  return rows.map(({ at, reason, ...service }) => ({
    ...service,
    trouble: { at: at?.toISOString() ?? null, reason: withoutSecrets(reason) },
  }));
}
