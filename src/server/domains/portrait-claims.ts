import { sql } from "kysely";
import type { PortraitClaim } from "#server/media/index.ts";

/** True while a person or the brand shows the picture: everything that refers to a portrait must be named here. */
export const portraitClaims: readonly PortraitClaim[] = [
  sql`exists (select from users u where portraits.key in (u.avatar, u.cover_image))`,
  // Of plans kept before they were drawn from their own files.
  sql`exists (select from plans p where p.image = portraits.key)`,
  sql`exists (select from snapshots s where s.image = portraits.key)`,
  sql`exists (select from snapshots s where s.thumbnail = portraits.key)`,
  sql`exists (select from videos v where v.thumbnail = portraits.key)`,
  sql`exists (select from room_infos i where i.media = portraits.key)`,
  sql`exists (select from snag_photos f where f.image = portraits.key)`,
  sql`exists (select from snag_photos f where f.thumbnail = portraits.key)`,
  // Each by an index of its own, and asked for every picture that may go.
  sql`exists (select from projects p where p.cover = portraits.key)`,
  sql`exists (select from projects p where p.cover_card = portraits.key)`,
  sql`exists (select from cameras c where c.thumbnail = portraits.key)`,
  sql`exists (select from camera_stills k where k.image = portraits.key)`,
  sql`exists (select from camera_stills k where k.thumbnail = portraits.key)`,
  sql`exists (select from camera_timelapses l where l.film = portraits.key)`,
  sql`exists (select from camera_timelapses l where l.poster = portraits.key)`,
  // One key, or a list of them.
  sql`exists (select from settings s where s.key in ('logo', 'small_logo', 'backgrounds')
    and s.value @> to_jsonb(portraits.key))`,
];
