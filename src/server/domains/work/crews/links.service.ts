import { sql } from "kysely";
import type { CrewLink, CrewLinkShare } from "#contract/crews.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { linkName, maskAddress } from "#server/domains/work/snags/by-link.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { offsetOf } from "#server/platform/paging.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { attachedLink, holdLink, usableLink } from "./held-links.ts";
import { answerPath } from "./link-codes.ts";
import { openSnagsOf } from "./link-snags.ts";
import { type LinkFilter, narrowing, selectListed, shareOf, wireLink } from "./links.list.ts";
import type { LinkRow, LinksRepository } from "./links.repository.ts";
import type { Sending } from "./sending.ts";
import "./tables.ts";

export interface LinksServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: LinksRepository;
  readonly sending: Sending;
  readonly siteAddress: string;
}

type Project = Authorized<ProjectRecord>;
export type LinksService = ReturnType<typeof createLinksService>;

/** Links as seen by the members of a project. */
export function createLinksService({ db, clock, links, sending, siteAddress }: LinksServiceOptions) {
  const listed = async (project: Project, rest: ReturnType<typeof narrowing>) =>
    (await selectListed(project.id, clock.now(), rest).execute(db)).rows;

  /** The row of one person, as the list shows it. */
  const one = async (project: Project, personId: number, user: SessionUser): Promise<CrewLink> => {
    const [row] = await listed(project, sql`and q.id = ${personId}`);
    if (row === undefined) throw new AppError("NOT_FOUND");
    return wireLink(row, projectFlags(project, user).manage_team);
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
        const link = await usableLink(trx, links, project.id, personId);
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
        const link = await usableLink(trx, links, project.id, personId);
        await sendOrRefuse(trx, link, "assigned");
        await record(trx, "link_sent", link, by);
      });
      return one(project, personId, by.user);
    },

    /** Also for a person who cannot be reached from here: the old link ends, and the new one is shared by hand. */
    async renew(project: Project, personId: number, by: By): Promise<CrewLink> {
      await db.transaction().execute(async (trx) => {
        const { id } = await holdLink(trx, links, project.id, personId);
        await links.reopen(trx, id);
        const link = await links.ofPerson(personId, project.id, trx);
        if (link === undefined) throw new AppError("NOT_FOUND");
        await sending.sendNow(trx, link, "renewed");
        await record(trx, "link_renewed", link, by);
      });
      return one(project, personId, by.user);
    },

    /** Also when all snags are closed: until it ends by itself, the link shows those that were closed a short time ago. */
    async revoke(project: Project, personId: number, by: By): Promise<CrewLink> {
      await db.transaction().execute(async (trx) => {
        const link = await attachedLink(trx, links, project.id, personId);
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
  };
}

export interface By {
  readonly user: SessionUser;
  /** Network address of the caller. */
  readonly address: string;
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
