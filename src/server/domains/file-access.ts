import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";

type Condition = RawBuilder<SqlBool>;

/** Rights of the holder of an address, as conditions on `projects p` and its content. */
export interface AccessConditions {
  /** A member of `p` with this grant. */
  readonly holds: (grant: Grant) => Condition;
  /** 0 for a guest. */
  readonly userId: number;
  /** `visits v` whose link the address came by, or that is open to everyone. */
  readonly visit: Condition;
  /** `videos t` with its `films`, likewise. */
  readonly video: Condition;
  /** `cameras c`, likewise. */
  readonly camera: Condition;
}

/**
 * Whether a file may be viewed that is neither a room's picture, a floor plan nor a video: the files that domains list
 * in their `claims.ts`, and recordings. Portraits are visible to all signed-in users, and to guests on public profiles.
 */
export function canSeeFile(
  { holds, userId, visit, video, camera }: AccessConditions,
  key: string,
): RawBuilder<SqlBool> {
  if (key.startsWith("recordings/")) return recordingSight(holds, key);
  if (key.startsWith("voice/")) return voiceSight({ holds, userId }, key);
  const ways: readonly RawBuilder<unknown>[] = [
    sql`select from settings s where s.key in ('logo', 'small_logo', 'backgrounds')
      and s.value @> to_jsonb(${key}::text)`,
    sql`select from projects p where (p.cover = ${key} or p.cover_card = ${key}) and p.deleted_at is null
      and (${holds("project.view")} or (p.is_public and p.active and p.validated))`,
    sql`select from snapshots n join visits v on v.id = n.id_visit join projects p on p.id = v.id_project
      where (n.image = ${key} or n.thumbnail = ${key}) and v.deleted_at is null and p.deleted_at is null
      and ${holds("visits.view")}`,
    sql`select from walk_pieces w join walks k on k.id = w.id_walk join visits v on v.id = k.id_visit
      join projects p on p.id = v.id_project
      where w.preview = ${key} and v.deleted_at is null and p.deleted_at is null and ${holds("visits.view")}`,
    sql`select from photos f join projects p on p.id = f.id_project
      where (f.image = ${key} or f.thumbnail = ${key}) and f.deleted_at is null and p.deleted_at is null
      and ${holds("visits.view")}`,
    sql`select from room_infos i join rooms r on r.id = i.id_room join visits v on v.id = r.id_visit
      join projects p on p.id = v.id_project
      where i.media = ${key} and v.deleted_at is null and p.deleted_at is null
      and (${holds("visits.view")} or ${visit})`,
    sql`select from snag_photos f join projects p on p.id = f.id_project left join snags g on g.id = f.id_snag
      where (f.image = ${key} or f.thumbnail = ${key}) and p.deleted_at is null and (${holds("snags.view")}
        or (${holds("snags.own")} and ${userId} in (g.id_user, g.id_assignee, f.id_user)))`,
    sql`select from snag_answer_photos f join snags g on g.id = f.id_snag join projects p on p.id = g.id_project
      where (f.image = ${key} or f.thumbnail = ${key}) and f.id_answer is not null and p.deleted_at is null
      and (${holds("snags.view")} or (${holds("snags.own")} and ${userId} in (g.id_user, g.id_assignee)))`,
    sql`select from diary_photos f join diary_entries e on e.id = f.id_entry
      join projects p on p.id = e.id_project
      where (f.image = ${key} or f.thumbnail = ${key}) and p.deleted_at is null and ${holds("snags.view")}`,
    sql`select from videos t join films on films.sha256 = t.film_sha256 join projects p on p.id = t.id_project
      where t.thumbnail = ${key} and p.deleted_at is null and not t.is_withheld
        and ((${holds("videos.view")} and (not t.of_visits or ${holds("visits.view")})) or ${video})`,
    sql`select from cameras c join projects p on p.id = c.id_project
      where c.thumbnail = ${key} and p.deleted_at is null and (${holds("cameras.view")} or ${camera})`,
    sql`select from camera_stills k join cameras c on c.id = k.id_camera join projects p on p.id = c.id_project
      where (k.image = ${key} or k.thumbnail = ${key}) and p.deleted_at is null
      and (${holds("cameras.view")} or ${camera})`,
    sql`select from camera_timelapses l join cameras c on c.id = l.id_camera
      join projects p on p.id = c.id_project
      where (l.film = ${key} or l.poster = ${key}) and p.deleted_at is null and ${holds("cameras.view")}`,
    sql`select from users u where (u.avatar = ${key} or u.cover_image = ${key})
      and (${userId} > 0 or (u.locked_at is null and u.awaiting is null))`,
  ];
  return anyOf(ways);
}

const anyOf = (ways: readonly RawBuilder<unknown>[]) =>
  sql<SqlBool>`(${sql.join(
    ways.map((way) => sql`exists (${way})`),
    sql` or `,
  )})`;

const recordingSight = (holds: AccessConditions["holds"], key: string) =>
  sql<SqlBool>`exists (select from live_recordings l join live_channels h on h.id = l.id_channel
    join projects p on p.id = h.id_project
    where l.object_key = ${key} and p.deleted_at is null and ${holds("live.view")})`;

/** Voice notes follow their snag or their entry of the site diary. */
const voiceSight = ({ holds, userId }: Pick<AccessConditions, "holds" | "userId">, key: string) =>
  sql<SqlBool>`exists (select from voice_notes n join projects p on p.id = n.id_project
    left join snags g on g.id = n.id_snag
    where n.key = ${key} and n.deleted_at is null and p.deleted_at is null and (${holds("snags.view")}
      or (${holds("snags.own")} and ${userId} in (g.id_user, g.id_assignee))))`;
