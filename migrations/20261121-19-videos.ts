import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table films (
      -- of the file as it came
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      bytes bigint not null check (bytes > 0),
      width integer not null,
      height integer not null,
      seconds double precision not null,
      fps double precision not null,
      codec text not null,
      has_audio boolean not null,
      -- every browser plays the file as it came; otherwise its sizes alone
      is_playable boolean not null default true,
      has_poster boolean not null default false,
      -- sizes that are made, smallest first: [{width, height, bitrate, peak, codecs}]
      renditions jsonb not null default '[]',
      progress double precision not null default 0 check (progress between 0 and 1),
      state text not null default 'processing' check (state in ('processing', 'ready', 'failed')),
      -- code of what went wrong; also of one that is ready in its original alone
      problem text,
      -- how often an encoder ended over it
      attempts integer not null default 0,
      -- when something last referred to it: what nothing shows any more goes a day later
      claimed_at timestamptz not null default now(),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table videos (
      id bigint generated always as identity primary key,
      code text not null unique,
      id_project bigint not null references projects (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      title text not null check (title <> ''),
      description text not null default '',
      video_date timestamptz not null,
      film_sha256 text not null references films (sha256),
      file_name text not null default '',
      metadata jsonb not null default '{}',
      -- keys in the object store, of the picture that came with it
      thumbnail text,
      north double precision not null default 0 check (north between -180 and 180),
      is_public boolean not null default false,
      is_protected boolean not null default false,
      password_hash text,
      auto_play boolean not null default false,
      muted boolean not null default false,
      loop boolean not null default false,
      is_hidden boolean not null default false,
      -- when its project was told that it can be watched
      announced_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (not is_protected or password_hash is not null)
    )`.execute(db);
  await sql`create index videos_project on videos (id_project, video_date desc, id desc)`.execute(db);
  await sql`create index videos_user on videos (id_user)`.execute(db);
  await sql`create index videos_film on videos (film_sha256)`.execute(db);
  await sql`create index videos_thumbnail on videos (thumbnail)`.execute(db);
  await sql
    .raw(
      `call search_attach('video', 'videos', project => '$.id_project', location => '''''::text', live => 'true',
        fields => '$.title, $.code, $.description')`,
    )
    .execute(db);
  await sql`
    create table video_stars (
      id_user bigint not null references users (id) on delete cascade,
      id_video bigint not null references videos (id) on delete cascade,
      primary key (id_user, id_video)
    )`.execute(db);
  await sql`create index video_stars_video on video_stars (id_video)`.execute(db);
  await sql`
    create table video_comments (
      id bigint generated always as identity primary key,
      id_video bigint not null references videos (id) on delete cascade,
      id_parent bigint references video_comments (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      text text not null check (text <> ''),
      seconds double precision not null check (seconds >= 0),
      yaw double precision check (yaw between -180 and 180),
      pitch double precision check (pitch between -90 and 90),
      resolved_at timestamptz,
      id_resolver bigint references users (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((yaw is null) = (pitch is null))
    )`.execute(db);
  await sql`create index video_comments_video on video_comments (id_video, seconds, id)`.execute(db);
  await sql`create index video_comments_parent on video_comments (id_parent)`.execute(db);
  await sql`create index video_comments_user on video_comments (id_user, id desc)`.execute(db);
  await sql`create index video_comments_resolver on video_comments (id_resolver)`.execute(db);
  // As the views of visits.
  await sql`
    create table video_views (
      id bigint generated always as identity primary key,
      id_video bigint not null references videos (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      viewer_hash bytea not null,
      address text not null,
      browser text not null default '',
      device text not null default '',
      duration_seconds double precision not null default 0,
      started_at timestamptz not null default now(),
      last_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index video_views_video on video_views (id_video, started_at desc)`.execute(db);
  await sql`create index video_views_viewer on video_views (viewer_hash, started_at desc)`.execute(db);
  await sql`create index video_views_age on video_views (started_at)`.execute(db);
  await sql`create index video_views_user on video_views (id_user)`.execute(db);
  await sql`
    create table video_view_days (
      id_video bigint not null references videos (id) on delete cascade,
      day date not null,
      views integer not null default 0,
      guests integer not null default 0,
      seconds double precision not null default 0,
      primary key (id_video, day)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table video_view_days, video_views, video_comments, video_stars, videos, films`.execute(db);
  await sql`drop function search_follow_video()`.execute(db);
  await sql`delete from search_items where kind = 'video'`.execute(db);
}
