import { type RawBuilder, sql } from "kysely";
import type { MediaThing } from "#server/media/index.ts";
import { isShownSnag } from "./link-snags.ts";
import "./tables.ts";

/**
 * Whether a link shows a stored file: the 360 photo in which one of its snags is pinned, the floor plan on which one is,
 * the photos of its snags, and those that were sent by the link itself. No original.
 */
export function seenByCrew(linkId: number, { kind, name, page }: MediaThing, now: Date): RawBuilder<unknown> {
  const snags = sql`select from crew_links l join crew_people q on q.id = l.id_person
    join snags s on ${isShownSnag(now)}`;
  if (kind === "picture")
    return sql`exists (${snags} join rooms r on r.id = s.id_room join visits v on v.id = r.id_visit
      where l.id = ${linkId} and s.yaw is not null and r.picture_sha256 = ${name} and v.deleted_at is null)`;
  // A file of several floors has a page for each: only the one with a pin is shown.
  if (kind === "plan")
    return sql`exists (${snags} left join room_positions o on o.id_room = s.id_room
      join sheets h on h.id = coalesce(s.id_sheet, o.id_sheet) join plans pl on pl.image = h.image
      where l.id = ${linkId} and pl.sha256 = ${name} and pl.page = ${page ?? 0})`;
  if (kind !== "file") return sql`false`;
  return sql`(exists (${snags} join snag_photos f on f.id_snag = s.id
      where l.id = ${linkId} and ${name} in (f.image, f.thumbnail))
    or exists (${snags} join snag_answer_photos f on f.id_snag = s.id
      where l.id = ${linkId} and (f.id_answer is not null or f.id_link = l.id) and ${name} in (f.image, f.thumbnail)))`;
}
