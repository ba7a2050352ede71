import { type Kysely, sql } from "kysely";

/**
 * What a picture says about its place on the sphere (GPano). Pictures from before have none: they are shown as they
 * were, since the markers of their rooms lie on what was seen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table pictures
      -- {full_width, full_height, left, top}: the part of the sphere that a partial panorama covers
      add column area jsonb,
      -- {pitch, roll} in degrees: how the camera was tilted
      add column pose jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pictures drop column area, drop column pose`.execute(db);
}
