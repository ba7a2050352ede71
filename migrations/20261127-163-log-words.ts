import { type Kysely, sql } from "kysely";

/** Waiting for the transactions of others, in which `concurrently` blocks nobody. */
const patience = "10min";
/** Entries read per statement. */
const step = 1_000_000;

const indexes = [
  ["log_words_text", "log_words using gin (lower(word) gin_trgm_ops)"],
  ["activity_name", "activity (subject_name, id desc)"],
  ["activity_address", "activity (address, id desc)"],
  ["sightings_name", "sightings (thing_name, id desc)"],
  ["sightings_address", "sightings (address, id desc)"],
] as const;

/**
 * Each text of the logs once: a search reads these, and then the entries of those that match, by indexes. Trigrams of
 * every entry took a second to read in a log of 25,000,000 entries. The seal of an entry adds its texts, so that no
 * transaction waits for another that writes the same text. Repeatable: each statement stands alone.
 */
export const isOutsideTransaction = true;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select set_config('lock_timeout', ${patience}, false)`.execute(db);
  await sql`set maintenance_work_mem = '128MB'`.execute(db);
  try {
    await sql`
      create table if not exists log_words (
        -- action, name or address
        field text not null,
        word text not null,
        primary key (field, word)
      )`.execute(db);
    const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(
      db,
    );
    await sql.raw(addWords(rows[0]?.schema ?? "public")).execute(db);
    // From here on no entry is missed, also those that a node of the previous version seals.
    await sql`create or replace trigger audit_lines_words after insert on audit_lines
      referencing new table as added for each statement execute function log_add_words()`.execute(db);
    await fill(
      db,
      "activity",
      sql`(values ('action', t.action), ('name', t.subject_name), ('address', t.address))`,
    );
    await fill(
      db,
      "sightings",
      sql`(values ('action', t.kind || '.seen'), ('name', t.thing_name), ('address', t.address))`,
    );
    for (const [name, definition] of indexes) {
      // An interrupted build leaves an index that nothing uses and every write pays for.
      await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
      await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(definition)}`.execute(db);
    }
    for (const name of ["activity_text", "sightings_text"])
      await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
    await sql`analyze log_words`.execute(db);
  } finally {
    await sql`reset maintenance_work_mem`.execute(db);
  }
}

async function fill(db: Kysely<unknown>, table: string, words: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ most: string | null }>`
    select max(id)::text as most from ${sql.ref(table)}`.execute(db);
  const most = Number(rows[0]?.most ?? 0);
  for (let from = 0; from < most; from += step)
    await sql`
      insert into log_words (field, word)
        select distinct w.field, w.word from ${sql.ref(table)} t cross join lateral ${words} w (field, word)
        where t.id > ${from} and t.id <= ${from + step} and w.word <> ''
      on conflict do nothing`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_lines_words on audit_lines`.execute(db);
  await sql`drop function log_add_words()`.execute(db);
  await sql`drop table log_words`.execute(db);
  await sql`drop index activity_name, activity_address, sightings_name, sightings_address`.execute(db);
  await sql`create index activity_text on activity using gin
    (lower(action || e'\\n' || subject_name || e'\\n' || address) gin_trgm_ops)`.execute(db);
  await sql`create index sightings_text on sightings using gin
    (lower(kind || '.seen' || e'\\n' || thing_name || e'\\n' || address) gin_trgm_ops)`.execute(db);
}

const addWords = (schema: string) => `
  create or replace function ${schema}.log_add_words() returns trigger language plpgsql as $$
  begin
    insert into ${schema}.log_words (field, word)
      select distinct w.field, w.word from (
        select a.action, a.subject_name as name, a.address
          from added l join ${schema}.activity a on a.id = l.id_line where l.kind = 1
        union all
        select s.kind || '.seen', s.thing_name, s.address
          from added l join ${schema}.sightings s on s.id = l.id_line where l.kind = 2
      ) t cross join lateral (
        values ('action', t.action), ('name', t.name), ('address', t.address)) w (field, word)
      where w.word <> ''
    on conflict do nothing;
    return null;
  end $$`;
