import { type Kysely, sql } from "kysely";

/**
 * Time-lapses of a spot over its dates: the requests, and the dates that a finished video shows. Such a video is open to
 * users who may see the visits of its project, and withheld while one of its visits or rooms is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column of_visits boolean not null default false,
      add column is_withheld boolean not null default false`.execute(db);
  await sql`
    create table video_dates (
      id_video bigint not null references videos (id) on delete cascade,
      -- no references: a row outlives what it names, and says that it is gone
      id_visit bigint not null,
      id_room bigint not null,
      primary key (id_video, id_room)
    )`.execute(db);
  await sql`create index video_dates_visit on video_dates (id_visit)`.execute(db);
  await sql`create index video_dates_room on video_dates (id_room)`.execute(db);
  await sql`
    create table spot_timelapses (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      id_room bigint references rooms (id) on delete set null,
      title text not null check (title <> ''),
      -- rooms of the dates, oldest first
      rooms jsonb not null check (jsonb_array_length(rooms) > 1),
      bearing float8 not null,
      pitch float8 not null check (pitch between -90 and 90),
      fov float8 not null check (fov > 0 and fov < 180),
      is_turning boolean not null default false,
      has_stamp boolean not null default true,
      language text not null,
      time_zone text not null default 'UTC',
      address text not null default '',
      state text not null default 'waiting' check (state in ('waiting', 'making', 'ready', 'failed')),
      progress float8 not null default 0 check (progress between 0 and 1),
      problem text,
      id_video bigint references videos (id) on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db);
  for (const column of ["id_project", "id_user", "id_room", "id_video", "created_at"])
    await sql`create index ${sql.ref(`spot_timelapses_${column}`)} on spot_timelapses (${sql.ref(column)})`.execute(
      db,
    );
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  await sql.raw(withhold(rows[0]?.schema ?? "public")).execute(db);
  await sql`
    create trigger videos_withhold after update of deleted_at on visits for each row
      when (old.deleted_at is distinct from new.deleted_at) execute function withhold_videos()`.execute(db);
  await sql`
    create trigger videos_withhold_gone after delete on visits for each row
      execute function withhold_videos()`.execute(db);
  await sql`
    create trigger videos_withhold after delete on rooms for each row execute function withhold_videos()`.execute(
    db,
  );
  await attach(db, "not $.of_visits");
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // The version before knows no rights of visits: their videos stay with the editors of the project.
  await sql`update videos set is_hidden = true where of_visits`.execute(db);
  await attach(db, "true");
  await sql`drop trigger videos_withhold on rooms`.execute(db);
  await sql`drop trigger videos_withhold_gone on visits`.execute(db);
  await sql`drop trigger videos_withhold on visits`.execute(db);
  await sql`drop function withhold_videos()`.execute(db);
  await sql`drop table spot_timelapses, video_dates`.execute(db);
  await sql`alter table videos drop column of_visits, drop column is_withheld`.execute(db);
}

/** Videos of visits have rights of their own, which the search does not know: it leaves them out. */
async function attach(db: Kysely<unknown>, live: string): Promise<void> {
  await sql`drop function search_follow_video() cascade`.execute(db);
  await sql`delete from search_items where kind = 'video'`.execute(db);
  await sql
    .raw(
      `call search_attach('video', 'videos', project => '$.id_project', location => '''''::text', live => '${live}',
        fields => '$.title, $.code, $.description')`,
    )
    .execute(db);
}

/** Names the schema, since a restore has an empty search_path. */
const withhold = (schema: string) => `
  create function ${schema}.withhold_videos() returns trigger language plpgsql as $$
  begin
    update ${schema}.videos t set is_withheld = dates.is_gone
    from (
      select d.id_video, bool_or(v.id is null or v.deleted_at is not null or r.id is null) as is_gone
      from ${schema}.video_dates d
      left join ${schema}.visits v on v.id = d.id_visit
      left join ${schema}.rooms r on r.id = d.id_room
      where d.id_video in (
        select o.id_video from ${schema}.video_dates o
        where (tg_table_name = 'visits' and o.id_visit = old.id) or (tg_table_name = 'rooms' and o.id_room = old.id))
      group by d.id_video) dates
    where t.id = dates.id_video and t.is_withheld is distinct from dates.is_gone;
    return null;
  end $$`;
