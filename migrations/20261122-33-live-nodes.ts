import { type Kysely, sql } from "kysely";

/** Which node carries a broadcast, on whose disk a recording lies, and what is left of recordings that are gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table live_channels
      -- the node to which its sender came last; null: nobody's
      add column id_node text,
      -- links made earlier open it no more
      add column links_since timestamptz`.execute(db);
  await sql`create index live_channels_node on live_channels (id_node) where id_node is not null`.execute(db);
  // What a node tells the others of what it carries. True for seconds only, but a replica has to have it: lists are read
  // with it.
  await sql`
    create table live_signals (
      code text primary key,
      id_node text not null,
      viewers integer not null,
      signal jsonb,
      told_at timestamptz not null default clock_timestamp()
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    alter table live_recordings
      -- the disk on which its segments lie, as the disk calls itself; null: written before disks had names
      add column place text,
      -- the node that writes it
      add column id_node text,
      -- nobody tries before to make one file of it: somebody is at it, or it failed a moment ago
      add column keep_after timestamptz,
      add column tries integer not null default 0`.execute(db);
  await sql`
    create index live_recordings_unkept on live_recordings (place, id)
      where object_key is null and ended_at is not null`.execute(db);
  // The disks at which somebody is at work, where there is a store that all machines share.
  await sql`
    create unlogged table live_places (
      place text primary key,
      seen_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  // Written by a trigger, so that what went with its project is known as well as what somebody deleted.
  await sql`
    create table live_leftovers (
      folder text primary key,
      place text,
      object_key text,
      left_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create function note_leftover() returns trigger language plpgsql as $$
    begin
      insert into live_leftovers (folder, place, object_key) values (old.folder, old.place, old.object_key)
        on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger live_recordings_leftover after delete on live_recordings
      for each row execute function note_leftover()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger live_recordings_leftover on live_recordings`.execute(db);
  await sql`drop function note_leftover`.execute(db);
  await sql`drop table live_leftovers, live_signals, live_places`.execute(db);
  await sql`alter table live_recordings drop column place, drop column id_node, drop column keep_after, drop column tries`.execute(
    db,
  );
  await sql`alter table live_channels drop column id_node, drop column links_since`.execute(db);
}
