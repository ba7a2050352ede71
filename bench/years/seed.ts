import pg from "pg";
import { signIn } from "../api/seed.ts";
import { logs, people, sites, work } from "./rows.ts";
import { type Sizes, sizesOf } from "./sizes.ts";

/** Three users with one session each, by the cookie's value, and things that each may open. */
export interface Seeded {
  readonly sizes: Sizes;
  readonly sessions: Readonly<Record<Caller, string>>;
}

/** The ordinary member works in five projects; the owner has a fifth of all. */
export const callers = ["super admin", "owner", "member"] as const;
export type Caller = (typeof callers)[number];

const names: Readonly<Record<Caller, string>> = {
  "super admin": "overseer",
  owner: "owner",
  member: "member",
};

/** Largest tables: their indexes are dropped while they are filled, and built afterwards. */
const large = [
  "activity",
  "sightings",
  "visit_views",
  "search_items",
  "snag_steps",
  "rooms",
  "snags",
  "audit_lines",
  "log_words",
];

/**
 * Fills an empty database directly: ten years of a large customer, at a scale from 0 to 1. Statements of the search run
 * as for any import; other triggers would check what is generated right anyway.
 */
export async function seed(connection: pg.ClientConfig, scale: number): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const sizes = sizesOf(scale);
    const indexes = await dropIndexes(client);
    await client.query("set maintenance_work_mem = '256MB'");
    await client.query("set synchronous_commit = off");
    await client.query(people(sizes));
    await client.query(sites(sizes));
    await client.query("set session_replication_role = replica");
    for (const statement of [...work(sizes), ...logs(sizes)]) await client.query(statement);
    await client.query("set session_replication_role = origin");
    await client.query(searched);
    await client.query(tallied);
    await client.query(worded);
    await raiseIdentities(client);
    for (const index of indexes) await client.query(index);
    await client.query("vacuum analyze");
    // The generated data is written to disk before anything is measured, and not meanwhile.
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

/** Sessions in generated data of this scale. */
export async function signInAll(connection: pg.ClientConfig, scale: number): Promise<Seeded> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const sessions = { "super admin": "", owner: "", member: "" };
    for (const caller of callers) sessions[caller] = await signIn(client, names[caller]);
    return { sizes: sizesOf(scale), sessions };
  } finally {
    await client.end();
  }
}

/** Returns the statements that build them again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
     where i.indrelid = any ($1::regclass[]) and c.oid is null and not i.indisunique`,
    [large],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Snags and seals are filled without their triggers; what those would have written. */
const searched = `
  insert into search_items (kind, id, id_project, title, code, haystack)
    select 'snag', s.id, s.id_project, s.title, '#' || s.number,
      concat_ws(E'\\n', app_norm(s.title), app_norm(s.text), '#' || s.number) from snags s`;

const tallied = `
  insert into snag_tallies (id_project, status, priority, count)
    select id_project, status, priority, count(*) from snags group by id_project, status, priority`;

const worded = `
  insert into log_words (field, word)
    select distinct w.field, w.word from activity t
      cross join lateral (values ('action', t.action), ('name', t.subject_name), ('address', t.address)) w (field, word)
    union
    select distinct w.field, w.word from sightings t
      cross join lateral (values ('action', t.kind || '.seen'), ('name', t.thing_name), ('address', t.address)) w (field, word)`;

/** Ids were given by number; new rows continue behind them. */
async function raiseIdentities(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; name: string }>(
    `select pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence, table_name as name
     from information_schema.columns
     where is_identity = 'YES' and column_name = 'id' and table_schema = current_schema()`,
  );
  for (const { sequence, name } of rows)
    await client.query(
      `select setval('${sequence}', coalesce((select max(id) from "${name}"), 0) + 1, false)`,
    );
}
