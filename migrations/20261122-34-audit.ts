import { type Kysely, sql } from "kysely";

/**
 * What was seen, beside what was done; and seals over both (see docs/decisions/audit.md). Lines are sealed a moment after
 * they were committed, by whoever works, never by whoever writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sightings (
      id bigint generated always as identity primary key,
      -- visit, video, camera, channel, recording, sheet, snag
      kind text not null,
      id_thing bigint not null,
      thing_name text not null default '',
      -- no reference: the line stays as it is when the project goes
      id_project bigint,
      -- 'u12' of an account, 'g' and a signed hash of a guest's browser at this one thing
      viewer text not null,
      id_user bigint references users (id) on delete set null,
      -- without its last part; empty for who asked not to be followed
      address text not null,
      -- the quarter of an hour that it stands for
      quarter timestamptz not null,
      created_at timestamptz not null default now(),
      unique (kind, id_thing, viewer, quarter)
    )`.execute(db);
  await sql`create index sightings_thing on sightings (kind, id_thing, id desc)`.execute(db);
  await sql`create index sightings_project on sightings (id_project, id desc)`.execute(db);
  await sql`create index sightings_user on sightings (id_user, id desc)`.execute(db);
  await sql`create index sightings_age on sightings (created_at)`.execute(db);

  // Of the file as somebody brought it; what is kept of it is a picture without what the camera wrote into it.
  await sql`
    alter table snag_photos add column came_sha256 text, add column came_bytes bigint, add column came_name text`.execute(
    db,
  );

  // Numbers that stay when an account or a project goes for good, so that a seal can go on covering them.
  // Lines from before get theirs in a step of its own (-40), which keeps nobody waiting.
  await sql`alter table activity add column who bigint, add column in_project bigint`.execute(db);

  await sql`
    create table audit_seals (
      -- without a gap: each names the one before it
      id bigint primary key check (id > 0),
      activity_from bigint,
      activity_to bigint,
      seen_from bigint,
      seen_to bigint,
      lines integer not null check (lines > 0),
      previous bytea not null,
      hash bytea not null,
      -- made with a key that is not in the database
      signature text not null,
      sealed_at timestamptz not null
    )`.execute(db);
  await sql`
    create table audit_lines (
      -- 1: activity, 2: sightings
      kind smallint not null check (kind in (1, 2)),
      id_line bigint not null,
      id_seal bigint not null references audit_seals (id),
      hash bytea not null,
      primary key (kind, id_line)
    )`.execute(db);
  await sql`create index audit_lines_seal on audit_lines (id_seal)`.execute(db);
  // Without an index: whoever writes a line of the record pays for one short row more, and whoever seals takes them away.
  await sql`create table audit_waiting (kind smallint not null, id_line bigint not null)`.execute(db);

  await sql`
    create function activity_keeps() returns trigger language plpgsql as $$
    begin
      new.who := new.id_user;
      new.in_project := new.id_project;
      return new;
    end $$`.execute(db);
  await sql`create trigger activity_keeps before insert on activity for each row execute function activity_keeps()`.execute(
    db,
  );
  for (const [table, kind] of [
    ["activity", 1],
    ["sightings", 2],
  ] as const) {
    const waits = sql.raw(`${table}_waits`);
    await sql`
      create function ${waits}() returns trigger language plpgsql as $$
      begin
        insert into audit_waiting (kind, id_line) select ${sql.lit(kind)}, id from fresh;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger ${waits} after insert on ${sql.table(table)} referencing new table as fresh
        for each statement execute function ${waits}()`.execute(db);
  }

  // A sealed line is changed by nobody, but for the account or the project that goes for good; and what was seen may go
  // when it has been kept for its two years.
  await sql`
    create function audit_guard() returns trigger language plpgsql as $$
    declare
      line_kind smallint := case tg_table_name when 'activity' then 1 else 2 end;
    begin
      if tg_op = 'UPDATE' then
        if to_jsonb(new) - 'id_user' - 'id_project' = to_jsonb(old) - 'id_user' - 'id_project'
          and (new.id_user is null or new.id_user = old.id_user)
          and (new.id_project = old.id_project or (new.id_project is null and line_kind = 1)
            or (new.id_project is null and old.id_project is null)) then
          return new;
        end if;
      elsif line_kind = 2 and old.created_at < now() - interval '730 days' then
        return old;
      end if;
      if exists (select from audit_lines where kind = line_kind and id_line = old.id) then
        raise exception 'line % of % is sealed', old.id, tg_table_name using errcode = 'integrity_constraint_violation';
      end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$`.execute(db);
  for (const table of ["activity", "sightings"])
    await sql`
      create trigger audit_guard before update or delete on ${sql.table(table)}
        for each row execute function audit_guard()`.execute(db);
  await sql`
    create function audit_stays() returns trigger language plpgsql as $$
    begin
      raise exception 'seals of the record stay as they are' using errcode = 'integrity_constraint_violation';
    end $$`.execute(db);
  for (const table of ["audit_seals", "audit_lines"])
    await sql`
      create trigger audit_stays before update or delete on ${sql.table(table)}
        for each row execute function audit_stays()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_guard on activity`.execute(db);
  await sql`drop trigger activity_waits on activity`.execute(db);
  await sql`drop trigger activity_keeps on activity`.execute(db);
  await sql`drop table audit_waiting, audit_lines, audit_seals, sightings`.execute(db);
  await sql`drop function audit_stays, audit_guard, activity_waits, sightings_waits, activity_keeps`.execute(
    db,
  );
  await sql`alter table activity drop column who, drop column in_project`.execute(db);
  await sql`
    alter table snag_photos drop column came_sha256, drop column came_bytes, drop column came_name`.execute(
    db,
  );
}
