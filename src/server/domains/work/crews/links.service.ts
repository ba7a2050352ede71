import { sql } from "kysely";
import { crewLimits } from "#contract/crews.limits.ts";
import type { CrewLink, CrewLinkSettings, CrewLinkShare } from "#contract/crews.ts";
import { isTimeZone } from "#server/domains/media/cctv/schedule.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { linkName, maskAddress } from "#server/domains/work/snags/by-link.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { offsetOf } from "#server/platform/paging.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { answerPath } from "./link-codes.ts";
import { openSnagsOf } from "./link-snags.ts";
import { type LinkFilter, narrowing, selectListed, shareOf, wireLink } from "./links.list.ts";
import type { LinkRow, LinksRepository } from "./links.repository.ts";
import { zoneOf } from "./open-link.ts";
import type { Sending } from "./sending.ts";
import "./tables.ts";

export interface LinksServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: LinksRepository;
  readonly sending: Sending;
  readonly texts: { isOn(): boolean };
  readonly siteAddress: string;
}

type Project = Authorized<ProjectRecord>;
export type LinksService = ReturnType<typeof createLinksService>;

/** Links as seen by the members of a project. */
export function createLinksService({ db, clock, links, sending, texts, siteAddress }: LinksServiceOptions) {
  const listed = async (project: Project, rest: ReturnType<typeof narrowing>) =>
    (await selectListed(project.id, clock.now(), rest).execute(db)).rows;

  /** The row of one person, as the list shows it. */
  const one = async (project: Project, personId: number, user: SessionUser): Promise<CrewLink> => {
    const [row] = await listed(project, sql`and q.id = ${personId}`);
    if (row === undefined) throw new AppError("NOT_FOUND");
    return wireLink(row, projectFlags(project, user).manage_team);
  };

  /**
   * The link of a person, created where it is missing. Throws NOT_FOUND for a person of a crew that is not attached, and
   * CREW_NO_SNAGS for one without snags.
   */
  const hold = async (trx: Trx, project: Project, personId: number): Promise<LinkRow> => {
    const person = await trx
      .selectFrom("crew_people as q")
      .innerJoin("crew_projects as j", "j.id_crew", "q.id_crew")
      .innerJoin("crews as c", "c.id", "q.id_crew")
      .select(["q.id_crew", "c.archived_at"])
      .where("q.id", "=", personId)
      .where("j.id_project", "=", project.id)
      .executeTakeFirst();
    if (person === undefined) throw new AppError("NOT_FOUND");
    await links.ofCrew(trx, person.id_crew, project.id);
    const link = await links.ofPerson(personId, project.id, trx);
    const isEmpty = link === undefined || (await openSnagsOf(trx, link.id)).length === 0;
    if (isEmpty || person.archived_at !== null) throw new AppError("CREW_NO_SNAGS");
    return link;
  };

  /** A link that can be sent: one that is revoked or over gets a new code. */
  const usable = async (trx: Trx, project: Project, personId: number): Promise<LinkRow> => {
    const link = await hold(trx, project, personId);
    if (link.is_open) return link;
    await links.renew(trx, link.id);
    return (await links.ofPerson(personId, project.id, trx)) ?? link;
  };

  const sendOrRefuse = async (trx: Trx, link: LinkRow, kind: "assigned" | "renewed"): Promise<void> => {
    if (!(await sending.sendNow(trx, link, kind))) throw new AppError("CREW_NO_ADDRESS");
  };

  return {
    async list(project: Project, filter: LinkFilter, user: SessionUser) {
      const rows = await listed(
        project,
        sql`${narrowing(filter)} order by lower(c.name), c.id, lower(q.name), q.id
          limit ${filter.per_page} offset ${offsetOf(filter)}`,
      );
      const { rows: counted } = await sql<{ total: number }>`
        select count(*)::int as total from crew_projects j join crews c on c.id = j.id_crew
        join crew_people q on q.id_crew = c.id
        where j.id_project = ${project.id} and c.archived_at is null ${narrowing(filter)}`.execute(db);
      const isWhole = projectFlags(project, user).manage_team;
      return { items: rows.map((row) => wireLink(row, isWhole)), total: counted[0]?.total ?? 0 };
    },

    async share(project: Project, personId: number, by: By): Promise<CrewLinkShare> {
      return db.transaction().execute(async (trx) => {
        const link = await usable(trx, project, personId);
        const code = await links.codeFor(trx, link);
        const snags = await openSnagsOf(trx, link.id);
        const url = `${siteAddress.replace(/\/$/, "")}${answerPath(code)}`;
        await links.told(
          trx,
          link.id,
          snags.map(({ id }) => id),
        );
        await record(trx, "link_shared", link, by);
        return shareOf(link, snags.length, url);
      });
    },

    async send(project: Project, personId: number, by: By): Promise<CrewLink> {
      await db.transaction().execute(async (trx) => {
        const link = await usable(trx, project, personId);
        await sendOrRefuse(trx, link, "assigned");
        await record(trx, "link_sent", link, by);
      });
      return one(project, personId, by.user);
    },

    /** Also for a person who cannot be reached from here: the old link ends, and the new one is shared by hand. */
    async renew(project: Project, personId: number, by: By): Promise<CrewLink> {
      await db.transaction().execute(async (trx) => {
        const { id } = await hold(trx, project, personId);
        await links.renew(trx, id);
        const link = await links.ofPerson(personId, project.id, trx);
        if (link === undefined) throw new AppError("NOT_FOUND");
        await sending.sendNow(trx, link, "renewed");
        await record(trx, "link_renewed", link, by);
      });
      return one(project, personId, by.user);
    },

    async revoke(project: Project, personId: number, by: By): Promise<CrewLink> {
      await db.transaction().execute(async (trx) => {
        const link = await hold(trx, project, personId);
        if (link.revoked_at !== null) return;
        await trx
          .updateTable("crew_links")
          .set({ revoked_at: clock.now() })
          .where("id", "=", link.id)
          .execute();
        await record(trx, "link_revoked", link, by);
      });
      return one(project, personId, by.user);
    },

    settings: (project: Project, user: SessionUser): Promise<CrewLinkSettings> =>
      readSettings(db, project, user, texts.isOn()),

    async changeSettings(
      project: Project,
      values: Partial<Pick<CrewLinkSettings, "ask_code" | "end_days" | "digest_hour" | "time_zone">>,
      by: By,
    ): Promise<CrewLinkSettings> {
      if (values.time_zone !== undefined && !isTimeZone(values.time_zone))
        throw new AppError("VALIDATION", { fields: { time_zone: ["coverage.time_zone_unknown"] } });
      const changed = Object.keys(values);
      if (changed.length > 0)
        await db.transaction().execute(async (trx) => {
          await trx
            .insertInto("crew_link_settings")
            .values({ ...values, id_project: project.id })
            .onConflict((conflict) => conflict.column("id_project").doUpdateSet(values))
            .execute();
          await recordActivity(trx, {
            id_user: by.user.id,
            action: "crew.settings_changed",
            subject: { kind: "project", id: project.id, name: project.name },
            id_project: project.id,
            changed,
            address: by.address,
          });
        });
      return readSettings(db, project, by.user, texts.isOn());
    },
  };
}

