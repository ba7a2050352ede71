import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sheets (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      name text not null check (name <> ''),
      floor text not null default '',
      position integer not null default 0,
      -- degrees, clockwise from the upper edge of the plan, at which north lies
      north double precision not null default 0 check (north between -180 and 180),
      -- metres from the left edge of the plan to the right one; null while nobody has measured
      width_metres double precision check (width_metres > 0),
      -- key in the object store; null while there is no plan
      image text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index sheets_project on sheets (id_project, position, id)`.execute(db);
  // A room stands on one sheet. x and y are 0..1 from the plan's upper left corner, whatever size it is drawn at.
  await sql`
    create table room_positions (
      id_room bigint primary key references rooms (id) on delete cascade,
      id_sheet bigint not null references sheets (id) on delete cascade,
      x double precision not null check (x between 0 and 1),
      y double precision not null check (y between 0 and 1),
      -- degrees on the plan, clockwise from its upper edge, that the middle of the picture looks to
      heading double precision check (heading between -180 and 180)
    )`.execute(db);
  await sql`create index room_positions_sheet on room_positions (id_sheet)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table room_positions, sheets`.execute(db);
}
