import { type Kysely, sql } from "kysely";

/** The crew of a snag, answers by a link, and photos sent with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table snags
      add column id_crew bigint,
      -- reason of the crew while the status is 'disputed'
      add column dispute text not null default ''`.execute(db);
  await sql`
    alter table snags add constraint snags_id_crew_fkey
      foreign key (id_crew) references crews (id) on delete set null not valid`.execute(db);
  await sql`create index snags_crew on snags (id_crew, id_project) where id_crew is not null`.execute(db);
  await sql`
    create table snag_answers (
      id bigint generated always as identity primary key,
      -- chosen by the page, so that an answer sent twice is one
      guid uuid not null unique,
      id_snag bigint not null references snags (id) on delete cascade,
      -- for repeats of the same person alone
      id_person bigint references crew_people (id) on delete set null,
      id_crew bigint references crews (id) on delete set null,
      kind text not null check (kind in ('started', 'done', 'disputed')),
      text text not null default '',
      -- as they were then: the crew and its people may be gone
      name text not null,
      crew text not null,
      sent_to text not null,
      device text not null default '',
      is_late boolean not null default false,
      captured_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  for (const column of ["id_snag", "id_person", "id_crew"])
    await sql`create index ${sql.ref(`snag_answers_${column}`)} on snag_answers (${sql.ref(column)})`.execute(
      db,
    );
  // Sender of a step of the history that was made by a link: name, crew, address.
  await sql`alter table snag_steps add column by_link jsonb`.execute(db);
  await sql`
    create table snag_answer_photos (
      id bigint generated always as identity primary key,
      guid uuid not null unique,
      id_link bigint references crew_links (id) on delete set null,
      id_snag bigint not null references snags (id) on delete cascade,
      -- null until the answer names it
      id_answer bigint references snag_answers (id) on delete cascade,
      id_photo bigint references snag_photos (id) on delete set null,
      image text not null,
      thumbnail text not null,
      came_sha256 text not null,
      came_bytes bigint not null,
      came_name text not null default '',
      created_at timestamptz not null default now()
    )`.execute(db);
  for (const column of ["id_link", "id_snag", "id_answer", "id_photo", "image", "thumbnail"])
    await sql`
      create index ${sql.ref(`snag_answer_photos_${column}`)} on snag_answer_photos (${sql.ref(column)})`.execute(
      db,
    );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table snag_answer_photos`.execute(db);
  await sql`delete from snag_steps where action = 'answered'`.execute(db);
  await sql`alter table snag_steps drop column by_link`.execute(db);
  await sql`drop table snag_answers`.execute(db);
  await sql`alter table snags drop column dispute, drop column id_crew`.execute(db);
}
