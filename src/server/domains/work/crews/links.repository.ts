import { type RawBuilder, sql } from "kysely";
import type { CrewLanguage } from "#contract/crews.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { dayAt } from "#server/platform/site-time.ts";
import { codeOf, hashOfCode, newNonce } from "./link-codes.ts";
import { isOpenLink, linkTables } from "./open-link.ts";
import "./tables.ts";

export interface LinkRow {
  readonly id: number;
  readonly id_person: number;
  readonly id_project: number;
  readonly nonce: string;
  readonly id_crew: number;
  readonly crew: string;
  readonly person: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: CrewLanguage;
  readonly mail_off_at: Date | null;
  readonly project: string;
  readonly sent_at: Date | null;
  readonly revoked_at: Date | null;
  /** A code by email is asked on each new device. */
  readonly ask_code: boolean;
  /** The current day of the project, `2026-11-21`. */
  readonly today: string;
  /** Neither revoked nor over, the crew is in use, and the project is open. */
  readonly is_open: boolean;
  readonly device_hash: Buffer | null;
  readonly device_until: Date | null;
  readonly device_tries: number;
}

/** The day is computed here: the database may know other time zones (`site-days.ts`). */
type FoundLink = Omit<LinkRow, "today"> & { readonly time_zone: string };

const selectLinks = (now: Date, rest: RawBuilder<unknown>) => sql<FoundLink>`
  select l.id, l.id_person, l.id_project, l.nonce, q.id_crew, c.name as crew, q.name as person, q.email, q.phone,
    q.language, q.mail_off_at, p.name as project, l.sent_at, l.revoked_at, coalesce(k.ask_code, false) as ask_code,
    p.time_zone, ${isOpenLink(now)} as is_open, l.device_hash, l.device_until, l.device_tries
  from ${linkTables} where p.deleted_at is null and ${rest}`;

export interface LinksOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
}

export type LinksRepository = ReturnType<typeof createLinksRepository>;

export function createLinksRepository({ db, clock, key }: LinksOptions) {
  const some = async (rest: RawBuilder<unknown>, source: Database | Trx = db): Promise<LinkRow[]> =>
    (await selectLinks(clock.now(), rest).execute(source)).rows.map(({ time_zone, ...link }) => ({
      ...link,
      today: dayAt(clock.now(), time_zone),
    }));

  const renew = async (trx: Trx, id: number): Promise<void> => {
    const nonce = newNonce();
    await trx
      .updateTable("crew_links")
      .set({
        nonce,
        code_hash: hashOfCode(codeOf(key, { id, nonce })),
        touched_at: clock.now(),
        devices: 0,
        device_hash: null,
        device_until: null,
        device_tries: 0,
      })
      .where("id", "=", id)
      .execute();
  };

  return {
    /** The link behind a code; undefined for an unknown one. Those that do not open any more are found as well. */
    async byCode(code: string): Promise<LinkRow | undefined> {
      const [link] = await some(sql`l.code_hash = ${hashOfCode(code)}`);
      return link;
    },
    async ofPerson(
      personId: number,
      projectId: number,
      source: Database | Trx = db,
    ): Promise<LinkRow | undefined> {
      const [link] = await some(sql`l.id_person = ${personId} and l.id_project = ${projectId}`, source);
      return link;
    },
    /** Creates the missing links of a crew's people in a project, and returns all of them. */
    async ofCrew(trx: Trx, crewId: number, projectId: number): Promise<LinkRow[]> {
      const { rows } = await sql<{ id: number }>`
        select q.id from crew_people q where q.id_crew = ${crewId} and not exists (
          select from crew_links l where l.id_person = q.id and l.id_project = ${projectId})`.execute(trx);
      for (const { id } of rows) await insertLink(trx, { clock, key }, id, projectId);
      return some(sql`q.id_crew = ${crewId} and l.id_project = ${projectId} order by l.id`, trx);
    },
    /** Open links of these people, over all projects. */
    openOf: async (trx: Trx, personIds: readonly number[]): Promise<LinkRow[]> =>
      (await some(sql`l.id_person = any (${[...personIds]}::bigint[]) order by p.name, l.id`, trx)).filter(
        ({ is_open }) => is_open,
      ),

    /**
     * Gives a link a new code: the one before, and all devices that confirmed it, open nothing any more. A revoked one stays
     * revoked.
     */
    renew,

    /** The same by a manager: a revoked one opens again. */
    async reopen(trx: Trx, id: number): Promise<void> {
      await renew(trx, id);
      await trx.updateTable("crew_links").set({ revoked_at: null }).where("id", "=", id).execute();
    },

    /**
     * The code of a link for its recipient; the row is locked until the transaction ends. After a change of the
     * installation's key the stored hash follows. Throws CONFLICT when the link was renewed or removed after it was read: its
     * code, or the address it goes to, is an old one.
     */
    async codeFor(trx: Trx, link: { readonly id: number; readonly nonce: string }): Promise<string> {
      const row = await trx
        .selectFrom("crew_links")
        .select(["nonce", "code_hash"])
        .where("id", "=", link.id)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (row?.nonce !== link.nonce) throw new AppError("CONFLICT");
      const code = codeOf(key, link);
      const code_hash = hashOfCode(code);
      if (!row.code_hash.equals(code_hash))
        await trx.updateTable("crew_links").set({ code_hash }).where("id", "=", link.id).execute();
      return code;
    },

    /** Records that snags were named in a message to a person, and that the link is in use. */
    async told(trx: Trx, linkId: number, snagIds: readonly number[]): Promise<void> {
      const now = clock.now();
      await trx
        .updateTable("crew_links")
        .set({ sent_at: now, touched_at: now })
        .where("id", "=", linkId)
        .execute();
      await sql`
        insert into crew_link_snags (id_link, id_snag, told_at)
        select ${linkId}::bigint, s.id, ${now} from snags s where s.id = any (${[...snagIds]}::bigint[])
        on conflict (id_link, id_snag) do update set told_at = excluded.told_at`.execute(trx);
    },
  };
}

async function insertLink(
  trx: Trx,
  { clock, key }: Pick<LinksOptions, "clock" | "key">,
  personId: number,
  projectId: number,
): Promise<void> {
  const nonce = newNonce();
  // The code is a signature over the number, which the row has only after it is written.
  const row = await trx
    .insertInto("crew_links")
    .values({
      id_person: personId,
      id_project: projectId,
      nonce,
      code_hash: hashOfCode(nonce),
      touched_at: clock.now(),
    })
    .onConflict((conflict) => conflict.columns(["id_person", "id_project"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) return;
  await trx
    .updateTable("crew_links")
    .set({ code_hash: hashOfCode(codeOf(key, { id: row.id, nonce })) })
    .where("id", "=", row.id)
    .execute();
}
