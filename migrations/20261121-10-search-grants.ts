import { type Kysely, sql } from "kysely";

/**
 * A search asks for the grant of each kind of thing: who may not see the visits of a project he is in neither finds
 * nor counts them. The functions of `20261121-03-search` with that one more question; `down` makes them as they were.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(grant).execute(db);
  await sql.raw(sees).execute(db);
  await sql.raw(walk("search_sees(caller, of_kind, item.id_project)")).execute(db);
  await sql`drop function search_sees(bigint, bigint)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(seesBefore).execute(db);
  await sql.raw(walk("search_sees(caller, item.id_project)")).execute(db);
  await sql`drop function search_sees(bigint, text, bigint), search_grant(text)`.execute(db);
}

/** What must be held to find a thing of that kind. */
const grant = `
  create function search_grant(kind text) returns text language sql immutable parallel safe as $$
    select case kind when 'project' then 'project.view' else kind || 's.view' end
  $$`;

/** Without a person (null) somebody asks who sees everything; what is in the bin nobody sees. */
const sees = `
  create function search_sees(caller bigint, kind text, project bigint) returns boolean
  language sql stable parallel safe as $$
    select exists (select from projects p where p.id = project and p.deleted_at is null
      and (caller is null or exists (select from project_members m
        where m.id_project = p.id and m.id_user = caller and search_grant(kind) = any (m.grants))))
  $$`;

const seesBefore = `
  create function search_sees(caller bigint, project bigint) returns boolean language sql stable parallel safe as $$
    select exists (select from projects p where p.id = project and p.deleted_at is null
      and (caller is null or exists (select from project_members m where m.id_project = p.id and m.id_user = caller)))
  $$`;

const walk = (isSeen: string) => `
  create or replace function search_walk(of_kind text, lows text[], highs text[], likes text[], patterns text[],
    exact text, caller bigint, enough int)
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
        if ${isSeen} then
          return next item;
          seen := seen + 1;
          if seen = enough then return; end if;
        end if;
      end loop;
    end loop;
  end $$`;