interface By {
  readonly user: SessionUser;
  /** Network address of the caller. */
  readonly address: string;
}

async function readSettings(
  db: Database,
  project: Project,
  user: SessionUser,
  hasSms: boolean,
): Promise<CrewLinkSettings> {
  const { rows } = await sql<Pick<CrewLinkSettings, "ask_code" | "end_days" | "digest_hour" | "time_zone">>`
    select coalesce(k.ask_code, false) as ask_code,
      coalesce(k.end_days, ${crewLimits.endDays.standard}) as end_days,
      coalesce(k.digest_hour, ${crewLimits.digestHour.standard}) as digest_hour, ${zoneOf} as time_zone
    from projects p left join crew_link_settings k on k.id_project = p.id where p.id = ${project.id}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new AppError("NOT_FOUND");
  return { ...row, has_sms: hasSms, can: { edit: projectFlags(project, user).manage_team } };
}

/** The log names the person, and their address in part. */
export const record = (
  trx: Trx,
  verb: "link_shared" | "link_sent" | "link_renewed" | "link_revoked",
  link: LinkRow,
  by: { readonly user: Pick<SessionUser, "id"> | null; readonly address: string },
): Promise<void> =>
  recordActivity(trx, {
    id_user: by.user?.id ?? null,
    action: `crew.${verb}`,
    subject: { kind: "crew", id: link.id_crew, name: link.crew },
    id_project: link.id_project,
    details: { person: linkName(link.person), sent_to: maskAddress(link.email ?? link.phone ?? "") },
    address: by.address,
  });
