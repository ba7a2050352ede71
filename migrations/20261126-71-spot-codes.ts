import { type Kysely, sql } from "kysely";

/** QR codes at rooms: a code names a spot by one of its rooms, and each scan by a signed-in user is recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spot_codes (
      id bigint generated always as identity primary key,
      id_project bigint not null references projects (id) on delete cascade,
      -- printed on the label; per project
      number int not null check (number > 0),
      code text not null unique check (length(code) between 17 and 64),
      id_room bigint references rooms (id) on delete set null,
      -- of the last room, once no room of the spot is left
      name text not null default '',
      id_sheet bigint references sheets (id) on delete set null,
      x float8,
      y float8,
      scans int not null default 0,
      last_scan_at timestamptz,
      id_last_scanner bigint references users (id) on delete set null,
      id_user bigint references users (id) on delete set null,
      id_revoker bigint references users (id) on delete set null,
      revoked_at timestamptz,
      created_at timestamptz not null default now(),
      unique (id_project, number)
    )`.execute(db);
  await sql`create unique index spot_codes_room on spot_codes (id_room) where revoked_at is null`.execute(db);
  await sql`create index spot_codes_rooms on spot_codes (id_room)`.execute(db);
  await sql`create index spot_codes_sheet on spot_codes (id_sheet)`.execute(db);
  for (const column of ["id_user", "id_revoker", "id_last_scanner"])
    await sql`create index ${sql.ref(`spot_codes_${column}`)} on spot_codes (${sql.ref(column)})`.execute(db);
  await sql`
    create table spot_scans (
      id bigint generated always as identity primary key,
      id_code bigint not null references spot_codes (id) on delete cascade,
      id_user bigint references users (id) on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index spot_scans_code on spot_scans (id_code, id)`.execute(db);
  await sql`create index spot_scans_user on spot_scans (id_user)`.execute(db);
  await sql`create index spot_scans_time on spot_scans (created_at)`.execute(db);
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  await sql.raw(follow(rows[0]?.schema ?? "public")).execute(db);
  await sql`
    create trigger spot_codes_follow before delete on rooms for each row
      execute function keep_spot_code()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger spot_codes_follow on rooms`.execute(db);
  await sql`drop function keep_spot_code()`.execute(db);
  await sql`drop table spot_scans, spot_codes`.execute(db);
}

/**
 * The code of a deleted room continues at another room of its spot that has none; without one, the name and the position
 * of the deleted room are kept. Names the schema, since a restore has an empty search_path.
 */
const follow = (schema: string) => `
  create function ${schema}.keep_spot_code() returns trigger language plpgsql as $$
  begin
    update ${schema}.spot_codes c set
      name = old.name,
      (id_sheet, x, y) = (select t.id_sheet, t.x, t.y from ${schema}.room_positions t where t.id_room = old.id),
      id_room = (
        select r.id from ${schema}.rooms r
        where r.id_spot = old.id_spot and r.id <> old.id
          and not exists (
            select from ${schema}.spot_codes o where o.id_room = r.id and o.revoked_at is null)
        order by r.id desc limit 1)
    where c.id_room = old.id;
    return old;
  end $$`;
