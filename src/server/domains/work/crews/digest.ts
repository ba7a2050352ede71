import { sql } from "kysely";
import { crewLimits } from "#contract/crews.limits.ts";
import { hourIn, siteDays, todayIn } from "#server/domains/sites/projects/site-days.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import type { ToldLink } from "./letters.ts";
import type { LinksRepository } from "./links.repository.ts";
import { isOpenLink, linkTables } from "./open-link.ts";
import type { Sending } from "./sending.ts";
import "./tables.ts";

export interface DigestOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: LinksRepository;
  readonly sending: Sending;
  readonly log: Pick<Log, "warn">;
}

/** Addresses of one step. */
const BATCH = 200;

/**
 * The job: one email per address and day, at the hour of the first of its projects, with new snags and those due by
 * tomorrow in all of its projects. The day is recorded in the transaction that queues the email, so that it is sent once,
 * however often the job runs and whatever is restarted. An address that fails does not stop the others: the next run
 * tries it again.
 */
export function createDigest({ db, clock, links, sending, log }: DigestOptions) {
  return async (signal?: AbortSignal): Promise<void> => {
    for (let after = ""; ; ) {
      const addresses = await dueAddresses(db, clock.now(), after);
      for (const email of addresses) {
        if (signal?.aborted === true) return;
        try {
          await db.transaction().execute((trx) => digestFor(trx, { clock, links, sending }, email));
        } catch (error) {
          log.warn({ error }, "crews: a digest could not be sent; the next run tries it again");
        }
      }
      const last = addresses.at(-1);
      if (last === undefined || addresses.length < BATCH) return;
      after = last;
    }
  };
}

/** Addresses with a link whose project's hour has come and that had no digest on the project's day. */
async function dueAddresses(db: Database, now: Date, after: string): Promise<string[]> {
  const days = await siteDays(db, now);
  const { rows } = await sql<{ email: string }>`
    select distinct q.email from ${linkTables}
    where q.email > ${after} and q.mail_off_at is null and ${isOpenLink(now)}
      and ${hourIn(days)} >= coalesce(k.digest_hour, ${crewLimits.digestHour.standard})
      and (l.digest_day is null or l.digest_day < ${todayIn(days)})
      and exists (select from snags s where s.id_crew = q.id_crew and s.id_project = l.id_project
        and s.status <> 'closed')
    order by q.email limit ${BATCH}`.execute(db);
  return rows.map(({ email }) => email);
}

async function digestFor(
  trx: Trx,
  { clock, links, sending }: Omit<DigestOptions, "db" | "log">,
  email: string,
): Promise<void> {
  const days = await siteDays(trx, clock.now());
  // Of two runs at once, the second finds the day recorded.
  const { rows } = await sql<{ id_person: number }>`
    update crew_links set digest_day = d.day from (
      select l.id, ${todayIn(days)} as day from ${linkTables} where q.email = ${email}) d
    where crew_links.id = d.id and (digest_day is null or digest_day < d.day)
    returning id_person`.execute(trx);
  if (rows.length === 0) return;
  const told: ToldLink[] = [];
  for (const link of await links.openOf(
    trx,
    rows.map(({ id_person }) => id_person),
  )) {
    // Of several people with this address, one who wants no emails does not end those of the others.
    if (link.mail_off_at !== null) continue;
    const { code, snags } = await sending.toldOf(trx, link, false);
    const tomorrow = dayAfter(link.today);
    const wanted = snags.filter(
      ({ is_new, due_date }) => is_new || (due_date !== null && due_date <= tomorrow),
    );
    if (wanted.length > 0) told.push({ link, code, snags: wanted });
  }
  if (told.length > 0) await sending.sendDigest(trx, told);
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
