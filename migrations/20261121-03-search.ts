import { type Kysely, sql } from "kysely";

/**
 * What can be found stands in one table, kept by the database itself within the transaction that changes the thing:
 * found at once, and no domain can forget it. Who may see it is never copied: every search asks for that anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql.raw(norm).execute(db);
  await sql`
    create table search_items (
      kind text collate "C" not null check (kind in ('project', 'visit', 'video', 'camera')),
      id bigint not null,
      -- the project it lies in; a project's own id
      id_project bigint not null,
      title text not null,
      code text not null,
      -- what titles are put in order by; not the whole of a very long one, which no index would take
      sort text collate "C" not null generated always as (left(app_norm(title), 200)) stored,
      norm_code text collate "C" not null generated always as (left(app_norm(code), 100)) stored,
      -- title, description and location as they are compared, each on a line of its own
      haystack text not null,
      primary key (kind, id)
    )`.execute(db);
  await sql`
    create table search_words (word text collate "C" not null)`.execute(db);
  await sql`create index search_words_word on search_words (word)`.execute(db);
  await sql`create index search_words_part on search_words using gin (word gin_trgm_ops)`.execute(db);
  await sql`
    create table search_places (
      word text collate "C" not null,
      kind text collate "C" not null,
      -- how titles begin: three letters
      place text collate "C" not null
    )`.execute(db);
  await sql`create index search_places_word on search_places (word, kind, place)`.execute(db);
  await sql.raw(words).execute(db);
  await sql.raw(near).execute(db);
  await sql.raw(walk).execute(db);
  await sql.raw(attach).execute(db);
  await sql.raw(sources).execute(db);
  await sql`create index search_items_title on search_items (kind, sort, id)`.execute(db);
  await sql`create index search_items_project on search_items (id_project)`.execute(db);
  await sql`create index search_items_code on search_items (norm_code)`.execute(db);
  await sql`create index search_items_text on search_items using gin (haystack gin_trgm_ops)`.execute(db);
  // Finer than usual: from a thousand samples it is told which words are so common that titles are walked instead.
  await sql`alter table search_items alter column haystack set statistics 1000`.execute(db);
  await sql`create index search_items_code_part on search_items using gin (norm_code gin_trgm_ops)`.execute(
    db,
  );
  await sql`
    create table search_recent (
      id_user bigint not null references users (id) on delete cascade,
      norm text not null,
      text text not null,
      searched_at timestamptz not null default clock_timestamp(),
      primary key (id_user, norm)
    )`.execute(db);
  await sql`
    create table search_terms (
      norm text not null,
      id_user bigint not null references users (id) on delete cascade,
      text text not null,
      searched_at timestamptz not null default clock_timestamp(),
      primary key (norm, id_user)
    )`.execute(db);
  await sql`create index search_terms_user on search_terms (id_user, searched_at desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table search_terms, search_recent`.execute(db);
  for (const kind of ["project", "visit"])
    await sql.raw(`drop function search_follow_${kind}() cascade`).execute(db);
  await sql`drop procedure search_attach(text, regclass, text, text, text, text)`.execute(db);
  await sql
    .raw(`drop function search_walk(text, text[], text[], text[], text[], text, bigint, int)`)
    .execute(db);
  await sql`drop table search_items, search_words, search_places`.execute(db);
  await sql`drop function search_note_words(), search_words_of(text), search_near(text)`.execute(db);
  await sql`drop function search_sees(bigint, bigint)`.execute(db);
  await sql`drop function app_norm(text)`.execute(db);
}

/**
 * Text as it is compared: small letters without accents, tashkeel and tatweel, one alef, one ya, one ha, European
 * digits, without marks of direction, single spaces. Compatibility forms are taken apart (NFKD): letters joined for
 * print, full-width ones, an alef with its hamza.
 */
const norm = String.raw`
  create function app_norm(value text) returns text language sql immutable strict parallel safe as $$
    select btrim(regexp_replace(
      case when octet_length(value) = char_length(value) then lower(value)
      else translate(
        lower(regexp_replace(normalize(value, NFKD),
          '[\u0300-\u036F\u0610-\u061A\u061C\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF]',
          '', 'g')),
        'ٱىیکةە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اييكهه01234567890123456789')
      end, '[[:space:][:cntrl:]]+', ' ', 'g'))
  $$`;

/**
 * Which words there are, and at which beginnings of titles each occurs: a common word's first titles are found by
 * leaving out the stretches where it does not occur. Rows are only added, when missing, and nothing is unique: two
 * imports at once never wait for each other, twice the same does no harm, a word that is gone costs time only.
 * Pieces with signs in them stand there whole as well, so that 'b-2' is known to be nowhere when it is. Long
 * numbers are one word, '0#', and overlong words another, '0~': there is no end of them.
 */
