import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { CanSeeMedia, MediaThing } from "#server/media/index.ts";
import { type Bearer, type LinkKind, readBearer } from "#server/platform/bearers.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { AppKey } from "#server/platform/key.ts";
import { linkMark } from "#server/platform/link-mark.ts";
import { type AccessConditions, canSeeFile } from "./file-access.ts";
import { openToGuests } from "./media/videos/open-video.ts";
import { markOfUser } from "./people/auth/auth.repository.ts";
import { isOpenVisit } from "./sites/projects/open-visits.ts";
import { seenByCrew } from "./work/crews/link-media.ts";
import { isOpenLink, linkTables } from "./work/crews/open-link.ts";

type Condition = RawBuilder<SqlBool>;

interface Visitor {
  readonly userId: number;
  readonly isSuperAdmin: boolean;
  readonly link: { readonly kind: LinkKind; readonly id: number } | null;
}

/**
 * Whether the holder of an address may still see its file. Checked against the records themselves, so that removing a
 * member, changing a password, closing a link or making a project private invalidates every address.
 */
export function createMediaAccess(db: Database, clock: Clock, key: AppKey): CanSeeMedia {
  const isTrue = async (condition: RawBuilder<unknown>): Promise<boolean> => {
    const { rows } = await sql<{ is: boolean }>`select ${condition} as "is"`.execute(db);
    return rows[0]?.is === true;
  };

  const userOf = async (id: number, mark?: string): Promise<Visitor | null> => {
    const { rows } = await sql<{ role: string; mark: string }>`
      select u.role, ${markOfUser} as mark from users u
      where u.id = ${id} and u.locked_at is null and u.deleted_at is null`.execute(db);
    const [row] = rows;
    if (row === undefined || (mark !== undefined && row.mark !== mark)) return null;
    return { userId: id, isSuperAdmin: row.role === "super_admin", link: null };
  };

  /** Null where the link no longer opens with the given password. */
  const linkOf = async ({ kind, id, mark, id_user }: LinkOf<Bearer>): Promise<Visitor | null> => {
    const user = id_user === 0 ? null : await userOf(id_user);
    const userId = user?.userId ?? 0;
    const { rows } = await sql<{
      hash: string | null;
    }>`${linked(kind, id, holdsOf(userId), clock.now())}`.execute(db);
    const [row] = rows;
    if (row === undefined || linkMark(key, kind, { id, hash: row.hash }) !== mark) return null;
    return { userId, isSuperAdmin: false, link: { kind, id } };
  };

  const visitorOf = (bearer: Bearer): Promise<Visitor | null> | Visitor => {
    if (bearer.kind === "user") return userOf(bearer.id, bearer.mark);
    return "mark" in bearer ? linkOf(bearer) : { userId: 0, isSuperAdmin: false, link: null };
  };

  return async (text, thing) => {
    const bearer = readBearer(text);
    const visitor = bearer === null ? null : await visitorOf(bearer);
    if (visitor === null) return false;
    // The link of a crew shows its snags, and has nothing in common with other rights.
    if (visitor.link?.kind === "a") return isTrue(seenByCrew(visitor.link.id, thing, clock.now()));
    return visitor.isSuperAdmin || isTrue(seenBy(sightsOf(visitor, clock.now()), thing));
  };
}

type LinkOf<B> = B extends { readonly id_user: number } ? B : never;

const holdsOf = (userId: number) => (grant: Grant) =>
  sql<SqlBool>`exists (select from project_members m
  where m.id_project = p.id and m.id_user = ${userId} and ${grant} = any (m.grants))`;

