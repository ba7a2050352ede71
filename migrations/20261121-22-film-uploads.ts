import { type Kysely, sql } from "kysely";

/** Uploads in parts that become a video of a project, beside those that become a room of a visit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      alter column id_visit drop not null,
      add column id_project bigint references projects (id) on delete cascade,
      add column id_video bigint references videos (id) on delete set null,
      add constraint uploads_one_place check ((id_visit is null) <> (id_project is null)),
      add constraint uploads_video_settled check (settled_at is not null or id_video is null)`.execute(db);
  await sql`create index uploads_project on uploads (id_project)`.execute(db);
  await sql`create index uploads_video on uploads (id_video)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from uploads where id_visit is null`.execute(db);
  await sql`
    alter table uploads
      drop column id_project,
      drop column id_video,
      alter column id_visit set not null`.execute(db);
}