const words = String.raw`
  create function search_words_of(piece text) returns setof text language sql immutable parallel safe as $$
    select case when length(m[1]) > 40 then '0~' when m[1] ~ '^[0-9]{5,}$' then '0#' else m[1] end collate "C"
    from regexp_matches(piece, '[[:alnum:]]+|[^[:alnum:][:space:]]', 'g') m
    union
    select case when length(piece) > 40 then '0~' else regexp_replace(piece, '[0-9]{5,}', '0#', 'g') end
    where piece ~ '[^[:alnum:]]'
  $$;
  create function search_note_words() returns trigger language plpgsql as $$
  begin
    -- Cut at blanks first, which is cheap, so that the same piece in a thousand rows is looked at closely once.
    with pieces as (
      select distinct piece, a.kind, left(a.sort, 3) as place
      from added a cross join lateral string_to_table(translate(a.haystack, E'\n', ' '), ' ') piece),
    fresh as (
      insert into search_places (word, kind, place)
      select distinct w, a.kind, a.place from pieces a cross join lateral search_words_of(a.piece) w
      where not exists (select from search_places p
        where p.word = w and p.kind = a.kind and p.place = a.place)
      returning word)
    insert into search_words (word)
    select distinct word from fresh f where not exists (select from search_words k where k.word = f.word);
    return null;
  end $$;
  create trigger search_note_words after insert on search_items referencing new table as added
    for each statement execute function search_note_words()`;

/**
 * Whether a person sees what lies in a project, now: the one place where search asks for rights. Without a person
 * (null) somebody asks who sees everything; what is in the bin nobody sees.
 *
 * Titles of one kind are walked in order, stretch by stretch (from low on, before high), until enough are seen that
 * have all words. Left to itself the planner would now and then collect all that have them and sort; for a word
 * that a hundred thousand have, that is what must not happen.
 */
const walk = `
  create function search_sees(caller bigint, project bigint) returns boolean language sql stable parallel safe as $$
    select exists (select from projects p where p.id = project and p.deleted_at is null
      and (caller is null or exists (select from project_members m where m.id_project = p.id and m.id_user = caller)))
  $$;
  create function search_walk(of_kind text, lows text[], highs text[], likes text[], patterns text[], exact text,
    caller bigint, enough int)
  returns setof search_items language plpgsql stable
  set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set plan_cache_mode = force_generic_plan
  as $$
  declare
    item search_items;
    seen int := 0;
  begin
    for at in 1 .. cardinality(lows) loop
      for item in
        select * from search_items s
        where s.kind = of_kind and s.sort >= lows[at] and s.sort < highs[at]
          and s.haystack like all (likes) and s.haystack ~ all (patterns)
          and s.sort <> exact and s.norm_code <> exact
        order by s.sort, s.id
      loop
        if search_sees(caller, item.id_project) then
          return next item;
          seen := seen + 1;
          if seen = enough then return; end if;
        end if;
      end loop;
    end loop;
  end $$`;

/** Words spelt about so. The bar is lower than usual: two letters changed over leave little in common. */
const near = `
  create function search_near(term text) returns setof text language sql stable
  set pg_trgm.similarity_threshold = 0.2 as $$
    select word from (select distinct word from search_words where word % term) as w
    order by similarity(word, term) desc, word limit 80
  $$`;

/**
 * Makes a kind of thing findable: what is there already, and from now on every change. Columns are written as
 * expressions over $, the row: '$.id_project'. A later kind is one call of this.
 */
const attach = `
  create procedure search_attach(kind text, source regclass, project text, location text, live text,
    fields text default '$.name, $.code, $.description')
  language plpgsql as $outer$
  declare
    -- of a row: (id, project, title, code, description, location)
    all_fields text := format('$.id, %s, %s, %s', project, fields, location);
    writing text := format($$
      insert into search_items (kind, id, id_project, title, code, haystack)
      select %L, f.id, f.id_project, f.title, f.code, concat_ws(E'\\n', app_norm(f.title),
        nullif(app_norm(left(f.description, 4000)), ''), nullif(app_norm(left(f.location, 1000)), ''))
      from $$, kind);
    shape text := ' as f(id, id_project, title, code, description, location)';
  begin
    execute format($body$
      create function search_follow_%s() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          %s (select %s from changed r where %s) %s;
        elsif tg_op = 'UPDATE' then
          delete from search_items where kind = %L and id = old.id;
          if %s then %s (select %s) %s; end if;
        elsif tg_op = 'DELETE' then
          delete from search_items s using changed r where s.kind = %L and s.id = r.id;
        else
          delete from search_items where kind = %L;
        end if;
        return null;
      end $$ $body$,
      kind, writing, replace(all_fields, '$.', 'r.'), replace(live, '$.', 'r.'), shape,
      kind, replace(live, '$.', 'new.'), writing, replace(all_fields, '$.', 'new.'), shape, kind, kind);
    execute format('create trigger search_insert after insert on %s referencing new table as changed
      for each statement execute function search_follow_%s()', source, kind);
    execute format('create trigger search_update after update on %s for each row
      when ((%s, %s) is distinct from (%s, %s)) execute function search_follow_%s()', source,
      replace(all_fields, '$.', 'old.'), replace(live, '$.', 'old.'),
      replace(all_fields, '$.', 'new.'), replace(live, '$.', 'new.'), kind);
    execute format('create trigger search_delete after delete on %s referencing old table as changed
      for each statement execute function search_follow_%s()', source, kind);
    execute format('create trigger search_truncate after truncate on %s
      for each statement execute function search_follow_%s()', source, kind);
    execute format('%s (select %s from %s r where %s) %s', writing, replace(all_fields, '$.', 'r.'), source,
      replace(live, '$.', 'r.'), shape);
  end $outer$`;

const sources = `
  call search_attach('project', 'projects', project => '$.id', location => '$.location', live => '$.deleted_at is null');
  call search_attach('visit', 'visits', project => '$.id_project', location => '''''::text', live => '$.deleted_at is null')`;
