import { type Kysely, sql } from "kysely";

/** Photo spots: positions to be photographed in a rhythm, what was skipped, and what was reported as overdue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coverage_plans (
      id_project bigint primary key references projects (id) on delete cascade,
      is_on boolean not null default true,
      rhythm jsonb not null default '{"kind": "days", "days": 7}',
      weekend smallint[] not null default '{}' check (cardinality(weekend) < 7),
      pauses jsonb not null default '[]',
      time_zone text not null default 'UTC',
      alert_days smallint default 2 check (alert_days > 0),
      version int not null default 1,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table coverage_spots (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      name text not null,
      -- a room of the position; its bindings to other visits count
      id_room bigint references rooms (id) on delete set null,
      id_sheet bigint references sheets (id) on delete set null,
      x float8 check (x between 0 and 1),
      y float8 check (y between 0 and 1),
      -- null for that of the project
      rhythm jsonb,
      is_on boolean not null default true,
      since date not null,
      id_user bigint references users (id) on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index coverage_spots_project on coverage_spots (id_project)`.execute(db);
  for (const column of ["id_room", "id_sheet", "id_user"])
    await sql`create index ${sql.ref(`coverage_spots_${column}`)} on coverage_spots (${sql.ref(column)})`.execute(
      db,
    );
  await sql`
    create table coverage_skips (
      id bigint generated always as identity primary key,
      id_spot bigint not null references coverage_spots (id) on delete cascade,
      day date not null,
      reason text not null check (reason <> ''),
      id_user bigint references users (id) on delete set null,
      created_at timestamptz not null default now(),
      unique (id_spot, day)
    )`.execute(db);
  await sql`create index coverage_skips_user on coverage_skips (id_user)`.execute(db);
  await sql`
    create table coverage_alerts (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      id_spot bigint not null references coverage_spots (id) on delete cascade,
      -- working days after which it was reported
      threshold smallint not null,
      -- the last photo before it, or the day from which it was wanted
      period date not null,
      created_at timestamptz not null,
      unique (id_spot, threshold, period)
    )`.execute(db);
  await sql`create index coverage_alerts_project on coverage_alerts (id_project)`.execute(db);
  await sql`create index coverage_alerts_time on coverage_alerts (created_at)`.execute(db);
  await sql`
    create table coverage_digests (
      id_user bigint primary key references users (id) on delete cascade,
      day date not null,
      -- the newest alert that was reported to this user
      last_alert bigint not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table coverage_digests, coverage_alerts, coverage_skips, coverage_spots, coverage_plans`.execute(
    db,
  );
}