/** The password hash of the linked item, where its link is open at all; of a crew's link what its code is made of. */
function linked(
  kind: LinkKind,
  id: number,
  holds: AccessConditions["holds"],
  now: Date,
): RawBuilder<unknown> {
  if (kind === "a")
    return sql`select l.nonce as hash from ${linkTables} where l.id = ${id} and ${isOpenLink(now)}`;
  const open = sql`p.active and p.validated`;
  if (kind === "v")
    return sql`select v.share_password_hash as hash from visits v join projects p on p.id = v.id_project
      where v.id = ${id} and v.deleted_at is null and p.deleted_at is null and ${open} and v.access = 'link'
        and (v.share_expires_at is null or v.share_expires_at > ${now})`;
  if (kind === "f")
    return sql`select case when t.is_protected then t.password_hash end as hash from videos t join projects p on p.id = t.id_project
      join films on films.sha256 = t.film_sha256
      where t.id = ${id} and p.deleted_at is null and (${openToGuests} or ${seesVideo(holds, "videos.view")})`;
  return sql`select case when c.is_protected then c.protection_hash end as hash from cameras c join projects p on p.id = c.id_project
    where c.id = ${id} and p.deleted_at is null and ${open} and c.is_public`;
}

function sightsOf({ userId, link }: Visitor, now: Date): AccessConditions {
  const of = (kind: LinkKind) => (link?.kind === kind ? link.id : 0);
  return {
    userId,
    // A viewer who came by a link has its rights only, whatever their own.
    holds: holdsOf(link === null ? userId : 0),
    // As `datesFor` of the shared visits: a guest may continue from one visit to others where that is intended.
    visit: sql<SqlBool>`(v.id = ${of("v")} or (p.active and p.validated and ${isOpenVisit(now)}
      and (p.is_public or p.id = (select h.id_project from visits h where h.id = ${of("v")} and h.share_history))))`,
    video: sql<SqlBool>`(t.id = ${of("f")} or (${openToGuests} and not t.is_protected))`,
    camera: sql<SqlBool>`(c.id = ${of("c")} or (c.is_public and not c.is_protected and p.active and p.validated))`,
  };
}

function seenBy(sights: AccessConditions, { kind, name }: MediaThing): Condition {
  const { holds, visit, video } = sights;
  if (kind === "picture" || kind === "picture_original") {
    const may = kind === "picture" ? sql`(${holds("visits.view")} or ${visit})` : holds("visits.edit");
    return sql<SqlBool>`exists (select from rooms r join visits v on v.id = r.id_visit
      join projects p on p.id = v.id_project
      where r.picture_sha256 = ${name} and v.deleted_at is null and p.deleted_at is null and ${may})`;
  }
  if (kind === "film" || kind === "film_original") {
    const may =
      kind === "film"
        ? sql`(${seesVideo(holds, "videos.view")} or ${video})`
        : seesVideo(holds, "videos.edit");
    return sql<SqlBool>`exists (select from videos t join films on films.sha256 = t.film_sha256
      join projects p on p.id = t.id_project
      where t.film_sha256 = ${name} and p.deleted_at is null and ${may})`;
  }
  if (kind === "plan") return planSight(sights, sql`pl.sha256 = ${name}`);
  return sql<SqlBool>`(${canSeeFile(sights, name)} or ${planSight(sights, sql`pl.image = ${name}`)})`;
}

/** A video made of visits also needs the right to see them, and is closed to every user while it is withheld. */
const seesVideo = (holds: AccessConditions["holds"], grant: Grant) =>
  sql<SqlBool>`(${holds(grant)} and not t.is_withheld and (not t.of_visits or ${holds("visits.view")}))`;

/** A viewer with a visit's link sees the floor plans of its rooms. */
const planSight = ({ holds, visit }: AccessConditions, which: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from plans pl join sheet_versions w on w.sha256 = pl.sha256 and w.page = pl.page
    join sheets s on s.id = w.id_sheet join projects p on p.id = s.id_project
    where ${which} and p.deleted_at is null and (${holds("sheets.view")} or exists (
      select from room_positions o join rooms r on r.id = o.id_room join visits v on v.id = r.id_visit
      where o.id_sheet = s.id and v.deleted_at is null and ${visit})))`;
